import DisplayText
import Testing

@Suite struct DirectionTests {
  @Test(arguments: [
    ("plain", false), ("日本", false), ("שלום", true), ("a مرحبا b", true), ("𐤀", true), ("ދިވެހި", true), ("1 + 2", false),
    ("ﷺ", true), ("𞤀", true), ("é", false),
  ])
  func isolates(_ text: String, _ isIsolated: Bool) {
    #expect(Direction.isolated(text) == (isIsolated ? "\u{2068}\(text)\u{2069}" : text))
    #expect(DisplayWidth.of(Direction.isolated(text)) == DisplayWidth.of(text))
  }
}
