import Foundation
import HTTPServer
import Glibc
import TestSupport
import Testing

@testable import weft

/// `weft read` in a terminal, by its keys and its screens.
@Suite(.enabled(if: TmuxScreen.isInstalled)) final class ReadTests {
  private let site: ReaderSite
  private let state: StateFolder
  private let config: URL

  init() throws {
    site = try ReaderSite(pages: 20)
    state = try StateFolder()
    config = URL(filePath: state.path).appending(path: "weft.yaml")
  }

  deinit {
    site.stop()
    state.remove()
  }

  /// A screen with a reader of these sources.
  private func screen(
    _ sources: [String], more: String = "merge: {patience: 20s}\n", environment: [String: String] = [:],
    columns: Int = 100, rows: Int = 24,
    showing text: String? = " settled"
  ) async throws -> TmuxScreen {
    let yaml = PagedFeed.configuration(sources.map { ($0, "/" + $0) }, origin: site.server.origin, more: more)
    try Data(yaml.utf8).write(to: config)
    let variables = ["XDG_STATE_HOME": state.path, "XDG_CACHE_HOME": state.path + "/cache", "LC_ALL": "C.UTF-8"]
    let screen = try TmuxScreen(
      ["read", "-c", config.path], environment: variables.merging(environment) { $1 }, columns: columns, rows: rows)
    try screen.start()
    if let text { try await screen.wait(for: text) }
    return screen
  }

  @Test func readsAndScrolls() async throws {
    let screen = try await screen(["a", "b"])
    let first = try await screen.wait(for: "a item 11.")
    #expect(first.contains("2025-01-31 13:00 a"))
    try screen.send("Down", "Enter")
    try await screen.wait(for: "Text of 1 with a link[1].")
    try screen.send("q", "End")
    // The next items come as soon as the place is there.
    try await screen.wait("more") { !$0.contains("a item 1.") }
    try screen.send("?")
    try await screen.wait(for: "retry what failed")
    try screen.send("q", "/", "item 13.", "Enter")
    try await screen.wait("the match") { $0.contains("item 13.") }
    try screen.send("q")
    try await screen.wait(for: "ready>")
  }

  @Test(.enabled(if: isLong, "needs WEFT_LONG_TESTS")) func quitsAndGoesOn() async throws {
    let first = try await screen(["a", "b"])
    try await first.wait(for: "a item 10.")
    var end = try await first.wait("the first page") { !$0.contains("\n  …") }
    for _ in 0..<4 {
      let before = end
      try first.send("NPage")
      end = try await first.wait("the next page") { $0 != before && !$0.contains("\n  …") }
    }
    try first.send("q")
    try await first.wait(for: "ready>")

    site.add(7, to: "a")
    try first.start()
    let seen = try await first.wait(for: "7 new")
    // The same items at the same rows.
    func rows(_ text: String) -> [Substring] { Array(text.split(separator: "\n")[1..<22]) }
    #expect(rows(seen) == rows(end))
    try first.send("R")
    let top = try await first.wait(for: "a item -6.")
    #expect(!top.contains("7 new"))
    try first.send("q")
    try await first.wait("the end") { $0.contains("ready>") && !$0.contains(" Weft ") }
  }

  @Test(.enabled(if: isLong, "needs WEFT_LONG_TESTS")) func saysWhatFails() async throws {
    let screen = try await screen(["a", "broken", "b"], columns: 110, showing: "a item 1.")
    let text = try await screen.wait(for: "broken error: 500 from 127.0.0.1")
    #expect(text.contains("a item 9."))
    try screen.send("s")
    let page = try await screen.wait(for: "given up; r retries")
    #expect(page.contains("[x] broken"))
    site.mend()
    try screen.send("q", "r")
    try await screen.wait(for: "broken loadMore")
    // What was read stays where it is: the items that came too late stand below it, with a mark.
    try screen.send("End")
    try await screen.wait(for: " late")
    try screen.send("End")
    try await screen.wait(for: "late broken item")
  }

  @Test(.enabled(if: isLong, "needs WEFT_LONG_TESTS")) func resizes() async throws {
    let screen = try await screen(["a", "b"], showing: "b item 10.")
    try screen.resize(columns: 50, rows: 9)
    let small = try await screen.wait("fewer rows") { !$0.contains("a item 6.") && $0.contains(" Weft ") }
    #expect(small.split(separator: "\n").allSatisfy { $0.count <= 50 })
    try screen.send("Enter")
    try screen.resize(columns: 130, rows: 30)
    try await screen.wait("both panes") { $0.contains("│ Text of 1") || $0.contains("│ a item 1.") }
  }

  @Test(.enabled(if: isLong, "needs WEFT_LONG_TESTS")) func hostileSources() async throws {
    let hostile = try ReaderSite(pages: 1) { _, number in
      let text = HostileText.all[abs(number) % HostileText.all.count]
      return ("T\(number) " + text + " end", "<p>B\(number)</p>" + text)
    }
    defer { hostile.stop() }
    let names = (1...5).map { "h\($0)" }
    let yaml = PagedFeed.configuration(names.map { ($0, "/" + $0) }, origin: hostile.server.origin)
    try Data(yaml.utf8).write(to: config)
    let screen = try TmuxScreen(
      ["read", "-c", config.path], environment: ["XDG_STATE_HOME": state.path, "LC_ALL": "C.UTF-8"], columns: 100,
      rows: 30)
    try screen.start()
    try await screen.wait(for: "T1 ")
    try screen.send("Enter")
    try await screen.wait(for: "B1")
    // Each article is drawn: the next key waits for it.
    for _ in 1..<50 {
      let before = try screen.text()
      try screen.send("n")
      try await screen.wait("the next article") { $0 != before }
    }
    try await screen.wait(for: "B10")
    try screen.send("q")
    try screen.send("q")
    try await screen.wait(for: "ready>")
    let raw = String(decoding: screen.raw, as: UTF8.self)
    for sequence in [
      "\u{1B}]", "\u{1B}P", "\u{1B}[2;66", "\u{1B}c", "\u{9B}", "\u{9D}", "\u{90}", "ZXZpbA", "\u{202E}", "\u{200B}",
    ] {
      #expect(!raw.contains(sequence), "\(sequence.debugDescription)")
    }
  }

  @Test(arguments: [("TERM", "dumb"), ("TERM", "no-such-terminal")])
  func terminalsThatCannotBeUsed(_ name: String, _ value: String) async throws {
    let screen = try await screen(["a"], environment: [name: value], showing: "weft: ")
    try screen.send("echo \"status $?\"", "Enter")
    try await screen.wait(for: "status 2")
  }

  @Test func withoutATerminal() throws {
    var command = BuiltCommand("read", "-c", "-")
    command.environment = ["TERM": "xterm"]
    let outcome = try command.run()
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(outcome.errors.contains("a terminal was expected"))
  }

  /// The terminal is given back as it was, whatever ends the reader.
  @Test(
    .enabled(if: isLong, "needs WEFT_LONG_TESTS"),
    arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS])
  func givesTheTerminalBack(_ signal: Int32) async throws {
    let screen = try await screen(["a"], showing: nil)
    try screen.send("")
    try await screen.wait(for: "a item 1.")
    let reader = try #require(try screen.process())
    kill(reader, signal)
    try await screen.wait("the shell") { $0.contains("ready>") && !$0.contains(" Weft ") }
    try screen.send("clear; stty -a | grep -o -- ' -\\?\\(icanon\\|echo\\|icrnl\\) ' | tr '\\n' '.'", "Enter")
    let terminal = try await screen.wait(for: "icanon .")
    #expect(terminal.contains(" echo .") && terminal.contains(" icrnl ."))
    #expect(!terminal.contains("-icanon") && !terminal.contains("-echo .") && !terminal.contains("-icrnl"))
  }

  @Test(.enabled(if: isLong, "needs WEFT_LONG_TESTS")) func stopsAndGoesOn() async throws {
    let screen = try await screen(["a"], showing: "a item 1.")
    try screen.send("C-z")
    try await screen.wait("the shell") { $0.contains("ready>") && !$0.contains(" Weft ") }
    try screen.send("fg", "Enter")
    try await screen.wait(for: "a item 1.")
    try screen.send("q")
    try await screen.wait(for: "ready>")
  }

  @Test(.enabled(if: isLong, "needs WEFT_LONG_TESTS")) func aDamagedStoreIsSaid() async throws {
    try FileManager.default.createDirectory(
      atPath: state.path + "/weft", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(repeating: 0x41, count: 8_192).write(to: URL(filePath: state.path + "/weft/reader.sqlite"))
    let screen = try await screen(["a"], showing: "the place cannot be read")
    try await screen.wait(for: "a item 1.")
    try screen.send("q")
    try await screen.wait(for: "the place was not kept")
  }
}
