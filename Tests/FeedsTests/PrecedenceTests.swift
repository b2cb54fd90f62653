import Testing
import WeftModel

/// Several elements that state one field: the one that was made for it counts, wherever it stands.
@Suite struct PrecedenceTests {
  /// The item of a feed whose statements stand in this order, and in the other.
  private func inBothOrders(_ statements: [String], _ read: (Item) -> String?) throws -> [String?] {
    try [statements, statements.reversed()].map { try read(item($0.joined())) }
  }

  private func entry(_ inside: String, feed: String = "") throws -> Item {
    let page = try decode("<feed xmlns='http://www.w3.org/2005/Atom'>\(feed)<entry>\(inside)</entry></feed>")
    return try #require(page.items.first)
  }

  @Test func titleBeforeThatOfAModule() throws {
    let titles = ["<media:title>M</media:title>", "<dc:title>D</dc:title>", "<title>T</title>"]
    #expect(try inBothOrders(titles, \.title) == ["T", "T"])
    #expect(try inBothOrders(Array(titles.prefix(2)), \.title) == ["D", "D"])
  }

  @Test func encodedContentBeforeAnyOther() throws {
    let contents = ["<body>b</body>", "<content:encoded>e</content:encoded>", "<description>d</description>"]
    #expect(try inBothOrders(contents, \.contentHTML) == ["e", "e"])
    #expect(try inBothOrders([contents[0], contents[2]], \.contentHTML) == ["b", "b"])
  }

  @Test func guidBeforeAnIdentifier() throws {
    #expect(try inBothOrders(["<dc:identifier>d</dc:identifier>", "<guid>g</guid>"], \.id) == ["g", "g"])
  }

  @Test func datesOfTheFormatBeforeThoseOfAModule() throws {
    let published = [
      "<dcterms:issued>2001-01-01</dcterms:issued>", "<pubDate>Mon, 21 Apr 2025 06:00:00 GMT</pubDate>",
    ]
    #expect(
      try inBothOrders(published) { $0.datePublished?.rfc3339 } == Array(repeating: "2025-04-21T06:00:00Z", count: 2))
    for order in [
      ["issued", "published"], ["published", "issued"], ["created", "published"], ["created", "issued"],
    ] {
      let years = ["created": 2001, "issued": 2002, "published": 2003]
      let dates = order.map { "<\($0)>\(years[$0] ?? 0)-01-01T00:00:00Z</\($0)>" }.joined()
      let year = order.compactMap { years[$0] }.max() ?? 0
      #expect(try entry(dates).datePublished?.rfc3339 == "\(year)-01-01T00:00:00Z", "\(order)")
    }
    let modified = try entry(
      "<dc:date xmlns:dc='http://purl.org/dc/elements/1.1/'>2001-01-01T00:00:00Z</dc:date><updated>2002-01-01T00:00:00Z</updated>"
    )
    #expect(modified.dateModified?.rfc3339 == "2002-01-01T00:00:00Z")
  }

  @Test func imageBeforeThumbnailBeforeMedia() throws {
    let images = [
      "<media:content medium='image' url='/m'/>", "<media:thumbnail url='/t'/>", "<itunes:image href='/i'/>",
    ]
    #expect(try inBothOrders(images, \.image) == ["https://example.org/i", "https://example.org/i"])
    #expect(try inBothOrders(Array(images.prefix(2)), \.image) == ["https://example.org/t", "https://example.org/t"])
    #expect(try item(images[0]).image == "https://example.org/m")
    #expect(try item("<media:content type='image/png' url='/m'/>").image == "https://example.org/m")
    #expect(try item("<media:content type='video/mp4' url='/m'/>").image == nil)
  }

  @Test func creatorBeforeAuthorBeforeThatOfAPodcast() throws {
    let authors = [
      "<itunes:author>I</itunes:author>", "<author>a@example.org (A)</author>", "<dc:creator>D</dc:creator>",
    ]
    func names(_ item: Item) -> String { item.authors.map { $0.name ?? "" }.joined(separator: " ") }
    #expect(try inBothOrders(authors, names) == ["D", "D"])
    #expect(try inBothOrders(Array(authors.prefix(2)), names) == ["A", "A"])
    #expect(try item("<dc:creator>D</dc:creator><dc:creator>D</dc:creator>").authors.count == 1)
  }

  @Test func enclosuresBeforeMedia() throws {
    let files = try item("<media:content url='/m'/><enclosure url='/e'/>").attachments.map(\.url)
    #expect(files == ["https://example.org/e"])
  }

  @Test func theFilesOwnDurationIsKept() throws {
    let item = try item("<media:content url='/m' duration='10'/><itunes:duration>20</itunes:duration>")
    #expect(item.attachments.map(\.durationInSeconds) == [10])
  }

  /// An alternative of another media type is no page to read.
  @Test(arguments: ["<link type='application/json' href='/j'/>", "<link type='image/png' href='/j'/>"])
  func alternateThatIsAPage(other: String) throws {
    let page = "<link type='TEXT/HTML' href='/h'/>"
    #expect(try entry(other + page).url == "https://example.org/h")
    #expect(try entry(page + other).url == "https://example.org/h")
    #expect(try entry(other).url == "https://example.org/j")
    #expect(
      try decode("<feed xmlns='http://www.w3.org/2005/Atom'>\(other)\(page)</feed>").feed.homePageURL
        == "https://example.org/h")
  }

  @Test func theFirstOfEqualsCounts() throws {
    #expect(
      try entry("<link rel='related' href='/1'/><link rel='related' href='/2'/>").externalURL == "https://example.org/1"
    )
    let feed = try decode(
      "<feed xmlns='http://www.w3.org/2005/Atom'><link rel='self' href='/1'/><link rel='self' href='/2'/></feed>"
    ).feed
    #expect(feed.feedURL == "https://example.org/1")
  }

  @Test func whatTheFeedSaysOfItself() throws {
    let feed = try decode(
      """
      <rss xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><dc:title>D</dc:title><title>T</title>
      <dc:language>fr</dc:language><language>de</language></channel></rss>
      """
    ).feed
    #expect(feed.title == "T" && feed.language == "de")
    let icons = try decode("<feed><icon>/i.ico</icon><logo>/l.png</logo></feed>").feed
    #expect(icons.favicon == "https://example.org/i.ico" && icons.icon == "https://example.org/l.png")
  }

  /// Where there is one text only, it is both, as it is; a summary of its own is plain text.
  @Test func oneTextIsContentAndSummary() throws {
    let alone = try item("<description>&lt;b&gt;x&lt;/b&gt;</description>")
    #expect(alone.contentHTML == "<b>x</b>" && alone.summary == "<b>x</b>")
    let both = try item("<description>&lt;b&gt;x&lt;/b&gt;</description><content:encoded>y</content:encoded>")
    #expect(both.contentHTML == "y" && both.summary == "x")
  }
}
