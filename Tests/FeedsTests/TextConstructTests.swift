import Testing
import WeftModel

/// Texts with a type of their own (RFC 4287 section 3.1 and 4.1.3, Atom 0.3 `mode`).
@Suite struct TextConstructTests {
  private func entry(_ inside: String, namespace: String = " xmlns='http://www.w3.org/2005/Atom'") throws -> Item {
    try #require(decode("<feed\(namespace)><entry>\(inside)</entry></feed>").items.first)
  }

  @Test(
    arguments: [
      ("", "a &lt;b&gt; &amp;amp;", nil, "a <b> &amp;"), ("type='text/plain'", "&lt;b&gt;", nil, "<b>"),
      ("type='html'", "&lt;b&gt;x&lt;/b&gt;", "<b>x</b>", nil), ("type='TEXT/HTML'", "&lt;b&gt;x", "<b>x", nil),
      ("type='text'", "a <b>x</b>", "a <b>x</b>", nil),
      ("type='xhtml'", "<div>a <b>x</b></div>", "a <b>x</b>", nil),
      ("type='xhtml'", "<div class='c'>a</div>", "a", nil),
      ("type='xhtml'", "<div>a</div><div>b</div>", "<div>a</div><div>b</div>", nil),
      ("type='xhtml'", "<div><div>a</div><div>b</div></div>", "<div>a</div><div>b</div>", nil),
      ("type='xhtml'", "<divide>a</divide>", "<divide>a</divide>", nil),
      ("type='application/xhtml+xml'", "<p>1 &lt; 2</p>", "<p>1 &lt; 2</p>", nil),
      // Atom 0.3: the mode says how, the type what.
      ("mode='xml' type='text/html'", "<p>1 &lt; 2</p>", "<p>1 &lt; 2</p>", nil),
      ("mode='xml' type='text/html'", "1 &lt;b&gt; 2", "1 &lt;b&gt; 2", nil),
      ("mode='escaped' type='application/xhtml+xml'", "&lt;p&gt;x&lt;/p&gt;", "<p>x</p>", nil),
      ("mode='base64' type='text/html'", "PGI+eDwvYj4=", "<b>x</b>", nil),
      ("mode='base64' type='text/plain'", "PGI+eDwvYj4=", nil, "<b>x</b>"),
      // Another media type is Base64, unless it cannot be.
      ("type='application/octet-stream'", "SGVsbG8gd29ybGQ=", "Hello world", nil),
      ("type='application/octet-stream'", "SGVsbG8 gd29\nybGQ=", "Hello world", nil),
      ("type='application/octet-stream'", "Tests", "Tests", nil),
      ("type='application/octet-stream'", "SGVsb", "SGVsb", nil),
      ("type='application/octet-stream'", "AAAA", "AAAA", nil),
      ("type='application/octet-stream'", "SGk=SGk=", "SGk=SGk=", nil),
    ] as [(String, String, String?, String?)])
  func contentFollowsItsType(attributes: String, raw: String, html: String?, text: String?) throws {
    let entry = try entry("<content \(attributes)>\(raw)</content>")
    #expect(entry.contentHTML == html)
    #expect(entry.contentText == text)
  }

  /// A feed that forgot the namespace is Atom all the same.
  @Test func atomWithoutItsNamespace() throws {
    let entry = try entry("<title>&lt;b&gt; x</title><category term='a &amp;amp; b'/>", namespace: "")
    #expect(entry.title == "<b> x")
    #expect(entry.tags == ["a &amp; b"])
  }

  /// Whatever a body of XHTML holds is markup, with elements inside or without.
  @Test(arguments: [
    ("<p>1 &lt; 2</p>", "<p>1 &lt; 2</p>"), ("1 &lt;b&gt; 2", "1 &lt;b&gt; 2"), ("<div>x</div>", "x"),
  ])
  func bodyOfXHTMLInRSS(inside: String, html: String) throws {
    let body = "<body xmlns='http://www.w3.org/1999/xhtml'>\(inside)</body>"
    #expect(try item(body).contentHTML == html)
  }

  /// White space between the elements of a feed is layout, inside of a text it is text.
  @Test func whiteSpaceInATextIsKept() throws {
    #expect(try item("<description><b>a</b> <i>b</i></description>").contentHTML == "<b>a</b> <i>b</i>")
    #expect(
      try entry("<content type='xhtml'><div><p><b>a</b> <i>b</i></p></div></content>").contentHTML
        == "<p><b>a</b> <i>b</i></p>")
  }

  @Test func linesOfTextInAtomArePlain() throws {
    let entry = try entry("<category term='a &amp;amp; b'/><author><name>R&amp;amp;D</name></author>")
    #expect(entry.tags == ["a &amp; b"])
    #expect(entry.authors.map(\.name) == ["R&amp;D"])
  }
}
