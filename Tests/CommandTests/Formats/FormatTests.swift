import DisplayText
import Foundation
import Testing
import WeftKit

@testable import weft

@Suite struct FormatTests {
  @Test(arguments: FormatName.allCases)
  func sample(_ format: FormatName) throws {
    try Fixture.compare(SampleEntries.written(format), with: "formats/sample.\(format.rawValue)")
  }

  @Test(arguments: FormatName.allCases)
  func empty(_ format: FormatName) throws {
    try Fixture.compare(SampleEntries.written(format, []), with: "formats/empty.\(format.rawValue)")
  }

  @Test(arguments: [40, 80])
  func terminal(_ width: Int) throws {
    let terminal = Terminal(width: width, hasStyle: false)
    let text = SampleEntries.written(.text, terminal: terminal)
    for line in text.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= width) }
    try Fixture.compare(text, with: "formats/sample-\(width).text")
  }

  @Test func style() throws {
    let terminal = Terminal(width: 80, hasStyle: true)
    try Fixture.compare(
      SampleEntries.written(.text, terminal: terminal), with: "formats/sample-style.text")
  }

  @Test func jsonIsReadByAnotherReader() throws {
    let document = try JSONSerialization.jsonObject(with: Data(SampleEntries.written(.json).utf8)) as? [String: Any]
    let items = try #require(document?["items"] as? [[String: Any]])
    #expect(items.count == 3)
    #expect(items[0]["title"] as? String == SampleEntries.full.item.title)
    #expect(items[2]["content_text"] as? String == SampleEntries.hostile.item.contentText)
    for line in SampleEntries.written(.ndjson).split(separator: "\n") {
      _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
    }
  }

  @Test(
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (1_738_332_300, "Fri, 31 Jan 2025 14:05:00 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (253_402_300_800, nil), (-62_200_000_000, nil),
    ] as [(Int64, String?)])
  func rfc822(_ seconds: Int64, _ expected: String?) {
    #expect(RSSFormat.date(Timestamp(seconds: seconds)) == expected)
  }

  @Test(arguments: [
    ("https://example.org/a", true), ("urn:x:y", true), ("tag:a,2025:b", true), ("7", false), ("a b:c", false),
    ("https:", false), ("1http://x", false), ("http://x/ y", false), ("http://x/<", false), ("", false),
  ])
  func iri(_ text: String, _ expected: Bool) { #expect(WebAddress.isAbsoluteIRI(text) == expected) }

  @Test(arguments: [
    ("<p>Hello <b>you</b></p>", "Hello you"), ("a &lt; b &amp; c &#x27;d&#39; &nope; &", "a < b & c 'd' &nope; &"),
    ("<style>p{}</style>Text", "Text"), ("1 < 2", "1 < 2"), ("<never closed", "<never closed"),
    ("<script>x<y</script>z", "z"),
  ])
  func beginning(_ markup: String, _ expected: String) {
    var item = Item(id: "x")
    item.contentHTML = markup
    #expect(TextFormat.title(of: item) == (expected.isEmpty ? "x" : expected))
  }
}
