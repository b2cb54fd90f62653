import Glibc
import HTTPServer

/// The servers of small pages that the benchmarks of fetching ask, as a process of its own: so that what they cost is not
/// counted as the client's.
enum PageServer {
  /// The word on the command line that starts it.
  static let word = "--serve-pages"

  /// Serves pages at so many loopback addresses, prints their origins on one line and ends with its standard input.
  static func serve(_ count: Int) throws {
    let bodies = (0..<10).map { [UInt8](repeating: 0x77, count: 2_000 + 2_000 * $0) }
    let servers = try (1...max(1, min(count, 200))).map { number in
      try LoopbackServer(host: "127.0.0.\(number)", keepsRequests: false) { request in
        guard request.path.hasPrefix("/feed/") else {
          let number = Int(request.path.dropFirst()) ?? 0
          return ServerResponse(headers: [.init("Content-Type", "text/plain")], body: .bytes(bodies[number % 10]))
        }
        return feed(Int(request.path.dropFirst(6)) ?? 0)
      }
    }
    print(servers.map(\.origin).joined(separator: " "))
    fflush(nil)
    var byte: UInt8 = 0
    while read(0, &byte, 1) > 0 {}
    for server in servers { server.stop() }
  }

  /// A JSON Feed of ten items of about a kilobyte each.
  private static func feed(_ number: Int) -> ServerResponse {
    let text = String(repeating: "All work and no play. ", count: 45)
    let items = (0..<10).map { item in
      let day = String(28 - item).count == 1 ? "0\(28 - item)" : "\(28 - item)"
      return """
        {"id":"\(number)-\(item)","url":"http://example.org/\(number)/\(item)","title":"Item \(item) of \(number)",\
        "content_text":"\(text)","date_published":"2025-01-\(day)T00:00:00Z"}
        """
    }
    return ServerResponse(
      "application/feed+json",
      "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"\(number)\",\"items\":[\(items.joined(separator: ","))]}"
    )
  }

  /// Starts it as a process; `body` gets the origins.
  static func with<Result>(_ count: Int, _ body: ([String]) async throws -> Result) async throws -> Result {
    let server = try ChildProcess(["/proc/self/exe", word, "\(count)"], pipesInput: true, pipesOutput: true)
    defer { _ = server.finish() }
    let line = server.readLine()
    guard !line.isEmpty else { throw ChildProcess.Failure(description: "the server of pages does not start") }
    return try await body(line.split(separator: " ").map(String.init))
  }
}
