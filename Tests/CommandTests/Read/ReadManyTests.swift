import Foundation
import HTTPServer
import TestSupport
import Testing

@testable import weft

/// Fifty sources, of which one is dead, one slow and one broken: read without a pause, and what is wrong is said.
@Suite(.enabled(if: isLong && TmuxScreen.isInstalled, "needs WEFT_LONG_TESTS and tmux")) struct ReadManyTests {
  @Test func fiftySources() async throws {
    let site = try ReaderSite(pages: 20)
    let state = try StateFolder()
    defer {
      site.stop()
      state.remove()
    }
    let names = (1...47).map { "s\($0)" }
    var sources = names.map { ($0, "/" + $0) }
    // Port 9 is nobody's.
    sources += [("dead", "http://127.0.0.1:9/feed"), ("slow", "/slow"), ("broken", "/broken")]
    let config = URL(filePath: state.path).appending(path: "weft.yaml")
    let more = "merge: {patience: 300ms}\n"
    try Data(PagedFeed.configuration(sources, origin: site.server.origin, more: more).utf8).write(to: config)
    let screen = try TmuxScreen(
      ["read", "-c", config.path], environment: ["XDG_STATE_HOME": state.path, "LC_ALL": "C.UTF-8"], columns: 140)
    try screen.start()
    try await screen.wait(for: "s1 item 1.")
    let said = try await screen.wait(for: "dead error")
    #expect(said.contains("2 error") || said.contains("1 error"))
    // To the thousandth item, a screen at a time, and nothing that was seen moves.
    let goal = isLong ? 1_000 : 300
    var position = 0
    while position < goal {
      let before = try screen.text()
      try screen.send("NPage")
      let now = try await screen.wait("the next page") { $0 != before && !$0.contains("loading") }
      guard let found = now.firstMatch(of: /(\d+) of (\d+) settled/), let next = Int(found.1) else { continue }
      #expect(next >= position)
      position = next
    }
    let there = try screen.text()
    try screen.send("PPage", "NPage")
    try await screen.wait("the same page") { rows($0) == rows(there) }
    try screen.send("q")
    try await screen.wait(for: "ready>")
  }

  private func rows(_ text: String) -> [Substring] { Array(text.split(separator: "\n")[1..<21]) }
}
