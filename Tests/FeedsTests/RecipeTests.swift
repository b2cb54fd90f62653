import Testing
import WeftModel

/// Faults that were reported of other feed readers, each as the smallest feed that shows it.
@Suite struct RecipeTests {
  @Test func xmlBaseEndsWithItsElement() throws {
    let items = try decode(
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id>
      <link href="x" xml:base="https://one.example.org/a/"/>
      <content type="html" xml:base="https://two.example.org/b/">&lt;a href="y"&gt;&lt;/a&gt;</content>
      <summary type="html">&lt;a href="z"&gt;&lt;/a&gt;</summary><link rel="enclosure" href="w"/></entry></feed>
      """
    ).items
    #expect(items[0].url == "https://one.example.org/a/x")
    #expect(items[0].contentHTML == "<a href=\"https://two.example.org/b/y\"></a>")
    #expect(items[0].attachments.map(\.url) == ["https://example.org/w"])
  }

  @Test(
    arguments: [
      ("<guid isPermaLink=\"false\">123</guid>", "123", nil),
      ("<guid ispermalink=\"FALSE\">https://example.org/x</guid>", "https://example.org/x", nil),
      ("<guid>https://example.org/x</guid>", "https://example.org/x", "https://example.org/x"),
      ("<guid isPermaLink=\"true\">https://example.org/x</guid>", "https://example.org/x", "https://example.org/x"),
      ("<guid>abc</guid>", "abc", nil),
      ("<guid>https://example.org/g</guid><link>/l</link>", "https://example.org/g", "https://example.org/l"),
    ] as [(String, String, String?)])
  func guidIsAnAddressOnlyWhereItSaysSo(inside: String, id: String, url: String?) throws {
    let item = try item(inside)
    #expect(item.id == id)
    #expect(item.url == url)
  }

  @Test(arguments: ["test", "news", "Test Test"]) func shortWordsAreNotBase64(word: String) throws {
    let page = try decode(
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title type='application/x-custom'>\(word)</title></entry></feed>"
    )
    #expect(page.items.map(\.title) == [word])
  }

  @Test func linkWithoutRelationIsTheEntrysAddress() throws {
    let page = try decode(
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="/feed"/><link href="/home"/><entry>
      <link rel="self" href="/self"/><link href="/entry"/><link rel="enclosure" href="/file"/></entry></feed>
      """)
    #expect(page.items[0].url == "https://example.org/entry")
    #expect(page.feed.homePageURL == "https://example.org/home")
    #expect(page.feed.feedURL == "https://example.org/feed")
  }

  @Test(arguments: [
    (#"12345678901234567890"#, "12345678901234567890"), (#"7"#, "7"), (#""7""#, "7"), (#"1.50"#, "1.50"),
    (#"null"#, "https://example.org/u"), (#"true"#, "https://example.org/u"), (#""""#, "https://example.org/u"),
  ])
  func jsonIDsAreText(value: String, id: String) throws {
    let page = try decode(
      #"{"version": "https://jsonfeed.org/version/1", "items": [{"id": \#(value), "url": "https://example.org/u"}]}"#)
    #expect(page.items.map(\.id) == [id])
  }

  @Test(arguments: [
    ("Don&amp;#x27;t", "Don't"), ("Cloak&amp;Dagger", "Cloak&Dagger"), ("Cloak&amp;Dagger;", "Cloak‡"),
    ("A &amp;amp; B", "A & B"), ("A &amp;amp;amp; B", "A &amp; B"), ("5 &lt; 6", "5 < 6"),
    ("&lt;b&gt;bold&lt;/b&gt; text", "bold text"), ("List&amp;lt;T&amp;gt;", "List<T>"),
    ("<![CDATA[Don&#8217;t <i>now</i>]]>", "Don’t now"), ("un<b>escaped</b>", "unescaped"),
    (" two\n  lines ", "two lines"),
  ])
  func rssTitlesAreHTMLDecodedOnce(raw: String, title: String) throws {
    // HTML knows Dagger as an entity: with its semicolon it is one.
    #expect(try item("<title>\(raw)</title>").title == title)
  }

  @Test(arguments: [
    ("", "Don&amp;#x27;t", "Don&#x27;t"), ("type='text'", "&lt;b&gt; x", "<b> x"),
    ("type='html'", "&lt;b&gt;x&lt;/b&gt; &amp;amp;", "x &"),
    ("type='xhtml'", "<div xmlns='http://www.w3.org/1999/xhtml'>a &amp;amp; <b>x</b></div>", "a &amp; x"),
  ])
  func atomTitlesFollowTheirType(attributes: String, raw: String, title: String) throws {
    let page = try decode(
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title \(attributes)>\(raw)</title></entry></feed>")
    #expect(page.items.map(\.title) == [title])
  }

  @Test(arguments: ["<guid></guid>", "<guid> \n</guid>", "<guid/>", "", "<guid><![CDATA[]]></guid>"])
  func emptyGuidIsNone(guid: String) throws {
    let item = try item(guid + "<link>https://example.org/1</link>")
    #expect(item.id == "https://example.org/1")
    #expect(!item.hasOwnID)
  }

  @Test func itemsWithoutIDAndAddressGetAHashThatStays() throws {
    let first = try item("<title>A</title><pubDate>Mon, 21 Apr 2025 06:00:00 EDT</pubDate>")
    let again = try item("<pubDate>Mon, 21 Apr 2025 10:00:00 GMT</pubDate><title>A</title>")
    #expect(first.id.count == 32)
    #expect(first.id == again.id)
    #expect(try item("<title>B</title>").id != item("<title>A</title>").id)
  }

  @Test(
    arguments: [
      ("Mon, 21 Apr 2025 06:00:00 EDT", "2025-04-21T10:00:00Z"),
      ("Mon, 21 Apr 2025 06:00:00 EST", "2025-04-21T11:00:00Z"),
      ("Fri, 22 Sep 17 22:05:03 +0300", "2017-09-22T19:05:03Z"),
      ("Mon, 21 Apr 2025 06:00:00 CET", "2025-04-21T05:00:00Z"),
      ("not a date", nil),
    ] as [(String, String?)])
  func datesKeepTheirZones(raw: String, date: String?) throws {
    #expect(try item("<pubDate>\(raw)</pubDate>").datePublished?.rfc3339 == date)
  }

  @Test func neitherDateIsFilledFromTheOther() throws {
    let published = try item("<pubDate>Mon, 21 Apr 2025 06:00:00 GMT</pubDate>")
    #expect(published.datePublished != nil && published.dateModified == nil)
    let modified = try decode(
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><updated>2025-04-21T06:00:00Z</updated></entry></feed>"
    ).items[0]
    #expect(modified.datePublished == nil && modified.dateModified != nil)
  }

  @Test func firstAmongSeveralDatesAndAuthorsOfARank() throws {
    let item = try item(
      """
      <dc:creator>Ada</dc:creator><author>x@example.org (X)</author><dc:creator>Bob</dc:creator>
      <dc:date>2001-01-01</dc:date><pubDate>Mon, 21 Apr 2025 06:00:00 GMT</pubDate>
      <pubDate>Tue, 22 Apr 2025 06:00:00 GMT</pubDate>
      """)
    #expect(item.authors.map(\.name) == ["Ada", "Bob"])
    #expect(item.datePublished?.rfc3339 == "2025-04-21T06:00:00Z")
  }
}
