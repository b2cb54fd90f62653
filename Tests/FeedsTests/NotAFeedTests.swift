import Testing
import WeftModel

/// What is no feed gets an error that says what it looks like.
@Suite struct NotAFeedTests {
  @Test(arguments: [
    ("", "the body is empty"), (" \n", "the body is empty"), ("\u{FEFF}", "the body is empty"),
    ("<!DOCTYPE html><html><head><title>Some\n page</title></head></html>", "an HTML page (\"Some page\"), not a feed"),
    ("<html><body>see our <a href='/rss'>&lt;rss&gt;</a> <rss></body></html>", "an HTML page, not a feed"),
    ("<html><form><input type=\"password\"></form></html>", "a login form (HTML), not a feed"),
    ("<?xml version='1.0'?><urlset><url/></urlset>", "an XML document with the root <urlset>, not a feed"),
    ("<svg xmlns='http://www.w3.org/2000/svg'/>", "an XML document with the root <svg>, not a feed"),
    ("{\"error\": 1, \"code\": 2}", "a JSON object that is no JSON Feed (its members: error, code)"),
    ("[1]", "a JSON list, not a feed"), ("no markup at all", "plain text, not a feed"),
    ("<!-- <rss><channel/></rss>", "markup without an element, not a feed"),
    ("\u{1}\u{2}\u{3}", "binary data, not a feed"),
  ])
  func saysWhatItLooksLike(body: String, message: String) {
    #expect(failure(body) == SourceFailure(.document, message, url: "https://example.org/feed", status: 200))
  }

  /// A document type may hold what looks like a root.
  @Test func rootBehindADocumentType() throws {
    let page = try decode("<!DOCTYPE rss [<!ENTITY a \"><html>\">]>" + rss(item: "<title>x</title>"))
    #expect(page.items.map(\.title) == ["x"])
  }

  /// A server's warnings are passed over, but not without end.
  @Test func junkBeforeAFeedIsLimited() throws {
    let feed = "<?xml version='1.0'?>" + rss(item: "<title>x</title>")
    #expect(try decode("<br/>" + String(repeating: "x", count: 60 << 10) + feed).items.count == 1)
    #expect(failure("<br/>" + String(repeating: "x", count: 65 << 10) + feed)?.kind == .document)
  }

  /// What looks like many documents in front is looked through once, not once from each of them.
  @Test(arguments: ["<!---->", "<?xml", "<!DOCTYPE[", "<!DOCTYPE x>"])
  func junkThatLooksLikeDocuments(piece: String) throws {
    #expect(failure("x<br/>" + String(repeating: piece, count: 100_000))?.kind == .document)
    let feed = rss(item: "<title>x</title>")
    #expect(try decode("x<br/><!-- <rss><item/> --><!DOCTYPE x><p>" + feed).items.map(\.title) == ["x"])
  }

  @Test func brokenJSONNamesThePlace() {
    let message = failure("{\"version\": \"https://jsonfeed.org/version/1\", \"items\": [")?.message
    #expect(message?.hasPrefix("neither XML nor JSON: ") == true)
  }

  @Test func compressedBodyIsNamed() {
    #expect(
      throws: SourceFailure(
        .document, "the body is compressed (gzip), not a feed", url: "https://example.org/feed", status: 200)
    ) { _ = try decode([0x1F, 0x8B, 0x08, 0x00]) }
  }
}
