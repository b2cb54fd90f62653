import Testing
import WeftModel

/// Feeds whose markup is broken.
@Suite struct MendingTests {
  @Test(arguments: [
    "<item><title>1</title><item><title>2</title></item>", "<item><title>1</item><item><title>2</item>",
    "<item><itunes:category text='x'><guid>1</guid></item><item><guid>2</guid></item>",
    "<itunes:category text='x'><item><guid>1</guid></item><item><guid>2</guid></item>",
    "<ITEM><Title>1</title></item><Item><TITLE>2</Title></ITEM>",
    "<item><title>1</title></b></item></x><item><title>2</title></item>",
    "<item a=b c 'd><title>1</title></item><item e=\"f><title>2</title></item>",
    "<description>never closed <item><title>1</title></item><item><title>2</title></item>",
    "<item><title>1</title></item>text<item><title>2</title></item>",
  ])
  func twoItemsComeOut(inside: String) throws {
    let page = try decode("<rss><channel>\(inside)</channel></rss>")
    #expect(page.items.count == 2)
  }

  @Test(arguments: [
    ("<rss><item><title>x</title></item></rss>"), ("<channel><item><title>x</title></item></channel>"),
    ("<item><title>x</title></item>"), ("<entry xmlns='http://www.w3.org/2005/Atom'><title>x</title></entry>"),
    ("<feed><entry><title>x</title></entry></feed>"), ("<RDF><item><title>x</title></item></RDF>"),
    ("<rss><channel/><item><title>x</title></item></rss>"),
  ])
  func wrongRootsAreRead(feed: String) throws {
    #expect(try decode(feed).items.map(\.title) == ["x"])
  }

  /// A newline before the declaration, which XML forbids.
  @Test(arguments: ["\n", "\r\n \t", "\u{FEFF}\n", "\n\n\n"]) func whiteSpaceBeforeTheDeclarationIsNothing(lead: String)
    throws
  {
    let page = try decode(lead + "<?xml version=\"1.0\"?>\n" + rss(item: "<title>x</title>"))
    #expect(page.items.map(\.title) == ["x"] && page.warnings == [])
  }

  @Test func attributesAreReadHoweverTheyAreWritten() throws {
    let item = try item("<enclosure url=https://example.org/a?b&c=1 type='audio/mpeg' TYPE length=\"5/><guid>1</guid>")
    #expect(
      item.attachments == [
        Attachment(url: "https://example.org/a?b&c=1", mimeType: "audio/mpeg", sizeInBytes: 5)
      ])
    #expect(item.id == "1")
  }

  @Test func markupInTextIsKept() throws {
    #expect(
      try item("<description><p>a <br/>b</p> &lt;i&gt;c&lt;/i&gt;</description>").contentHTML
        == "<p>a <br>b</p> <i>c</i>")
    #expect(try item("<description>1 < 2 <3</description>").contentHTML == "1 < 2 <3")
  }

  /// Placeholders of our own in the text of others mean nothing.
  @Test func forgedMarksAreDropped() throws {
    let item = try item("<title>a<?t?>b &amp; <?b?>c</title><description><?t?><![CDATA[<?t?>x]]><?t?></description>")
    #expect(item.title == "ab & c")
    #expect(item.contentHTML == "<?t?>x")
  }
}
