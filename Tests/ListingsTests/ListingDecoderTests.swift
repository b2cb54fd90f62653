import Testing
import WeftModel

@testable import Listings

@Suite struct ListingDecoderTests {
  @Test(arguments: [
    ("<base href=sub/><base href=/other/><a href=x>t</a>", "https://h.example/list/sub/x"),
    ("<base target=_top><a href=x>t</a>", "https://h.example/list/x"),
    ("<base href='javascript:1'><a href=x>t</a>", "https://h.example/list/x"),
    ("<a href='?a=1'>t</a>", "https://h.example/list/?a=1"), ("<a href='//o.example/x'>t</a>", "https://o.example/x"),
    ("<a href=' \n https://o.example/a '>t</a>", "https://o.example/a"),
  ])
  func addresses(_ html: String, _ url: String) throws {
    #expect(try Fixture.page(html, "a", [(.url, "@href")]).items.first?.url == url)
  }

  @Test(arguments: [
    ("<link rel=next href=2>", ["2"]), ("<LINK REL='Prefetch NEXT' HREF=2>", ["2"]),
    ("<a rel=next href=2>x</a>", ["2"]),
    ("<a rel=nextone href=2>x</a>", []), ("<a rel=next>x</a>", []), ("<a rel=next href='#top'>x</a>", []),
    ("<link rel=next href=2><a rel=next href=3>", ["2", "3"]), ("<a rel=prev href=1>x</a>", []),
    ("<!-- <a rel=next href=2> -->", []), ("<area rel=next href=2>", ["2"]),
  ])
  func standardNext(_ html: String, _ targets: [String]) throws {
    let page = try Fixture.page("<p>x</p>" + html, "p", [(.title, ":scope")])
    #expect(page.links.map(\.url) == targets.map { "https://h.example/list/" + $0 })
    #expect(page.links.allSatisfy { $0.relation == "next" })
  }

  @Test(arguments: [
    ("0; url=/new", "https://h.example/new" as String?), ("5;URL='/new'", "https://h.example/new"),
    ("0, /new", "https://h.example/new"),
    ("3 ; url = \"n w\" x", "https://h.example/list/n w"), ("6; url=/new", nil), ("0", nil), ("x; url=/new", nil),
  ])
  func refresh(_ content: String, _ target: String?) throws {
    let quoted = content.replacing("\"", with: "&quot;")
    let html = "<meta http-equiv=Refresh content=\"\(quoted)\"><p>x"
    #expect(try Fixture.page(html, "p", [(.title, ":scope")]).refresh == target)
  }

  /// Inside `noscript` a refresh is for browsers without scripts.
  @Test func refreshInNoscript() throws {
    let html = "<noscript><meta http-equiv=refresh content='0; url=/plain'></noscript><p>x"
    #expect(try Fixture.page(html, "p", [(.title, ":scope")]).refresh == nil)
  }

  @Test(arguments: [
    ("{\"a\": 1}", "application/json" as String?, "html", "the body is JSON, not HTML; set kind: json" as String?),
    (" [{\"a\": 1}]", "text/html", "html", "the body is JSON, not HTML; set kind: json"),
    ("\u{89}PNG", nil, "html", nil), ("%PDF-1.7", nil, "html", "the body is a PDF document, not HTML"),
    ("GIF89a", "text/html", "html", "the body is a GIF image, not HTML"),
    (
      "<rss version=2><channel/></rss>", "text/xml", "html",
      "the body is a feed, not HTML; leave `items` out, or set kind: xml"
    ),
    ("<!DOCTYPE html><p>x", "text/html", "xml", "the body is HTML, not XML; set kind: html"),
    ("hello", "text/plain", "xml", "the body is plain text, not XML"),
  ])
  func otherBodies(_ body: String, _ type: String?, _ form: String, _ message: String?) throws {
    let form = try #require(ListingForm(rawValue: form))
    let decoder = try ListingDecoder(Fixture.settings("p"), form: form)
    let response = Fixture.response(Array(body.utf8), type: type)
    guard let message else {
      _ = try decoder.decode(response)
      return
    }
    let failure = #expect(throws: SourceFailure.self) { try decoder.decode(response) }
    #expect(failure?.kind == .document)
    #expect(failure?.message == message)
  }

