/// Wall-clock measurements; benchmarks print them and never fail by them.
enum Measurement {
  /// The seconds that `work` takes: the median of `repetitions` runs after one that does not count.
  static func median(of repetitions: Int = 7, _ work: () throws -> Void) rethrows -> Double {
    try work()
    var seconds: [Double] = []
    for _ in 0..<repetitions { seconds.append(try once(work)) }
    return median(seconds)
  }

  /// The same for asynchronous work.
  static func median(
    of repetitions: Int = 7, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Void
  ) async rethrows -> Double {
    try await work()
    var seconds: [Double] = []
    for _ in 0..<repetitions {
      let start = ContinuousClock.now
      try await work()
      seconds.append(inSeconds(ContinuousClock.now - start))
    }
    return median(seconds)
  }

  /// The seconds that one run takes.
  static func once(_ work: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try work()
    return inSeconds(ContinuousClock.now - start)
  }

  /// The middle value; 0 for none.
  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  private static func inSeconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }
}
