import Glibc
import WeftModel

extension Subject {
  private static let sourceCount = 1_000

  /// A configuration of a thousand sources with a page each: the whole command, as a person runs it.
  static let sources = Subject(
    name: "sources", summary: "`weft feed` on 1,000 sources of one page: time, first item, memory, descriptors"
  ) { report in
    let weft = ChildProcess.weft
    try await PageServer.with(16) { origins in
      let lines = (0..<sourceCount).map { "  s\($0): {url: '\(origins[$0 % origins.count])/feed/\($0)'}\n" }
      let bytes = Array(("sources:\n" + lines.joined()).utf8)
      var walls: [Double] = []
      var firsts: [Double] = []
      var peak = 0.0
      var descriptors = 0
      for _ in 0..<5 {
        let file = try ChildProcess.file(bytes)
        defer { fclose(file) }
        let start = ContinuousClock.now
        let command = try ChildProcess(
          [weft, "feed", "-c", "-", "--limit", "all", "--format", "ndjson"], input: fileno(file), pipesOutput: true,
          environment: ["PATH=/usr/bin:/bin"])
        let watch = DescriptorWatch(command)
        guard !command.readLine().isEmpty else { throw ChildProcess.Failure(description: "nothing was printed") }
        firsts.append((ContinuousClock.now - start).inSeconds)
        let items = 1 + command.countLines()
        descriptors = max(descriptors, watch.stop())
        let cost = command.finish()
        walls.append((ContinuousClock.now - start).inSeconds)
        peak = max(peak, cost.peakBytes)
        guard cost.status == 0, items == sourceCount * 10 else {
          throw ChildProcess.Failure(description: "status \(cost.status), \(items) items")
        }
      }
      report.line("all 10,000 items of 1,000 sources", Measurement.median(walls) * 1_000, "ms")
      report.line("first item", Measurement.median(firsts) * 1_000, "ms")
      report.line(
        "peak memory", peak / 1e6, "MB",
        ratio: .init(value: peak / 1e8, yardstick: "100 MB", bar: 1, isUpperBound: true))
      report.line("open descriptors at most", Double(descriptors), "")
    }
  }
}

/// Looks every few milliseconds how many descriptors a program has open.
///
/// `@unchecked`: the thread that looks writes `most`, and is joined before it is read.
private final class DescriptorWatch: @unchecked Sendable {
  private let process: ChildProcess
  private var thread = pthread_t()
  private var most = 0

  init(_ process: ChildProcess) {
    self.process = process
    pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let watch = Unmanaged<DescriptorWatch>.fromOpaque(context).takeUnretainedValue()
        while !watch.process.hasEnded {
          watch.most = max(watch.most, watch.process.openDescriptors)
          usleep(2_000)
        }
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Waits for the end of the program.
  func stop() -> Int {
    pthread_join(thread, nil)
    return most
  }
}

extension ChildProcess {
  /// The command beside this program.
  static var weft: String {
    let folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return (folder.isEmpty ? "." : folder.joined(separator: "/")) + "/weft"
  }
}
