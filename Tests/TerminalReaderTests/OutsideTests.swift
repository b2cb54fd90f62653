import Testing

@testable import TerminalReader

/// What leaves the reader: to the clipboard, and to a browser.
@Suite struct OutsideTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("\u{FF}é", "w7/DqQ=="),
  ])
  func base64(_ text: String, _ expected: String) {
    #expect(Clipboard.base64(Array(text.utf8)) == expected)
  }

  @Test func clipboard() {
    #expect(Clipboard.sequence(copying: "foo", isInTmux: false) == "\u{1B}]52;c;Zm9v\u{07}")
    #expect(
      Clipboard.sequence(copying: "foo", isInTmux: true)
        == "\u{1B}]52;c;Zm9v\u{07}\u{1B}Ptmux;\u{1B}\u{1B}]52;c;Zm9v\u{07}\u{1B}\\")
    #expect(Clipboard.sequence(copying: String(repeating: "x", count: 8_001), isInTmux: false) == nil)
  }

  @Test(arguments: [
    ("", [["xdg-open", "http://a/;b"]]),
    ("lynx:w3m -o x %s", [["lynx", "http://a/;b"], ["w3m", "-o", "x", "http://a/;b"], ["xdg-open", "http://a/;b"]]),
    ("open --url=%s", [["open", "--url=http://a/;b"], ["xdg-open", "http://a/;b"]]),
    ("::", [["xdg-open", "http://a/;b"]]),
  ])
  func browser(_ variable: String, _ expected: [[String]]) {
    #expect(Browser.commands(for: "http://a/;b", browser: variable) == expected)
  }
}
