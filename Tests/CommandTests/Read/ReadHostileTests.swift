import Foundation
import HTTPServer
import TestSupport
import Testing

@testable import weft

/// Whatever a server gives, the terminal gets nothing but what curses makes.
@Suite(.enabled(if: isLong && TmuxScreen.isInstalled, "needs WEFT_LONG_TESTS and tmux")) struct ReadHostileTests {
  /// A feed of all hostile texts, everywhere where a feed has text; other paths answer with errors made of them.
  private static func answer(_ request: ServerRequest) -> ServerResponse {
    let all = HostileText.all
    let number = Int(request.path.drop { !$0.isNumber }) ?? 0
    let text = all[(number * 7) % all.count]
    if request.path.hasPrefix("/status") { return .text(text, status: 500) }
    if request.path.hasPrefix("/page") {
      return ServerResponse("text/html", "<html><title>\(text)</title><body>\(text)</body></html>")
    }
    if request.path.hasPrefix("/json") { return ServerResponse("application/json", "{\"\(text)\": [" + text) }
    let items = all.enumerated().map { index, text -> String in
      let json = HostileText.json(text, surrogate: index % 3 == 0)
      let time = Date(timeIntervalSince1970: 1_738_332_000 - Double(index) * 3_600).formatted(.iso8601)
      return """
        {"id":"\(number)-\(index)","url":\(HostileText.json("http://example.org/\(index)/" + text)),\
        "title":\(HostileText.json("T\(index + 1) " + text + " end", surrogate: index % 3 == 0)),\
        "date_published":"\(time)","authors":[{"name":\(json)}],"tags":[\(json)],"summary":\(json),\
        "attachments":[{"url":\(HostileText.json("http://example.org/" + text)),"mime_type":"a/b"}],\
        "content_html":\(HostileText.json("<p>B\(index + 1)</p><p>" + text + "</p><pre>" + text + "</pre>"))}
        """
    }
    return ServerResponse(
      "application/feed+json",
      "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\(HostileText.json(text)),"
        + "\"items\":[\(items.joined(separator: ","))]}")
  }

  @Test func nothingReachesTheTerminal() async throws {
    let server = try LoopbackServer { Self.answer($0) }
    defer { server.stop() }
    let state = try StateFolder()
    defer { state.remove() }
    let names = (1...4).map { "feed\($0)" } + (1...4).flatMap { ["status\($0)", "page\($0)", "json\($0)"] }
    let config = URL(filePath: state.path).appending(path: "weft.yaml")
    let yaml = PagedFeed.configuration(names.map { ($0, "/" + $0) }, origin: server.origin)
    try Data((yaml + "merge: {dedupe: {scope: source}}\n").utf8).write(to: config)
    let screen = try TmuxScreen(
      ["read", "-c", config.path], environment: ["XDG_STATE_HOME": state.path, "LC_ALL": "C.UTF-8", "COLORTERM": ""],
      columns: 130, rows: 40)
    try screen.start()
    try await screen.wait(for: "T1 ")
    // The errors, and every title of the list.
    try screen.send("s")
    try await screen.wait(for: "error:")
    try screen.send("q")
    try await screen.press("Down", until: "T\(HostileText.all.count) ")
    // Every article, and its end.
    try screen.send("g", "Enter")
    try await screen.wait(for: "B1")
    for _ in 1..<HostileText.all.count {
      let before = try screen.text()
      try screen.send("End", "n")
      try await screen.wait("the next article") { $0 != before }
    }
    try screen.send("y", "q", "/", "item", "Enter", "q")
    try await screen.wait(for: "ready>")
    // The address that was copied is the one sequence of ours.
    let raw = String(decoding: screen.raw, as: UTF8.self)
    let copied = raw.matches(of: /\u{1B}\]52;c;[A-Za-z0-9+\/=]*\u{07}/).map { String($0.output) }
    #expect(copied.count <= 2)
    let rest = raw.replacing(/\u{1B}Ptmux;\u{1B}\u{1B}\]52;c;[A-Za-z0-9+\/=]*\u{07}\u{1B}\\/, with: "")
      .replacing(/\u{1B}\]52;c;[A-Za-z0-9+\/=]*\u{07}/, with: "")
    let strange = TerminalSequences.strange(in: Array(rest.utf8))
    #expect(strange == [], "\(Set(strange))")
  }

  /// What the test above looks for it finds.
  @Test(
    arguments: HostileText.all.filter {
      $0.unicodeScalars.contains { $0 == "\u{1B}" || (0x80..<0xA0).contains($0.value) }
    })
  func theTestFindsThem(_ text: String) {
    #expect(!TerminalSequences.strange(in: Array((text + "[?47h").utf8)).isEmpty)
  }
}
