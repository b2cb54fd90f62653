import Foundation
import Glibc
import HTTPServer
import Testing

@testable import weft

/// `weft feed` where something goes wrong: message and status.
@Suite struct FeedFaultsTests {
  private static func response(_ request: ServerRequest) -> ServerResponse {
    switch request.path {
    case "/good": return PagedFeed.page("good", 1...3)
    case "/paged": return PagedFeed.page("paged", 1...3, next: "/paged-2")
    case "/paged-2", "/never": return .never
    case "/huge":
      return ServerResponse("application/feed+json", String(repeating: " ", count: 20 << 20))
    case "/round": return .redirect("/round?" + (request.query ?? "") + "x")
    case "/login":
      return ServerResponse("text/html", "<!DOCTYPE html><form action=/login><input type=password></form>")
    case "/empty":
      return ServerResponse(
        "application/rss+xml", "<rss version=\"2.0\"><channel><title>Empty</title></channel></rss>")
    case "/later": return ServerResponse(status: 503, headers: [.init("Retry-After", "0")])
    default: return .text("no such page", status: 404)
    }
  }

  private func command(_ sources: [(String, String)], _ server: LoopbackServer, _ more: String...) -> BuiltCommand {
    // With patience for a busy machine, whether a slow source is left out does not depend on its speed.
    var command = BuiltCommand("feed", "-c", "-", "--patience", "1h")
    command.arguments += more
    command.input = PagedFeed.configuration(sources, origin: server.origin)
    return command
  }

  @Test(arguments: [
    "http://127.0.0.1:1/dead", "/huge", "/round", "/login", "/empty", "/later", "/missing",
  ])
  func aloneAndBesideAnother(_ path: String) throws {
    let server = try LoopbackServer(handler: Self.response)
    defer { server.stop() }
    let name = String(path.split(separator: "/").last ?? "")
    let alone = try command([(name, path)], server).run()
    let beside = try command([(name, path), ("good", "/good")], server).run()
    #expect(alone.status == (name == "empty" ? 0 : 2))
    #expect(beside.status == (name == "empty" ? 0 : 1))
    #expect(alone.output == "")
    #expect(beside.output.split(separator: "\n").count == 3)
    let text = "\(alone.errors)\nbeside another:\n\(beside.errors)"
    try Fixture.compare(PagedFeed.steady(text, server.origin), with: "faults/\(name).txt")
  }

  @Test(arguments: ["unknown-key", "syntax", "no-sources", "unquoted"])
  func configuration(_ name: String) throws {
    let file = "configurations/\(name).yaml"
    var command = BuiltCommand("feed", "-c", file)
    command.folder = Fixture.folder.path
    let outcome = try command.run()
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    try Fixture.compare(outcome.errors, with: "configurations/\(name).txt")
  }

  @Test func itemsAreShownBeforeTheNextPageAnswers() async throws {
    let server = try LoopbackServer(handler: Self.response)
    defer { server.stop() }
    let running = try command([("paged", "/paged")], server, "--strict").start()
    try await running.waitForOutput { $0.contains("paged 3") }
    await server.wait { $0.requestsOpen == 1 }
    running.signal(SIGINT)
    let outcome = try running.finish()
    #expect(outcome.status == 130)
    #expect(outcome.output.split(separator: "\n").count == 3)
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func aSignalEndsItWhileNothingAnswers(_ signal: Int32, _ status: Int32) async throws {
    let server = try LoopbackServer(handler: Self.response)
    defer { server.stop() }
    let running = try command([("never", "/never")], server).start()
    await server.wait { $0.requestsOpen == 1 }
    running.signal(signal)
    #expect(try running.finish() == .init(output: "", errors: "", status: status))
  }

  @Test func aReaderThatIsGoneEndsIt() throws {
    let server = try LoopbackServer(handler: Self.response)
    defer { server.stop() }
    var feed = command([("never", "/never")], server)
    feed.output = .closedPipe
    #expect(try feed.run() == .init(output: "", errors: "", status: 0))
    feed = command([("good", "/good")], server)
    feed.output = .closedPipe
    #expect(try feed.run() == .init(output: "", errors: "", status: 0))
  }

  @Test func aFullDisk() throws {
    let server = try LoopbackServer(handler: Self.response)
    defer { server.stop() }
    var feed = command([("good", "/good")], server)
    feed.output = .path("/dev/full")
    let outcome = try feed.run()
    #expect(outcome.status == 2)
    #expect(outcome.errors == "weft: standard output cannot be written: No space left on device\n")
  }

  /// Else the first socket or file that is opened would get the number, and our output with it.
  @Test func aClosedStandardOutput() throws {
    let server = try LoopbackServer(handler: Self.response)
    defer { server.stop() }
    var feed = command([("good", "/good")], server)
    feed.output = .closed
    let outcome = try feed.run()
    #expect(outcome.status == 2)
    #expect(outcome.errors == "weft: standard output cannot be written: Bad file descriptor\n")
  }

  @Test func aTraceThatCannotBeWrittenIsSaidOnce() throws {
    let server = try LoopbackServer(handler: Self.response)
    defer { server.stop() }
    var feed = command([("good", "/good")], server)
    feed.arguments += ["--trace", "/dev/full"]
    let outcome = try feed.run()
    #expect(outcome.status == 0)
    #expect(outcome.errors == "weft: the trace cannot be written; it ends here\n")
  }

  @Test func theTraceCountsRequests() throws {
    let server = try LoopbackServer(handler: Self.response)
    defer { server.stop() }
    let outcome = try command(
      [("good", "/good"), ("later", "/later")], server, "--trace", "-", "--limit", "2", "--format", "ndjson"
    ).run()
    let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("{") }
    let events = try lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    func count(_ event: String, _ source: String) -> Int {
      events.count { $0["event"] as? String == event && $0["source"] as? String == source }
    }
    #expect(count("request", "good") == 1)
    #expect(count("request", "later") == server.requests.count { $0.path == "/later" })
    #expect(count("emit", "good") == 2)
    let times = events.compactMap { $0["at"] as? Double }
    #expect(times.count == events.count)
    #expect(times == times.sorted())
  }
}
