import Foundation
import TestSupport
import Testing

@testable import weft

/// What leaves the reader, and what comes in by the mouse.
@Suite(.enabled(if: isLong && TmuxScreen.isInstalled, "needs WEFT_LONG_TESTS and tmux")) struct ReadOutsideTests {
  private let bench: ReaderBench

  init() throws { bench = try ReaderBench() }

  /// The address is one argument, of the program that `BROWSER` names, else of `xdg-open`.
  @Test(arguments: [true, false])
  func opens(_ isNamed: Bool) async throws {
    let record = bench.state.path + "/opened"
    let name = isNamed ? "my-browser" : "xdg-open"
    // Written at once: who waits for it never sees half of it.
    let program = try bench.program(
      name, "#!/bin/sh\nprintf '%s|%s|' \"$#\" \"$1\" > '\(record).new'\nmv '\(record).new' '\(record)'\n")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let screen = try await bench.screen(
      ["a"],
      environment: ["BROWSER": isNamed ? program : "", "PATH": isNamed ? path : bench.state.path + "/bin:" + path])
    try screen.send("Down", "o")
    try await screen.wait(for: "handed to \(isNamed ? program.prefix(20) : "xdg-open")")
    try await screen.wait("the record") { _ in FileManager.default.fileExists(atPath: record) }
    #expect(try String(contentsOfFile: record, encoding: .utf8) == "1|http://example.org/a/2|")
    try FileManager.default.removeItem(atPath: record)
    // A link of the article.
    try screen.send("Enter")
    try await screen.wait(for: "Text of 2 with a link[1].")
    try screen.send("1")
    try await screen.wait("the record") { _ in FileManager.default.fileExists(atPath: record) }
    #expect(try String(contentsOfFile: record, encoding: .utf8) == "1|http://example.org/link|")
  }

  @Test func copies() async throws {
    let screen = try await bench.screen(["a"], settings: ["set -s set-clipboard on"])
    try screen.send("Down", "Down", "y")
    try await screen.wait(for: "copied, where the terminal allows it")
    try await screen.wait("the clipboard") { _ in (try? screen.clipboard()) == "http://example.org/a/3" }
    #expect(try screen.clipboard() == "http://example.org/a/3")
  }

  @Test func theMouse() async throws {
    let record = bench.state.path + "/opened"
    let program = try bench.program(
      "my-browser", "#!/bin/sh\nprintf '%s' \"$1\" > '\(record).new'\nmv '\(record).new' '\(record)'\n")
    // Of the descriptions that are everywhere, this one has the reports of today's terminals.
    let screen = try await bench.screen(["a"], environment: ["TERM": "xterm-256color", "BROWSER": program])
    try screen.mouse(button: 65, column: 10, row: 5)
    try await screen.wait("three rows further") { !$0.contains("a item 3.") && $0.contains("a item 4.") }
    try screen.mouse(button: 64, column: 10, row: 5)
    try await screen.wait(for: "a item 1.")
    try screen.mouse(column: 10, row: 4)
    try await screen.wait(for: "3 of ")
    try screen.mouse(column: 10, row: 4)
    let article = try await screen.wait(for: "Text of 3 with a link[1].")
    let lines = article.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains("a link[1]") })
    let column = try #require(lines[row].firstIndex(of: "["))
    try screen.mouse(column: lines[row].distance(from: lines[row].startIndex, to: column) + 2, row: row + 1)
    try await screen.wait("the record") { _ in FileManager.default.fileExists(atPath: record) }
    #expect(try String(contentsOfFile: record, encoding: .utf8) == "http://example.org/link")
  }

  @Test func theKeysOfTheList() async throws {
    let screen = try await bench.screen(["a"], rows: 13)
    for (keys, expected) in [
      (["NPage"], "a item 20."), (["PPage"], "a item 1."), (["Space"], "a item 20."), (["b"], "a item 1."),
      (["End"], " 2"), (["Home"], "1 of "), (["G"], " of "), (["g"], "1 of "), (["/", "item 15.", "Enter"], "15 of "),
      (["n"], "not "), (["?"], "retry what failed"), (["x"], "a item 15."),
    ] {
      for key in keys { try screen.send(key) }
      if expected == "not " { continue }
      try await screen.wait(for: expected)
    }
  }

  /// A source that is off is not fetched, however far the others are read; on again, it goes on.
  @Test func whatIsOffIsNotFetched() async throws {
    let screen = try await bench.screen(["a", "b"], rows: 12)
    try screen.send("s", "Down", "Space")
    try await screen.wait(for: "[ ] b")
    try await screen.wait(for: "off, loadMore")
    try screen.send("q")
    try await screen.wait(for: "b off")
    let asked = bench.site.requests(of: "b")
    try await screen.press("Down", until: "a item 65.")
    #expect(bench.site.requests(of: "b") == asked && bench.site.requests(of: "a") >= 6)
    try screen.send("s", "Down", "Space", "q")
    try await screen.press("End", until: "late b item")
    #expect(bench.site.requests(of: "b") > asked)
  }
}
