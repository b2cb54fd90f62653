import DisplayText
import TestSupport
import Testing

@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("plain", "plain"),
    ("  a \t b\r\nc  ", "a b c"),
    ("a\u{1B}[31mred\u{1B}[0m", "ared"),
    ("\u{1B}]8;;http://evil.example/\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
    ("\u{1B}]0;title\u{07}x", "x"),
    ("\u{1B}]0;never ended", "0;never ended"),
    ("\u{1B}Px\u{1B}\\y", "y"),
    ("\u{1B}cx", "x"),
    ("end\u{1B}", "end"),
    ("end\u{1B}[", "end"),
    ("\u{9B}2Jx", "x"),
    ("\u{9D}52;c;aGk=\u{9C}x", "x"),
    ("a\u{8}\u{7}\u{0}b\u{7F}", "ab"),
    ("a\u{202E}gpj.exe", "agpj.exe"),
    ("a\u{2066}b\u{2069}\u{200F}\u{61C}c", "abc"),
    ("a\u{2028}b\u{2029}c", "a b c"),
    ("zero\u{200B}width\u{FEFF}", "zerowidth"),
    ("👩‍👩‍👧 ❤️", "👩‍👩‍👧 ❤️"),
    ("e\u{301}", "e\u{301}"),
    ("", ""),
  ])
  func clean(_ text: String, _ expected: String) {
    #expect(Array(TerminalText.clean(text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  /// Whatever comes in, nothing goes out that a terminal obeys; the seed is printed with a failure.
  @Test(arguments: 0..<8 as Range<UInt64>)
  func random(_ seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let alphabet = Array("ab \u{1B}[]\\0;m\u{9B}\u{9D}\u{9C}\u{7}\u{0}\u{202E}\u{2067}\n\t日😀\u{301}P_^X".unicodeScalars)
    for _ in 0..<400 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<24, using: &generator) {
        if let scalar = alphabet.randomElement(using: &generator) { text.append(scalar) }
      }
      let result = TerminalText.clean(String(text))
      let isHarmless = result.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && !(0x202A...0x202E).contains($0.value)
          && !(0x2066...0x2069).contains($0.value)
      }
      #expect(isHarmless, "seed \(seed): \(text.map { String($0.value, radix: 16) })")
      #expect(TerminalText.clean(result) == result, "seed \(seed)")
    }
  }
}
