import Glibc
import WeftHTTP
import WeftModel

extension Subject {
  private static let pages = 2_000
  private static let connections = 64

  /// Many small pages from a server on this machine, beside the curl program with the same connection limit.
  static let fetch = Subject(
    name: "fetch", summary: "2,000 pages of 2 to 20 kB from loopback, 64 connections, beside `curl --parallel`"
  ) { report in
    var ours: [(wall: Double, processor: Double)] = []
    var yardstick: [(wall: Double, processor: Double)] = []
    try await PageServer.with(1) { origins in
      // In turns, so that both meet the same load of the machine.
      for round in 0..<16 {
        let first = try await transportSeconds(origins[0])
        let second = try curlSeconds(origins[0])
        guard round > 0 else { continue }
        ours.append(first)
        yardstick.append(second)
      }
    }
    // The median of the ratios, not the ratio of the medians: each pair met the same load.
    func ratio(_ value: KeyPath<(wall: Double, processor: Double), Double>) -> Double {
      Measurement.median(zip(yardstick, ours).map { $0[keyPath: value] / $1[keyPath: value] })
    }
    let perRequest = 1e6 / Double(pages)
    report.line("curl --parallel", Measurement.median(yardstick.map(\.wall)) * 1_000, "ms")
    report.line(
      "transport", Measurement.median(ours.map(\.wall)) * 1_000, "ms",
      ratio: .init(value: ratio(\.wall), yardstick: "the rate of curl --parallel", bar: 1))
    report.line(
      "processor, curl --parallel", Measurement.median(yardstick.map(\.processor)) * perRequest, "µs/request")
    report.line(
      "processor, transport", Measurement.median(ours.map(\.processor)) * perRequest, "µs/request",
      ratio: .init(
        value: 1 / ratio(\.processor), yardstick: "that of curl --parallel", bar: 1, isUpperBound: true))
  }

  /// A new transport each time: thread, connections and all.
  private static func transportSeconds(_ origin: String) async throws -> (wall: Double, processor: Double) {
    let start = ContinuousClock.now
    let processor = ChildProcess.ownSeconds()
    let transport = CurlTransport(connectionsPerHost: connections, connections: connections)
    let bytes = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<pages {
        group.addTask { try await transport.response(to: Request(url: "\(origin)/\(number)")).body.count }
      }
      return try await group.reduce(0, +)
    }
    guard bytes == 22_000_000 else { throw ChildProcess.Failure(description: "\(bytes) bytes came") }
    return ((ContinuousClock.now - start).inSeconds, ChildProcess.ownSeconds() - processor)
  }

  private static func curlSeconds(_ origin: String) throws -> (wall: Double, processor: Double) {
    let list = (0..<pages).map { "url = \"\(origin)/\($0)\"\noutput = /dev/null\n" }.joined()
    let file = try ChildProcess.file(Array(list.utf8))
    defer { fclose(file) }
    let start = ContinuousClock.now
    let curl = try ChildProcess(
      [
        "curl", "--silent", "--no-progress-meter", "--parallel", "--parallel-immediate", "--parallel-max",
        "\(connections)", "--config", "-",
      ], input: fileno(file))
    let cost = curl.finish()
    guard cost.status == 0 else { throw ChildProcess.Failure(description: "curl failed") }
    return ((ContinuousClock.now - start).inSeconds, cost.seconds)
  }
}
