import Testing
import WeftModel

/// What a document says of its feed and of the pages around it.
@Suite struct PageLinkTests {
  @Test func feedLevelLinksOnly() throws {
    let page = try decode(
      """
      <rss xmlns:atom="http://www.w3.org/2005/Atom"><channel><atom:link rel="Next" href="?paged=3"/>
      <atom:link rel="first" href="/first"/><atom:link rel="prev-archive" href="//other.example.org/a"/>
      <item><atom:link rel="next" href="/no"/></item><atom:link rel="last" href="/last"/></channel></rss>
      """)
    #expect(
      page.links == [
        RelatedLink(relation: "next", url: "https://example.org/feed?paged=3"),
        RelatedLink(relation: "first", url: "https://example.org/first"),
        RelatedLink(relation: "prev-archive", url: "https://other.example.org/a"),
        RelatedLink(relation: "last", url: "https://example.org/last"),
      ])
    #expect(page.base == "https://example.org/feed")
  }

  @Test(arguments: [
    ("<fh:complete/>", FeedInformation.History.complete), ("<fh:archive/>", .archive), ("", .unstated),
  ])
  func history(element: String, history: FeedInformation.History) throws {
    let page = try decode(
      "<rss xmlns:fh='http://purl.org/syndication/history/1.0'><channel>\(element)</channel></rss>")
    #expect(page.feed.history == history)
  }

  @Test func warningsAreWholeSentences() throws {
    let page = try decode(
      "<rss><channel><item><guid>a</guid><pubDate>2025-04-21 06:00</pubDate></b></item><item><guid>a</guid></item></channel></rss>"
    )
    #expect(
      page.warnings == [
        SourceWarning(code: "zoneless_dates", text: "1 date names no zone and is taken as UTC; set `zone`"),
        SourceWarning(code: "equal_ids", text: "all 2 items have the same id (a)"),
        SourceWarning(code: "recovered", text: "the feed is broken and was mended: tags that do not match"),
      ])
  }

  /// Ids that were made are no fault of the feed.
  @Test func equalItemsWithoutIDsAreNotWarnedOf() throws {
    let page = try decode("<rss><channel><item><title>a</title></item><item><title>a</title></item></channel></rss>")
    #expect(page.items.count == 2 && page.warnings == [])
    #expect(try decode(rss(item: "<guid>a</guid>")).warnings == [])
  }

  @Test(arguments: ["Warning: x<br />\n", "Warning: x\n", "<br />\n<b>Warning</b>: x\n", "<p/>"])
  func textBeforeTheDocumentIsWarnedOf(junk: String) throws {
    let page = try decode(junk + "<?xml version='1.0'?>" + rss(item: "<guid>a</guid>"))
    #expect(
      page.warnings.map(\.text) == ["the feed is broken and was mended: text outside of the document"])
  }

  @Test func wellFormedFeedHasNoWarnings() throws {
    let page = try decode(rss(item: "<guid>a</guid><pubDate>Mon, 21 Apr 2025 06:00:00 GMT</pubDate>"))
    #expect(page.warnings == [])
  }
}
