import DisplayText
import TestSupport
import Testing

@Suite struct LineWrapTests {
  @Test(
    arguments: [
      ("", 10, []), ("one", 10, ["one"]), ("one two three", 7, ["one two", "three"]), ("one  two", 3, ["one", "two"]),
      ("abcdefgh", 3, ["abc", "def", "gh"]), ("日本語です", 4, ["日本", "語で", "す"]), ("a 日本語", 4, ["a 日", "本語"]),
      ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]), ("one two", 1, ["on", "e", "tw", "o"]),
      ("ab 👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 4, ["ab", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦"]),
    ] as [(String, Int, [String])])
  func lines(_ text: String, _ columns: Int, _ expected: [String]) {
    #expect(LineWrap.lines(text, columns: columns) == expected)
  }

  @Test(
    arguments: [
      ("", 5, [""]), ("  a  b", 3, ["  a", "  b"]), ("日本語", 5, ["日本", "語"]), ("abc", 1, ["ab", "c"]),
      ("e\u{301}e\u{301}x", 2, ["e\u{301}e\u{301}", "x"]),
    ] as [(String, Int, [String])])
  func pieces(_ text: String, _ columns: Int, _ expected: [String]) {
    #expect(LineWrap.pieces(text, columns: columns) == expected)
  }

  @Test func theLastLineSaysThatThereIsMore() {
    #expect(LineWrap.lines("one two three four", columns: 7, most: 2) == ["one two", "three …"])
    #expect(LineWrap.lines("one two three", columns: 7, most: 2) == ["one two", "three"])
    #expect(LineWrap.lines("日本語日本語", columns: 5, most: 1) == ["日本…"])
  }

  /// No line is too wide, and nothing but blanks is lost; the seed is printed with a failure.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func random(_ seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let alphabet: [Character] = ["a", "b", " ", " ", "日", "e\u{301}", "👍🏽", "-", "ש"]
    for _ in 0..<300 {
      let count = Int.random(in: 0..<40, using: &generator)
      let text = String((0..<count).compactMap { _ in alphabet.randomElement(using: &generator) })
      let columns = Int.random(in: 2..<12, using: &generator)
      let lines = LineWrap.lines(text, columns: columns)
      let widest = lines.map { DisplayWidth.of($0) }.max() ?? 0
      #expect(widest <= columns, "seed \(seed): \(text)")
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " }, "seed \(seed): \(text)")
    }
  }
}
