import Testing

@testable import WeftConfig

struct DiagnosticTests {
  @Test func showsPlaceLineCaretAndHint() {
    let diagnostic = Diagnostic(
      severity: .error, file: "weft.yaml", line: 7, column: 5, length: 5,
      message: "unknown key \"titel\" in source \"blog\"; did you mean \"title\"?", hint: "write title",
      sourceLine: "    titel: x")
    #expect(
      diagnostic.rendered(color: false) == """
        weft.yaml:7:5: error: unknown key "titel" in source "blog"; did you mean "title"?
              7 |     titel: x
                |     ^~~~~
                = hint: write title
        """)
  }

  @Test func coloursLabelMessageAndCaret() {
    let diagnostic = Diagnostic(
      severity: .warning, file: "w", line: 1, column: 1, length: 2, message: "m", sourceLine: "ab")
    let escape = "\u{1B}["
    #expect(
      diagnostic.rendered(color: true)
        == "\(escape)1mw:1:1:\(escape)0m \(escape)1;35mwarning:\(escape)0m \(escape)1mm\(escape)0m\n"
        + "      1 | ab\n        | \(escape)1;32m^~\(escape)0m")
  }

  @Test(arguments: [
    // line, column, length, the caret line behind its margin
    ("\ttitel: x", 2, 5, "\t^~~~~"),
    ("日本: x", 5, 1, "      ^"),
    ("日本: x", 1, 2, "^~~~"),
    ("e\u{301}x: y", 2, 1, " ^"),
    ("👩‍👩‍👧 x", 3, 1, "   ^"),
    ("ab", 3, 1, "  ^"),
  ])
  func putsTheCaretBelowWhatIsMeant(line: String, column: Int, length: Int, caret: String) {
    let diagnostic = Diagnostic(
      severity: .error, file: "w", line: 1, column: column, length: length, message: "m", sourceLine: line)
    let last = diagnostic.rendered(color: false).split(separator: "\n").last.map(String.init)
    #expect(last == "        | " + caret)
  }

  @Test func keepsControlCharactersFromTheTerminal() {
    let diagnostic = Diagnostic(
      severity: .error, file: "w\u{1B}", line: 1, column: 1, message: "m", sourceLine: "a\u{1B}[2J\u{202E}b")
    #expect(
      diagnostic.rendered(color: false) == "w\u{FFFD}:1:1: error: m\n      1 | a\u{FFFD}[2J\u{FFFD}b\n        | ^")
  }

  @Test func countsColumnsInCharactersAndLinesByLineEnds() {
    let text = "# 日本\r\nsources:\r  e\u{301}: {title: 'a\u{2028}b', titel: x, url: 'https://x.org'}\n"
    #expect(
      Reading.messages(text).hasPrefix("weft.yaml:3:21: error: unknown key \"titel\" in source \"e\u{301}\""))
  }

  @Test func showsAnExcerptOfAVeryLongLine() throws {
    let filler = String(repeating: "x", count: 20_000)
    let text = "sources: {a: {url: 'https://x.org', title: \(filler), titel: y}}"
    let diagnostic = try #require(throws: ConfigurationErrors.self) { try Reading.configuration(text) }.diagnostics[0]
    #expect(diagnostic.column == 20_046)
    #expect(diagnostic.sourceLine.count == 60 + 10)
    #expect(diagnostic.rendered(color: false).hasSuffix("| " + String(repeating: " ", count: 60) + "^~~~~"))
  }

  @Test func limitsHowManyAreShown() throws {
    let keys = (0..<300).map { "    key\($0): x\n" }.joined()
    let text = "sources:\n  a:\n    url: https://x.org/\n" + keys
    let diagnostics = try #require(throws: ConfigurationErrors.self) { try Reading.configuration(text) }.diagnostics
    #expect(diagnostics.count == 100)
    #expect(diagnostics.last?.hint?.hasSuffix("200 more are not shown") == true)
  }
}
