import DisplayText
import Foundation
import Glibc
import TestSupport
import Testing

@testable import weft

/// Terminals as they are: of any size, resized without end, closed, shared; and text of every script.
@Suite(.enabled(if: isLong && TmuxScreen.isInstalled, "needs WEFT_LONG_TESTS and tmux")) struct ReadTerminalTests {
  /// Titles of every kind do not move what stands beside them: the rows are as the reader laid them out, cell by cell.
  @Test func everyScript() async throws {
    let titles = [
      "日本語の見出し", "한국어 제목", "e\u{301}t\u{E9} cafe\u{301}", "👩‍👩‍👧‍👦 family 👍🏽 🇩🇪 1️⃣ ❤️ end", "שלום עולם 42", "مرحبا 7", "हिन्दी शीर्षक",
      "ไทย เมื่อ", "\u{301}\u{302}marks first", "ＡＢＣ ｱｲｳ",
    ]
    let bench = try ReaderBench(pages: 1) { _, number in
      let title = titles[abs(number) % titles.count]
      return (title + " ·\(number)·", "<p>\(title) Text \(number).</p><p>\(String(repeating: title + " ", count: 20))")
    }
    let screen = try await bench.screen(["a", "b"], columns: 120, showing: "·10·")
    let list = try screen.text().split(separator: "\n").dropFirst().prefix(20)
    for row in list {
      // Time and source stand before the title, in the columns of all other rows.
      #expect(
        row.dropFirst(2).prefix(4) == "2025" && row.dropFirst(19).first.map { "日b·שפae".contains($0) } != nil, "\(row)")
    }
    // Both panes: the line between them is straight in every row, whatever stands before it.
    try screen.send("Enter")
    try await screen.wait(for: "Text 1.")
    for number in 2...10 {
      // The same item of the other source stands between them.
      try screen.send("n", "n")
      let text = try await screen.wait(for: "Text \(number).")
      for row in text.split(separator: "\n").dropFirst().prefix(21) {
        guard let bar = row.firstIndex(of: "│") else { continue }
        #expect(DisplayWidth.of(String(row[..<bar])) == 48, "\(row)")
      }
    }
    // A redraw shows the same: the library's idea of the screen is that of the terminal.
    let before = try screen.text()
    try screen.send("C-l")
    #expect(try await screen.wait("the same") { $0 == before } == before)
  }

  @Test func anySizeAndStormsOfThem() async throws {
    let bench = try ReaderBench()
    let screen = try await bench.screen(["a", "b"])
    for (columns, rows) in [(1, 1), (2, 2), (5, 3), (300, 80), (20, 5), (19, 5), (80, 2), (1, 50), (110, 24)] {
      try screen.resize(columns: columns, rows: rows)
      try screen.send("j", "Enter", "End", "q", "s", "q")
      try screen.send("?", "x")
    }
    for size in 1...60 { try screen.resize(columns: 10 + size * 37 % 200, rows: 2 + size * 13 % 60) }
    try screen.resize(columns: 100, rows: 24)
    try screen.send("Home")
    // Every row is there again, and in its place.
    try await screen.wait("the whole screen") { text in
      let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
      return rows.count >= 24 && rows[0].hasPrefix(" Weft  2 sources") && rows[1].contains("2025-01-31 13:00 a")
        && rows[21].contains(" item 11.") && rows[22].contains("loadMore") && rows[23].contains("settled")
    }
  }

  /// A key that is held down: all of it is taken, and nothing is lost behind it.
  @Test func aKeyHeldDown() async throws {
    let bench = try ReaderBench(pages: 60)
    let screen = try await bench.screen(["a", "b"])
    // It stops where nothing is loaded yet, and goes on as soon as something is.
    try await screen.press("j", until: " item 205.")
    try screen.send("k", times: 500)
    try await screen.wait(for: " 1 of ")
  }

  /// Nothing goes on when the window is closed, and the place is kept.
  @Test func theWindowIsClosed() async throws {
    let bench = try ReaderBench()
    let screen = try await bench.screen(["a"])
    try await screen.press("j", until: "a item 31.")
    let place = try screen.text()
    let reader = try #require(try screen.process())
    try screen.close()
    try await until { kill(reader, 0) != 0 }
    let again = try await bench.screen(["a"], showing: "nothing new")
    #expect(try rows(again.text()) == rows(place))
  }

  private func rows(_ text: String) -> [Substring] { Array(text.split(separator: "\n")[1..<22]) }

  private func until(_ condition: () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while !condition() {
      guard ContinuousClock.now < end else {
        Issue.record("it does not happen")
        return
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// A state folder that cannot be written: the reader reads, and says what it could not keep.
  @Test func nothingCanBeKept() async throws {
    let bench = try ReaderBench()
    // A file stands where the folder should be made: also root cannot.
    try Data().write(to: URL(filePath: bench.state.path + "/blocked"))
    let screen = try await bench.screen(["a"], environment: ["XDG_STATE_HOME": bench.state.path + "/blocked"])
    try screen.send("j", "Enter")
    try await screen.wait(for: "Text of 2")
    try screen.send("q", "q")
    try await screen.wait(for: "ready>")
    try await screen.wait(for: "the place was not kept")
  }

  /// Two readers of one configuration at once: both read, both end, the store is whole.
  @Test func twoReadersAtOnce() async throws {
    let bench = try ReaderBench()
    let one = try await bench.screen(["a"])
    let other = try await bench.screen(["a"])
    try await one.press("j", until: "a item 31.")
    try await other.press("j", until: "a item 61.")
    try one.send("q")
    try other.send("q")
    try await one.wait(for: "ready>")
    try await other.wait(for: "ready>")
    #expect(try !one.text().contains("not kept") && !other.text().contains("not kept"))
    let next = try await bench.screen(["a"], showing: "nothing new")
    let text = try next.text()
    #expect(text.contains("a item 31.") || text.contains("a item 61."), "\(text)")
  }
}
