import Testing
import WeftModel

/// Single statements of items and feeds.
@Suite struct ItemDetailTests {
  private func entry(_ inside: String, root: String = "") throws -> Item {
    try #require(decode("<feed xmlns='http://www.w3.org/2005/Atom'\(root)><entry>\(inside)</entry></feed>").items.first)
  }

  @Test func permaLinkInAnyLetterCase() throws {
    #expect(try item("<guid isPermaLink='TRUE'>https://example.org/x</guid>").url == "https://example.org/x")
    #expect(try item("<guid isPermaLink='False'>https://example.org/x</guid>").url == nil)
  }

  /// An Atom id looks like an address and is none (RFC 4287 section 4.2.6).
  @Test func atomIDIsNoAddress() throws {
    let entry = try entry("<id>https://example.org/x</id>")
    #expect(entry.id == "https://example.org/x" && entry.url == nil)
  }

  @Test func relativeIDsAreMeantAgainstAStatedBase() throws {
    #expect(try entry("<id>x</id>", root: " xml:base='https://b.example.org/a/'").id == "https://b.example.org/a/x")
    #expect(try entry("<id>x</id>").id == "x")
    #expect(
      try decode("<rss xml:base='https://b.example.org/'><channel><item><guid>x</guid></item></channel></rss>")
        .items.first?.id == "x")
  }

  @Test func basesNest() throws {
    let entry = try entry(
      "<link href='x'/><link rel='enclosure' xml:base='c/' href='y'/><link rel='enclosure' href='z'/>",
      root: " xml:base='/a/'")
    #expect(entry.url == "https://example.org/a/x")
    #expect(entry.attachments.map(\.url) == ["https://example.org/a/c/y", "https://example.org/a/z"])
  }

  /// Nothing is relative to an address that is none of the web.
  @Test func linksOfADocumentFromElsewhere() throws {
    let page = try decode(rss(item: "<link>/x</link>"), url: "file:///home/me/feed.xml")
    #expect(page.items.map(\.url) == ["/x"])
  }

  /// RSS 0.9x has an image with a title and a link of its own, and people with whatever inside.
  @Test(arguments: ["image", "author"])
  func itemsDoNotBeginEverywhere(element: String) throws {
    let page = try decode(
      "<rss><channel><item><guid>1</guid><\(element)><item><guid>2</guid></item></\(element)></item></channel></rss>")
    #expect(page.items.map(\.id) == ["1"])
  }

  @Test func categories() throws {
    #expect(
      try item("<itunes:category text='Arts'><itunes:category text='Design'/></itunes:category>").tags
        == ["Arts", "Design"])
    #expect(try entry("<category label='Only a label'/>").tags == ["Only a label"])
    #expect(
      try item("<category>a</category><category/><category> a </category><category>b</category>").tags == ["a", "b"])
    #expect(try item("<media:keywords>a, b,, ,c</media:keywords>").tags == ["a", "b", "c"])
  }

  @Test(
    arguments: [
      ("90", 90), ("1:30", 90), ("01:02:30", 3_750), (" 5 ", 5), ("1:2:3:4", nil), ("-5", nil), ("inf", nil),
      ("nan", nil), ("1:-30", nil), ("", nil), ("soon", nil),
    ] as [(String, Double?)])
  func durations(written: String, seconds: Double?) throws {
    let item = try item("<enclosure url='/e'/><itunes:duration>\(written)</itunes:duration>")
    #expect(item.attachments.map(\.durationInSeconds) == [seconds])
  }

  /// Items that have a title only are told apart by their dates.
  @Test func madeIDsDifferByDate() throws {
    let first = try item("<title>A</title><pubDate>Mon, 21 Apr 2025 06:00:00 GMT</pubDate>").id
    #expect(try item("<title>A</title><pubDate>Tue, 22 Apr 2025 06:00:00 GMT</pubDate>").id != first)
  }

  @Test func relationsAreComparedByTheirNames() throws {
    let registry = "http://www.iana.org/assignments/relation/"
    let page = try decode(
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><link rel=" next\n" href="/n"/><link rel="\(registry)first" href="/f"/>
      <link rel="" href="/h"/><link rel="nexter" href="/x"/></feed>
      """)
    #expect(page.links.map(\.relation) == ["next", "first"])
    #expect(page.feed.homePageURL == "https://example.org/h")
  }

  /// Namespaces with `https`, a slash too many or in capitals, and prefixes nobody declared.
  @Test(arguments: [
    "<c:creator xmlns:c='https://purl.org/dc/elements/1.1/'>A</c:creator>",
    "<c:creator xmlns:c='http://purl.org/dc/elements/1.1'>A</c:creator>",
    "<c:creator xmlns:c='HTTP://PURL.ORG/DC/elements/1.1/ '>A</c:creator>", "<dc:creator>A</dc:creator>",
    "<DC:creator>A</DC:creator>", "<dc:Creator>A</dc:Creator>",
  ])
  func vocabulariesAreRecognized(element: String) throws {
    #expect(try item(element).authors.map(\.name) == ["A"])
  }

  @Test func anotherVocabularyMeansNothing() throws {
    #expect(try item("<c:title xmlns:c='https://example.org/other'>A</c:title><guid>1</guid>").title == nil)
  }
}
