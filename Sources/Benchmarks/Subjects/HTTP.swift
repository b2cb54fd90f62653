import Glibc
import HTTPServer
import WeftHTTP
import WeftModel

extension Subject {
  private static let pages = 2_000
  private static let connections = 64

  /// Many small pages from a server on this machine, beside the curl program with the same connection limit.
  static let http = Subject(
    name: "http", summary: "2,000 pages of 2 to 20 kB from loopback, 64 connections, beside `curl --parallel`"
  ) { report in
    let bodies = (0..<10).map { [UInt8](repeating: 0x77, count: 2_000 + 2_000 * $0) }
    let server = try LoopbackServer(keepsRequests: false) { request in
      let number = Int(request.path.dropFirst()) ?? 0
      return ServerResponse(headers: [.init("Content-Type", "text/plain")], body: .bytes(bodies[number % 10]))
    }
    defer { server.stop() }
    var ours: [Double] = []
    var yardstick: [Double] = []
    // In turns, so that both meet the same load of the machine.
    for round in 0..<16 {
      let first = try await transportSeconds(server.origin)
      let second = try curlSeconds(server.origin)
      guard round > 0 else { continue }
      ours.append(first)
      yardstick.append(second)
    }
    // The median of the ratios, not the ratio of the medians: each pair met the same load.
    let ratio = Measurement.median(zip(yardstick, ours).map { $0 / $1 })
    report.line("curl --parallel", Measurement.median(yardstick) * 1_000, "ms")
    report.line(
      "transport", Measurement.median(ours) * 1_000, "ms",
      ratio: .init(value: ratio, yardstick: "the rate of curl --parallel", bar: 1))
  }

  private struct Wrong: Error, CustomStringConvertible {
    var description: String
  }

  /// A new transport each time: thread, connections and all.
  private static func transportSeconds(_ origin: String) async throws -> Double {
    let start = ContinuousClock.now
    let transport = CurlTransport(connectionsPerHost: connections, connections: connections)
    let bytes = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<pages {
        group.addTask { try await transport.response(to: Request(url: "\(origin)/\(number)")).body.count }
      }
      return try await group.reduce(0, +)
    }
    guard bytes == 22_000_000 else { throw Wrong(description: "\(bytes) bytes came") }
    return (ContinuousClock.now - start).inSeconds
  }

  private static func curlSeconds(_ origin: String) throws -> Double {
    let list = (0..<pages).map { "url = \"\(origin)/\($0)\"\noutput = /dev/null\n" }.joined()
    let bytes = Array(list.utf8)
    guard let file = tmpfile() else { throw Wrong(description: "no temporary file") }
    defer { fclose(file) }
    fwrite(bytes, 1, bytes.count, file)
    rewind(file)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, fileno(file), 0)
    let words = [
      "curl", "--silent", "--no-progress-meter", "--parallel", "--parallel-immediate", "--parallel-max",
      "\(connections)",
    ]
    var arguments: [UnsafeMutablePointer<CChar>?] = (words + ["--config", "-"]).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    let start = ContinuousClock.now
    guard posix_spawnp(&child, "curl", &actions, nil, &arguments, environ) == 0 else {
      throw Wrong(description: "curl does not start")
    }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    guard status == 0 else { throw Wrong(description: "curl failed") }
    return (ContinuousClock.now - start).inSeconds
  }
}
