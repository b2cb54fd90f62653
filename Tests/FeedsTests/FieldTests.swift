import Testing
import WeftModel

@testable import Feeds

/// `fields` of kind feed: XPath in an entry.
@Suite struct FieldTests {
  private static let rss = """
    <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:x="urn:x"><channel><title>F</title>
    <item><title>One</title><guid>1</guid><link>https://h/1</link><x:rating>5</x:rating><x:day>2 Jan 2025</x:day>
    <x:body><![CDATA[<p>b <a href="/r">r</a></p>]]></x:body><media:thumbnail url="/i.png"/><category>a</category></item>
    <item><title>Two &amp;amp; a half</title><guid>2</guid><link>https://h/2</link></item></channel></rss>
    """

  @Test func whatIsFoundReplacesAndTheRestStays() throws {
    let page = try Self.decode(
      Self.rss,
      [
        .title: "./x:rating", .image: "./media:thumbnail/@url", .contentHTML: "./x:body",
        .tags: "./category | ./x:rating",
        .datePublished: "./x:day", .summary: "./guid",
      ])
    let (one, two) = (page.items[0], page.items[1])
    #expect(one.title == "5" && two.title == "Two & a half")
    #expect(one.image == "https://h/i.png")
    #expect(one.contentHTML == "<p>b <a href=\"https://h/r\">r</a></p>")
    #expect(one.tags == ["5", "a"] || one.tags == ["a", "5"])
    #expect(one.datePublished?.rfc3339 == "2025-01-02T00:00:00Z" && two.datePublished == nil)
    #expect(one.summary == "1" && two.summary == "2")
    #expect(one.id == "1" && one.url == "https://h/1")
    #expect(page.warnings.map(\.code).contains("zoneless_dates"))
  }

  @Test func anAtomEntryHasItsPrefixes() throws {
    let atom = """
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:y="urn:y"><title>F</title><id>f</id>
      <entry><id>e</id><title>T</title><link href="/e"/><y:n>7</y:n></entry></feed>
      """
    let item = try #require(try Self.decode(atom, [.id: "./y:n", .title: "(./y:n)[1]"]).items.first)
    #expect(item.id == "7" && item.hasOwnID && item.title == "7" && item.url == "https://h/e")
  }

  /// Where the reader of items and the tree disagree on the entries, a value could be another entry's: none is taken,
  /// and that is said. What both read alike is taken, broken or not.
  @Test(arguments: [
    // The reader sees two items, the tree three: the second title would be that of the item in the picture.
    (
      "<item><title>A</title><guid>1</guid></item><image><item><title>x</title><guid>9</guid></item></image>"
        + "<item><title>B</title><guid>2</guid></item></channel></rss>", ["A", "B"], true
    ),
    ("<item><title>A</title><guid>1</guid><item><title>B</title><guid>2</guid>", ["A"], true),
    (
      "<item><title>A & < B</title><guid>1</guid></item><item><title>B</title><guid>2</guid></item></channel>",
      ["1", "2"], false
    ),
  ])
  func aBrokenFeedKeepsItsOwnFields(items: String, titles: [String], isLeftOut: Bool) throws {
    let page = try Self.decode("<rss version=\"2.0\"><channel><title>F</title>" + items, [.title: "./guid"])
    #expect(page.items.map(\.title) == titles)
    #expect(page.warnings.map(\.code).contains("fields_left_out") == isLeftOut)
  }

  /// A selector that fails at the second entry has changed nothing in the first.
  @Test func aSelectorThatFailsLeavesAllItemsAsTheyWere() throws {
    let page = try Self.decode(Self.rss, [.title: "./x:rating | ./guid[. = '2'][unknown()]"])
    #expect(page.items.map(\.title) == ["One", "Two & a half"])
    #expect(page.warnings.map(\.code) == ["fields_left_out"])
  }

  @Test func aJSONFeedKeepsItsOwnFields() throws {
    let json =
      "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"T\",\"items\":[{\"id\":\"1\",\"title\":\"A\"}]}"
    let feed = try Self.decode(json, [.title: "./guid"])
    #expect(feed.items.map(\.title) == ["A"] && feed.warnings.map(\.code) == ["fields_left_out"])
  }

  @Test(arguments: [("title", "no XPath"), ("//title", "starts at the document"), ("./[", ""), ("", "no XPath")])
  func whatIsNoXPathIsRefused(text: String, message: String) {
    let problem = FeedKind().settings.first.flatMap { $0.check(text) }
    #expect(problem?.message.contains(message) == true, "\(text): \(problem?.message ?? "nothing")")
  }

  @Test func withItemsTheFieldsAreOfAnotherKind() throws {
    var settings = SourceSettings(name: "s", url: "https://h/feed")
    settings.items = "$.a"
    settings.fields.values = [.init(name: .title, value: .selector("a.b"))]
    _ = try FeedKind().makeDecoder(settings)
  }

  private static func decode(_ text: String, _ fields: [FieldName: String]) throws -> DecodedPage {
    var settings = SourceSettings(name: "s", url: "https://h/feed", kind: "feed")
    settings.fields.values = fields.map { .init(name: $0.key, value: .selector($0.value)) }
    return try FeedKind().makeDecoder(settings).decode(
      Response(headers: [:], body: Array(text.utf8), url: "https://h/feed", receivedAt: Timestamp(seconds: 0)))
  }
}