  @Test func nothingMatched() throws {
    let page = try Fixture.page("<p>Some text</p>", ".card", [(.title, ":scope")])
    #expect(page.receivedCount == 0)
    #expect(
      page.warnings == [
        SourceWarning(
          code: "no_items", text: "the selector of `items`, .card, matches none of the page's 4 elements")
      ])
  }

  @Test(arguments: [
    (
      "<div id=root></div><script src=a.js></script><noscript>You need to enable JavaScript to run this app.</noscript>",
      true
    ),
    ("<div id=app></div>", true), ("<script></script><script></script><script></script>", true),
    ("<div id=root><p>\(String(repeating: "words ", count: 100))</p></div><script></script>", false),
    ("<p>No entries.</p>", false),
  ])
  func builtByScripts(_ html: String, _ expected: Bool) throws {
    let page = try Fixture.page(html, ".card", [(.title, ":scope")])
    #expect(page.warnings.contains { $0.code == "built_by_script" } == expected)
  }

  @Test func xmlPrefixes() throws {
    let xml = """
      <?xml version="1.0"?><l xmlns:d="urn:d"><e d:id="1"><d:t>One</d:t><link>/1</link></e><e><d:t>Two</d:t></e></l>
      """
    let page = try Fixture.page(
      xml, "//e", [(.title, "./d:t"), (.url, "link"), (.id, "@d:id")], form: .xml)
    #expect(page.items.map(\.title) == ["One", "Two"])
    #expect(page.items.map(\.url) == ["https://h.example/1", nil])
    #expect(page.items.first?.id == "1")
  }

  @Test func itemsHaveALimit() throws {
    let html = String(repeating: "<p>x", count: 10_001)
    let failure = #expect(throws: SourceFailure.self) { try Fixture.page(html, "p", [(.title, ":scope")]) }
    #expect(failure?.kind == .tooLarge)
  }

  @Test func aLoginFormInPlaceOfTheListingIsAFailure() throws {
    let html = "<title>Sign in</title><form method=post><input name=user><input type=PASSWORD name=p></form>"
    let failure = #expect(throws: SourceFailure.self) { try Fixture.page(html, "article", [(.title, "h2")]) }
    #expect(failure?.message == "a login form (HTML), not the listing")
    // A listing with a form beside it is one.
    let page = try Fixture.page(html + "<article><h2>t</h2></article>", "article", [(.title, "h2")])
    #expect(page.items.map(\.title) == ["t"])
  }

  @Test func aFieldHasALimit() throws {
    let html = "<div><h2>t</h2><p>" + String(repeating: "x", count: 1 << 20) + "x</p></div>"
    let page = try Fixture.page(html, "div", [(.title, "h2"), (.contentHTML, "p"), (.contentText, "p")])
    #expect(page.items.first?.title == "t")
    #expect(page.items.first?.contentHTML == nil)
    #expect(page.items.first?.contentText == nil)
    #expect(page.warnings.contains { $0.code == "field_too_large" })
  }

  @Test(arguments: [
    (nil as String?, "items", "kind html needs a selector of its items"),
    ("", "items", "kind html needs a selector of its items"),
    ("p:hoover", "items", "':hoover' is not known"),
  ])
  func itemsSelector(_ items: String?, _ path: String, _ message: String) {
    let problem = #expect(throws: SettingProblem.self) { try ListingDecoder(Fixture.settings(items), form: .html) }
    #expect(problem?.path == path)
    #expect(problem?.message == message)
  }

  @Test func pageKeysOutsideTheDocument() throws {
    var settings = Fixture.settings("p", [(.title, ":scope")])
    settings.paging.next = "link:next"
    settings.paging.stop.totalPages = "header:X-Total-Pages"
    #expect(try ListingDecoder(settings, form: .html).decode(Fixture.response(Array("<p>x".utf8))).selected.isEmpty)
    settings.paging.next = "a["
    #expect(throws: SettingProblem.self) { try ListingDecoder(settings, form: .html) }
  }

  @Test func lastKey() throws {
    var settings = Fixture.settings("p", [(.title, ":scope")])
    settings.paging.last = "@id"
    let page = try ListingDecoder(settings, form: .html).decode(Fixture.response(Array("<p id=a>x<p id=b>y".utf8)))
    #expect(page.selected[.last]?.text == "b")
  }

  @Test(arguments: [
    ("<p id=a>x<p id=b>y", false), ("<p id=b>x<p id=b>y", true), ("<p id=b>x<p id=b>y<p id=c>z", false),
    ("<p id=a>x<p id=b>y<p id=b>z", true), ("<p id=b>x", false), ("<p>x<p>y", false), ("", false),
  ])
  func lastKeyThatIsShared(body: String, isShared: Bool) throws {
    var settings = Fixture.settings("p", [(.title, ":scope")])
    settings.paging.last = "@id"
    let page = try ListingDecoder(settings, form: .html).decode(Fixture.response(Array(body.utf8)))
    #expect(page.isLastKeyShared == isShared)
  }

  @Test(arguments: [
    ("<!DOCTYPE html><p>", "text/plain" as String?, Recognition.certain, Recognition.no),
    ("<p>x", "text/html", .certain, .no),
    ("<?xml version='1.0'?><list/>", nil, .possible, .certain), ("<rss/>", "text/xml", .no, .likely),
    ("{\"a\":1}", "application/json", .no, .no), ("plain", nil, .possible, .no),
    ("<?xml version='1.0'?><!DOCTYPE html PUBLIC '-//W3C//DTD XHTML'><html/>", nil, .certain, .no),
  ])
  func recognizes(_ body: String, _ type: String?, _ html: Recognition, _ xml: Recognition) {
    let response = Fixture.response(Array(body.utf8), type: type)
    #expect(ListingKind.html.recognizes(response) == html)
    #expect(ListingKind.xml.recognizes(response) == xml)
  }
}
