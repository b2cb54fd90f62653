import Foundation
import TestSupport
import Testing

@testable import weft

/// Colours by what the terminal has, as tmux gets them.
@Suite(.enabled(if: isLong && TmuxScreen.isInstalled, "needs WEFT_LONG_TESTS and tmux")) struct ReadColourTests {
  private let bench: ReaderBench

  init() throws { bench = try ReaderBench() }

  /// The sequences of colours on the screen, without attributes: `38;5;33`.
  private func colours(of screen: TmuxScreen) throws -> Set<String> {
    let text = try screen.styled()
    return Set(
      text.matches(of: /\u{1B}\[([0-9;:]*)m/).map { String($0.output.1) }
        .filter { $0.firstMatch(of: /^(38|48|3[0-7]|9[0-7])(;|$)/) != nil })
  }

  private func screen(_ environment: [String: String]) async throws -> TmuxScreen {
    try await bench.screen(["a", "b"], environment: environment)
  }

  @Test func palette() async throws {
    let found = try colours(of: try await screen(["TERM": "tmux-256color", "COLORTERM": ""]))
    #expect(found == ["38;5;33", "38;5;35"])
  }

  /// Without a description that has them, and without one that is named for them.
  @Test(arguments: ["tmux-256color", "screen-256color", "xterm-256color", "xterm", "screen", "rxvt-unicode-256color"])
  func trueColours(_ terminal: String) async throws {
    for value in ["truecolor", "24bit"] {
      let screen = try await screen(["TERM": terminal, "COLORTERM": value])
      #expect(try colours(of: screen) == ["38;2;46;143;224", "38;2;47;163;107"], "\(terminal)")
      // Keys and the end are as ever.
      try screen.send("Down", "NPage", "s")
      try await screen.wait(for: "[x] a")
      try screen.send("q", "Home", "q")
      try await screen.wait("the shell") { $0.contains("ready>") && !$0.contains(" Weft ") }
    }
  }

  @Test(arguments: [("xterm", ["34", "32"]), ("vt100", []), ("xterm-mono", []), ("linux", ["34", "32"])])
  func fewColours(_ terminal: String, _ expected: [String]) async throws {
    let found = try colours(of: try await screen(["TERM": terminal, "COLORTERM": ""]))
    #expect(found == Set(expected))
  }

  /// A description of sixteen colours, and one that says that it has true colours: made here, for few systems have them.
  @Test(arguments: [
    ("weft-16|test,\n\tcolors#16, pairs#256, use=xterm-256color,", ["34", "32", "33", "35", "36", "94"]),
    ("weft-tc|test,\n\tTc, use=tmux-256color,", ["38;2;46;143;224", "38;2;47;163;107", "38;2;208;136;42"]),
    ("weft-rgb|test,\n\tRGB, use=tmux-256color,", ["38;2;46;143;224", "38;2;47;163;107", "38;2;208;136;42"]),
    (
      "weft-direct|test,\n\tRGB, colors#0x1000000, pairs#0x7FFF, "
        + "setaf=\\E[38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm, use=tmux-256color,",
      ["38;2;46;143;224", "38;2;47;163;107", "38;2;208;136;42"]
    ),
  ])
  func describedColours(_ entry: String, _ expected: [String]) async throws {
    let folder = bench.state.path + "/terminfo"
    try Data((entry + "\n").utf8).write(to: URL(filePath: bench.state.path + "/entry"))
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = ["tic", "-x", "-o", folder, bench.state.path + "/entry"]
    try compiler.run()
    await Task.detached { compiler.waitUntilExit() }.value
    let name = String(entry.prefix { $0 != "|" })
    let screen = try await bench.screen(
      ["a", "b", "c", "d", "e", "f"], environment: ["TERM": name, "COLORTERM": "", "TERMINFO": folder],
      showing: "f item 1.")
    let found = try colours(of: screen)
    #expect(Set(expected).isSubset(of: found), "\(found)")
  }

  @Test func noColour() async throws {
    for environment in [
      ["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"],
      ["TERM": "screen-256color", "NO_COLOR": "0"],
    ] {
      #expect(try colours(of: try await screen(environment)) == [])
    }
    // An empty value is no wish (no-color.org).
    let found = try colours(of: try await screen(["TERM": "screen-256color", "COLORTERM": "", "NO_COLOR": ""]))
    #expect(found == ["38;5;33", "38;5;35"])
  }
}
