import DisplayText
import Testing

@Suite struct DirectionTests {
  @Test(arguments: [
    ("(12) שלום abc", true), ("abc שלום", false), ("١٢ abc", false), ("١٢ مرحبا", true), ("…", false), ("", false),
    ("日本 שלום", false),
  ])
  func base(_ text: String, _ isRightToLeft: Bool) { #expect(Direction.isRightToLeft(text) == isRightToLeft) }

  @Test(arguments: [
    ("plain", false), ("日本", false), ("שלום", true), ("a مرحبا b", true), ("𐤀", true), ("ދިވެހި", true), ("1 + 2", false),
    ("ﷺ", true), ("𞤀", true), ("é", false),
  ])
  func isolates(_ text: String, _ isIsolated: Bool) {
    #expect(Direction.isolated(text) == (isIsolated ? "\u{2068}\(text)\u{2069}" : text))
    #expect(Direction.isRightToLeft(text) == (isIsolated && !text.hasPrefix("a")))
    #expect(DisplayWidth.of(Direction.isolated(text)) == DisplayWidth.of(text))
  }
}
