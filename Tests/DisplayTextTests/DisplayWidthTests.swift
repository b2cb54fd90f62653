import DisplayText
import Testing

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("ｱｲｳ", 3), ("ＡＢＣ", 6), ("한글", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("👍🏽", 2), ("❤️", 2), ("❤", 1),
    ("1️⃣", 2), ("©", 1), ("☂️", 2), ("a\u{200D}b", 2), ("नमस्ते", 4), ("ไทย", 3), ("เมื่อ", 3), ("—…", 2),
    ("\u{20000}", 2), ("\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2), ("〈x〉", 5), ("⌚", 2),
    ("\u{0627}\u{0644}", 2), ("ｶﾞ", 2), ("\u{2068}שלום\u{2069}", 4), ("α§±", 3), ("🏳️‍🌈", 2), ("👩🏾‍🚀", 2), ("🧑‍🤝‍🧑", 2),
    ("\u{1112}\u{1161}", 2), ("각", 2), ("\u{FE0F}", 0), ("שָׁלוֹם", 4), ("ﷺ", 1), ("か\u{3099}", 2), ("\u{200B}", 0),
  ])
  func columns(_ text: String, _ width: Int) { #expect(DisplayWidth.of(text) == width, "\(text)") }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abcde…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"),
    ("日本語", 4, "日…"), ("日本語", 1, "…"), ("x", 0, ""), ("", 5, ""), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ("a👩‍👩‍👧‍👦b", 3, "a…"), ("a👩‍👩‍👧‍👦b", 4, "a👩‍👩‍👧‍👦b"),
  ])
  func cut(_ text: String, _ columns: Int, _ expected: String) {
    let result = DisplayWidth.cut(text, to: columns)
    #expect(result == expected)
    #expect(DisplayWidth.of(result) <= columns)
  }

  @Test func padding() {
    #expect(DisplayWidth.padded("日", to: 4) == "日  ")
    #expect(DisplayWidth.padded("abc", to: 2) == "abc")
  }
}
