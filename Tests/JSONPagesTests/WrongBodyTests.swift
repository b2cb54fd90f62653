import JSONPages
import Testing
import WeftModel

/// A body that is not what was expected: the message says what it is instead.
@Suite struct WrongBodyTests {
  @Test(arguments: [
    ("", "JSON was expected, the body is nothing"),
    (
      "<!DOCTYPE html>\n<html><head><title>Sign\n in</title></head><form><input type=\"Password\"></form>",
      "JSON was expected, the body is an HTML page with a login form, titled \"Sign in\""
    ),
    (
      "<html><TITLE lang=en>Sorry – gone</TITLE>",
      "JSON was expected, the body is an HTML page, titled \"Sorry – gone\""
    ),
    ("\u{FEFF}<HTML><p>x", "JSON was expected, the body is an HTML page"),
    (
      "<?xml version=\"1.0\"?><rss version=\"2.0\">", "JSON was expected, the body is an RSS feed (kind: feed reads it)"
    ),
    (
      "<feed xmlns=\"http://www.w3.org/2005/Atom\">",
      "JSON was expected, the body is an Atom feed (kind: feed reads it)"
    ),
    ("<error>no</error>", "JSON was expected, the body is an XML document"),
    (
      "Too many requests,\nplease wait",
      "JSON was expected, the body is text that begins with \"Too many requests, please wait\""
    ),
    ("callback({\"a\": 1})", "JSON was expected, the body is text that begins with \"callback({\"a\": 1})\""),
    ("{\"hits\": [1,]}", "the body is broken JSON: line 1, column 13: expected a value after the comma, found ']'"),
    (
      "{\"hits\": [{\"id\": 1}",
      "the body is broken JSON: line 1, column 20: expected ',' or ']', found the end of the document"
    ),
    ("\"no such list\"", "an object or a list was expected, the body is the JSON string \"no such list\""),
    ("404", "an object or a list was expected, the body is the JSON number 404"),
    ("false", "an object or a list was expected, the body is the JSON boolean false"),
    ("{\"hits\": \"none\"}", "items: a list was expected at `hits`, found the string \"none\""),
    (
      "{\"a.b\": 1, \"hits\": [{\"a.b\": 2}]}",
      "fields: 'a.b' finds nothing, but there is a member of just that name; write $['a.b']"
    ),
  ])
  func said(body: String, message: String) {
    let failure = #expect(throws: SourceFailure.self) {
      try PageText.decode(Array(body.utf8), .json("hits", [(.id, "a.b")]))
    }
    #expect(failure?.message == message)
    #expect(failure?.kind == .document)
  }

  @Test func namesWithDotsThatWereMeantLiterally() {
    let body = Array(#"{"@odata.nextLink": "https://x/2", "d.results": [], "list": [{"id": 1}]}"#.utf8)
    let next = #expect(throws: SourceFailure.self) {
      try PageText.decode(body, .json("list", [(.id, "id")], paging: PagingSettings(next: "@odata.nextLink")))
    }
    #expect(
      next?.message
        == "paging.next: '@odata.nextLink' finds nothing, but there is a member of just that name; write $['@odata.nextLink']"
    )
    let items = #expect(throws: SourceFailure.self) { try PageText.decode(body, .json("d.results", [(.id, "id")])) }
    #expect(
      items?.message
        == "items: 'd.results' finds nothing, but there is a member of just that name; write $['d.results']")
  }

  @Test func hostileSelectorsAreAFailure() {
    let body = Array(
      (0..<9).reduce("1") { text, _ in "[" + Array(repeating: text, count: 4).joined(separator: ",") + "]" }.utf8)
    let failure = #expect(throws: SourceFailure.self) {
      try PageText.decode(body, .json("$..*..*..*..*..*", [(.id, "id")]))
    }
    #expect(failure?.message == "items: the selector looks at more than 10000000 nodes of the document")
  }

  @Test(arguments: [
    ("text/html", "<html>", Recognition.no), ("application/json", "{}", .certain), ("application/json", "", .possible),
    ("application/vnd.x+json; charset=utf-8", " [1]", .certain), ("text/plain", "{}", .likely),
    ("text/plain", "a", .no),
    ("application/json", "<html>", .no), ("application/json", "null", .possible),
  ])
  func recognized(type: String, body: String, recognition: Recognition) {
    let response = Response(
      headers: ["Content-Type": type], body: Array(body.utf8), url: "https://x/", receivedAt: PageText.received)
    #expect(JSONKind().recognizes(response) == recognition)
  }
}
