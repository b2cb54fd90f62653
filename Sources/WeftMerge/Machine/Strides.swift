/// The order of turns: item i (from 1) of a source of weight w has its turn at (κ + i) / w, equal turns go by source.
///
/// Fractions are compared exactly. With weights as whole numbers below 2³¹ two different turns lie at least 2⁻⁶²
/// apart, so ⌊2⁶² · (κ + i) / w⌋ orders them as the fractions themselves: a 96-bit number, and a source index below it.
struct Strides: Sendable {
  /// Weights as whole numbers, one for each source, and the weight of the time line last.
  private let weights: [UInt64]
  /// Added to every count: 0, or 60 for order `rank`.
  private let offset: UInt64

  /// The index of the time line, which takes its turns among the lanes.
  var timeline: Int { weights.count - 1 }

  /// - Parameter timelineShare: how many items of the time line come for each of a lane with weight 1.
  init(weights: [Double], timelineShare: UInt64 = 4, offset: UInt64 = 0) {
    self.offset = offset
    var whole = Self.wholeNumbers(weights + [1])
    if let last = whole.indices.last { whole[last] *= timelineShare }
    let divisor = whole.reduce(0, Self.commonDivisor)
    if divisor > 1 { whole = whole.map { $0 / divisor } }
    let limit: UInt64 = 1 << 31
    if let largest = whole.max(), largest >= limit {
      // More than nine digits: the weights are rounded, the order of turns stays total.
      whole = whole.map { Swift.max(1, UInt64(Double($0) / Double(largest) * Double(limit - 1))) }
    }
    self.weights = whole
  }

  /// The place of a turn in the order.
  func key(_ index: UInt64, of source: Int) -> MergeKey {
    let weight = weights[source]
    let turn = UInt128(offset &+ index) << 62
    let fraction = weight == 1 ? turn : turn / UInt128(weight)
    return MergeKey(
      major: Int64(truncatingIfNeeded: fraction >> 32),
      minor: UInt64(truncatingIfNeeded: fraction & 0xFFFF_FFFF) << 32 | rank(source))
  }

  /// How many of a source's turns, from the first, come before the place `key`.
  func turns(of source: Int, before key: MergeKey) -> UInt64 {
    guard key.major >= 0 else { return 0 }
    let fraction = UInt128(key.major) << 32 | UInt128(key.minor >> 32)
    let estimate = (fraction &* UInt128(weights[source])) >> 62
    // The key is rounded down, so the estimate is at most one off.
    var count = estimate > UInt128(offset) ? UInt64(truncatingIfNeeded: estimate - UInt128(offset)) : 0
    while count > 0, self.key(count, of: source) >= key { count -= 1 }
    while self.key(count + 1, of: source) < key { count += 1 }
    return count
  }

  /// The time line goes before a lane whose turn is the same.
  private func rank(_ source: Int) -> UInt64 { source == timeline ? 0 : UInt64(source) + 1 }

  private static func commonDivisor(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var (larger, smaller) = (first, second)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    return larger
  }

  /// Decimal numbers, as a person writes them, scaled to whole ones.
  private static func wholeNumbers(_ numbers: [Double]) -> [UInt64] {
    var scale: Double = 1
    func isWhole(_ number: Double) -> Bool { abs(number - number.rounded()) <= abs(number) * 1e-12 }
    while scale < 1e9, numbers.contains(where: { !isWhole($0 * scale) && $0.isFinite }) { scale *= 10 }
    return numbers.map { number in
      let scaled = (number * scale).rounded()
      return scaled.isFinite && scaled >= 1 ? UInt64(min(scaled, 4e18 / 64)) : 1
    }
  }
}
