import TestSupport
import Testing
import WeftModel

@testable import Feeds

/// One draft serves all items: what one of them says is not said of the next.
@Suite struct ManyItemsTests {
  private static let statements = [
    "<title>A title</title>", "<title/>", "<link>https://example.org/a</link>", "<link>/b</link>",
    "<guid>https://example.org/g</guid>", "<guid isPermaLink='FALSE'>g</guid>", "<guid/>", "<id>urn:x</id>",
    "<description>A &lt;b>description&lt;/b></description>", "<description>Another</description>",
    "<content:encoded>Content &lt;a href='x'>x&lt;/a></content:encoded>", "<summary>A summary</summary>",
    "<pubDate>Mon, 02 Jun 2025 08:00:00 +0000</pubDate>", "<pubDate>2025-06-03</pubDate>",
    "<updated>2025-06-04</updated>",
    "<dc:creator>Ada L.</dc:creator>", "<author>ada@example.org (Ada)</author>", "<author><name>Bo</name></author>",
    "<author><email>c@example.org</email></author>", "<author/>", "<category>one</category>",
    "<category>two</category>",
    "<enclosure url='https://example.org/f' length='7'/>", "<itunes:duration>1:30</itunes:duration>",
    "<media:content url='https://example.org/m' type='image/png'/>", "<image><url>/i.png</url></image>",
    "<language>de</language>", "<link rel='related' href='/r'/>", "<dc:description>Of Dublin</dc:description>",
    "<media:group><media:title>M</media:title><media:description>D</media:description></media:group>",
  ]

  private static func feed(_ items: [String]) -> String {
    let spaces = """
      xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" \
      xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
      """
    return "<rss version=\"2.0\" \(spaces)><channel><title>T</title>\(items.joined(separator: "\n"))</channel></rss>"
  }

  @Test func areEachReadAsIfAlone() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let items = (0..<(1 + random.below(6))).map { _ in
        let inside = (0..<random.below(8)).map { _ in random.pick(Self.statements) }.joined()
        return random.pick(["<item>\(inside)</item>", "<item xml:lang='fr'>\(inside)</item>"])
      }
      let together = try decode(Self.feed(items)).items
      let alone = try items.flatMap { try decode(Self.feed([$0])).items }
      #expect(together == alone, "seed \(seed): \(items)")
    }
  }

  /// What stands behind an item inside of an item belongs to nothing.
  @Test func whatStandsBehindAnInnerItem() throws {
    let inner = "<item><title>Inner</title></item>"
    let items = try decode(
      Self.feed([
        "<item><title>Outer</title>\(inner)<link>/lost</link><category>lost</category></item>",
        "<item><guid>g</guid></item>",
      ])
    ).items
    #expect(items.map(\.title) == ["Outer", "Inner", nil])
    #expect(items.map(\.url) == [nil, nil, nil])
    #expect(items.map(\.tags) == [[], [], []])
  }

  @Test func aDocumentThatBreaksOff() throws {
    let items = try decode("<rss><channel><item><title>A</title></item><item><title>B</title><link>/b</link>").items
    #expect(items.map(\.title) == ["A"])
  }
}
