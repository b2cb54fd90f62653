/// SplitMix64: the same sequence for the same seed, so that a failing property can be run again.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  /// What the sequence began from; print it with a failure.
  public let seed: UInt64
  private var state: UInt64

  /// A sequence from its beginning.
  public init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, not including, the limit.
  public mutating func below(_ limit: Int) -> Int { limit <= 1 ? 0 : Int(next() % UInt64(limit)) }

  /// One of the values, of which there must be some.
  public mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}
