import Regexes
import Testing

@Suite struct IRegexpTests {
  static let whole: [(pattern: String, text: String, isMatch: Bool)] = [
    ("a.b", "axb", true), ("a.b", "a\nb", false), ("a.b", "a\rb", false), ("a.b", "a\u{2028}b", true),
    ("a.b", "a😀b", true),
    ("a|", "", true), ("(ab)*", "abab", true), ("a{2}", "aa", true), ("a{2,}", "a", false), ("a{1,2}", "aa", true),
    ("[a-c^]+", "a^c", true), ("[^a-c]", "d", true), ("[-a]", "-", true), ("[a-]", "-", true),
    (#"[\]\\]+"#, #"]\"#, true),
    (#"\p{Lu}+"#, "ÄB", true), (#"\P{Lu}"#, "a", true), (#"[\p{N}x]+"#, "1x٢", true), ("^$", "^$", true),
    ("a/b", "a/b", true),
    (#"\."#, ".", true), (#"\n"#, "\n", true), (#"\p{Cn}"#, "\u{0378}", true), (#"\p{C}"#, "\u{0378}", true),
    (#"\P{C}"#, "a", true),
    ("a", "aa", false), ("ö", "ö", true), (#"[\^\-]+"#, "^-", true), ("d&~#", "d&~#", true), ("(a|b)c", "bc", true),
  ]

  @Test(arguments: whole) func matchesTheWholeText(pattern: String, text: String, isMatch: Bool) {
    #expect(IRegexp.compile(pattern)?.matchesWhole(text) == isMatch)
  }

  static let refused = [
    #"\d"#, #"\w"#, #"\s"#, #"\b"#, #"\1"#, "a**", "a+?", "a{1}{2}", "*a", "(?i)a", "(?:a)", "(a", "a)", "[a", "]",
    "a]", "{", "}",
    "a{,2}", "a{", "a{1", "[]", "[^]", "[a--]", "[[]", "[a[b]]", #"\p{Latin}"#, #"\pL"#, #"\p{Lx}"#, #"\"#, #"[\d]"#,
    "[z-a]", "a{2,1}",
    #"[a-\p{L}]"#, "?", "|*", "(*)", #"\p{}"#, #"\$"#, #"\/"#,
  ]

  @Test(arguments: refused) func refusesWhatTheGrammarDoesNotHave(pattern: String) {
    #expect(IRegexp.compile(pattern) == nil)
  }

  @Test func deepNestingIsNoCrash() {
    let pattern = String(repeating: "(", count: 5_000) + String(repeating: ")", count: 5_000)
    #expect(IRegexp.translated(pattern) != nil)
    _ = IRegexp.compile(pattern)
  }
}
