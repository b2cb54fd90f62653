import Glibc

/// Measurements; benchmarks print them and never fail by them.
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

  /// The same in seconds of the processor, spent by this thread: one core, whoever else is at work.
  static func processorMedian(of repetitions: Int = 3, _ work: () throws -> Void) rethrows -> Double {
    try work()
    var seconds: [Double] = []
    for _ in 0..<repetitions { seconds.append(try processorSeconds(work)) }
    return median(seconds)
  }

  /// The seconds of the processor that one run takes.
  static func processorSeconds(_ work: () throws -> Void) rethrows -> Double {
    let start = processorSeconds()
    try work()
    return processorSeconds() - start
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The memory of the process that is really there, in bytes.
  static func residentBytes() -> Double {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 100)
    guard fgets(&line, 100, file) != nil else { return 0 }
    let fields = line.prefix { $0 != 0 }.split(separator: CChar(UInt8(ascii: " ")))
    guard fields.count > 1 else { return 0 }
    let pages = fields[1].reduce(0.0) { $0 * 10 + Double($1 - CChar(UInt8(ascii: "0"))) }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
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
