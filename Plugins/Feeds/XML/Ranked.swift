/// A value of a field that several elements may state: the one of the higher rank is kept, among equals the first.
struct Ranked<Value> {
  private(set) var value: Value?
  private var rank: Int8 = .min

  /// Takes the value where it ranks higher than what is there.
  @inline(__always) mutating func offer(_ value: Value?, rank: Int8) {
    guard value != nil, rank > self.rank else { return }
    self.value = value
    self.rank = rank
  }
}
