import WeftModel

/// How fast the reader takes items, in items per second: smoothed over about a second, falling to 0 when nothing is taken.
struct ReadingSpeed: Equatable, Sendable {
  private var value: Double = 0
  private var last: Timestamp?

  mutating func took(_ count: Int, at now: Timestamp) {
    guard let last else {
      self.last = now
      return
    }
    let seconds = now.since(last).inSeconds
    // Items of one instant belong to one glance: they are counted when time has passed.
    guard seconds > 0 else { return }
    let share = min(1, seconds)
    value += (Double(count) / seconds - value) * share
    self.last = now
  }

  func itemsPerSecond(at now: Timestamp) -> Double {
    guard let last else { return 0 }
    let idle = now.since(last).inSeconds
    return idle <= 1 ? value : value / (idle * idle)
  }
}
