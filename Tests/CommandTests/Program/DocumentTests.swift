import Testing

@testable import weft

/// `weft parse` and `weft select`: documents in, JSON out.
@Suite struct DocumentTests {
  private static let feed = """
    <rss version="2.0"><channel><title>T &amp;amp; U</title><item><title>One</title><link>/1</link>\
    <pubDate>Fri, 31 Jan 2025 14:05:00 GMT</pubDate></item></channel></rss>
    """

  @Test func parse() throws {
    var command = BuiltCommand("parse", "--base", "http://example.org/feed", "-")
    command.input = Self.feed
    #expect(
      try command.run()
        == .init(
          output: """
            {"version":"https://jsonfeed.org/version/1.1","title":"T & U","items":[
            {"id":"http://example.org/1","url":"http://example.org/1","title":"One","content_text":"",\
            "date_published":"2025-01-31T14:05:00Z"}
            ],"_weft":{"received":1}}

            """, errors: "", status: 0))
  }

  @Test func noFeed() throws {
    var command = BuiltCommand("parse", "-")
    command.input = "<!DOCTYPE html><title>x</title>"
    let outcome = try command.run()
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("standard input: "))
  }

  @Test(arguments: [
    ("$.a[*].b", #"{"a":[{"b":1.50},{"b":"x"},{"c":0}]}"#, "1.50\n\"x\"\n"),
    ("a", #" {"a":[1]}"#, "[1]\n"),
    ("$.none", #"{"a":1}"#, ""),
    ("h2 a@href", "<!DOCTYPE html><h2><a href='/1'>One</a></h2><h2><a>Two</a></h2>", "\"/1\"\n"),
    ("h2", "<p><h2>One <b>b</b></h2>", "\"One b\"\n"),
    ("h2@html", "<p><h2>One <b>b</b></h2>", "\"One <b>b</b>\"\n"),
    ("//item/title", "<rss><item><title>A</title></item></rss>", "\"A\"\n"),
    ("item title", "<?xml version='1.0'?><r><item><title>A</title></item></r>", "\"A\"\n"),
  ])
  func select(_ selector: String, _ document: String, _ output: String) throws {
    var command = BuiltCommand("select", selector, "-")
    command.input = document
    #expect(try command.run() == .init(output: output, errors: "", status: 0))
  }

  @Test(arguments: [("$.a[", "{}", 2), ("h2 >", "<p>", 2), ("$.a", "{\"a\":", 1)] as [(String, String, Int32)])
  func mistakes(_ selector: String, _ document: String, _ status: Int32) throws {
    var command = BuiltCommand("select", selector, "-")
    command.input = document
    let outcome = try command.run()
    #expect(outcome.status == status)
    #expect(outcome.output == "")
    #expect(!outcome.errors.isEmpty)
  }

  @Test(arguments: [
    ("{\"a\":1}", DocumentLanguage.json), ("  [1]", .json), ("\u{FEFF}{}", .json), ("<!DOCTYPE html>", .html),
    ("<?xml version='1.0'?><rss/>", .xml), ("\n<feed xmlns='x'/>", .xml), ("<html>", .html),
    ("<?xml version='1.0'?><!DOCTYPE html><html>", .html), ("<!-- c --><rss/>", .xml), ("<!-- <rss> --><p>", .html),
  ])
  func language(_ text: String, _ expected: DocumentLanguage) {
    #expect(DocumentLanguage(of: Array(text.utf8)) == expected)
  }
}
