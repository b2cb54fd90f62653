import WeftModel

/// Ten sources as they are in life: the first posts twice as often as the second, three times as often as the third.
///
/// Everything follows from the seed: the times of the items, and how long each page takes.
struct ScrollWorld: Sendable {
  /// What is wrong with two of the sources.
  enum Health: String, CaseIterable, Sendable {
    case healthy = "all healthy"
    /// The second source never answers, the fourth takes five seconds.
    case broken = "one dead, one slow"
  }

  static let sourceCount = 10
  static let pageSize = 20
  /// Pages of each source: what who loads everything has to load.
  static let pageCount = 75
  /// How many items are read.
  static let readCount = 400
  /// After so many seconds a client gives a request up.
  static let timeout = 10.0

  let seed: UInt64
  let health: Health
  /// The times of each source's items, newest first, in microseconds.
  let times: [[Int64]]

  init(seed: UInt64, health: Health) {
    self.seed = seed
    self.health = health
    var random = SplitMix(state: seed &* 0x9E37_79B9)
    times = (0..<Self.sourceCount).map { source in
      var time: Int64 = 1_700_000_000_000_000
      return (0..<Self.pageSize * Self.pageCount).map { _ in
        time -= Int64(random.exponential() * 600_000_000 * Double(source + 1)) + 1
        return time
      }
    }
  }

  func isDead(_ source: Int) -> Bool { health == .broken && source == 1 }

  /// How long the source takes for the page, in seconds; who is dead takes as long as anybody waits.
  func latency(_ source: Int, page: Int, attempt: Int = 1) -> Double {
    if isDead(source) { return Self.timeout }
    if health == .broken, source == 3 { return 5 }
    var random = SplitMix(state: seed &+ UInt64(source * 1_000 + page) &* 0x2545_F491_4F6C_DD1D &+ UInt64(attempt))
    return 0.3 + 0.4 * random.fraction()
  }

  /// A page, from 1.
  func page(_ source: Int, _ number: Int) -> Page {
    let start = (number - 1) * Self.pageSize
    let items = times[source][start..<start + Self.pageSize].enumerated().map { index, time in
      var item = Item(id: "\(source)-\(start + index)")
      item.datePublished = Timestamp(microseconds: time)
      return item
    }
    return Page(
      items: items, following: number < Self.pageCount ? .next(.page(number + 1), isAdvertised: false) : .end(.noNext))
  }

  /// Q*(n): the fewest requests by which the first items of all sources are known, in exact order.
  var fewestRequests: Int {
    var next = times.map { _ in 0 }
    var last = 0
    for _ in 0..<Self.readCount {
      last = next.indices.max { times[$0][next[$0]] < times[$1][next[$1]] } ?? 0
      next[last] += 1
    }
    return next.indices.reduce(0) { sum, source in
      let needed = next[source] + (source == last ? 0 : 1)
      return sum + max(1, (needed + Self.pageSize - 1) / Self.pageSize)
    }
  }
}

/// The same numbers for the same seed.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// From 0 to 1.
  mutating func fraction() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  /// With mean 1, as the times between independent events are: −ln of a fraction, by its series.
  mutating func exponential() -> Double { -logarithm(max(fraction(), 1e-12)) }

  private func logarithm(_ value: Double) -> Double {
    // value = mantissa · 2^exponent, and ln of the mantissa by atanh, which converges fast between 1 and 2.
    let ratio = (value.significand - 1) / (value.significand + 1)
    var (power, sum) = (ratio, 0.0)
    for term in stride(from: 1.0, through: 39, by: 2) {
      sum += power / term
      power *= ratio * ratio
    }
    return 2 * sum + Double(value.exponent) * 0.693_147_180_559_945_3
  }
}
