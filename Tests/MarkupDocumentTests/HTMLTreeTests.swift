import MarkupDocument
import Testing

/// Trees as a browser shows them. Expected values were written from the HTML standard and compared with html5lib.
@Suite struct HTMLTreeTests {
  @Test(arguments: [
    // Rows directly under a table get a body: selectors copied from a browser's inspector have it.
    ("<table><tr><td>1</table>", "<table><tbody><tr><td>1</td></tr></tbody></table>"),
    (
      "<table><thead><tr><th>a<tbody><tr><td>b</table>",
      "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>"
    ),
    ("<table><col><td>x</table>", "<table><colgroup><col></colgroup><tbody><tr><td>x</td></tr></tbody></table>"),
    // What has no place in a table goes before it.
    (
      "<table><tr><a href=1>x</a><td>y</table>",
      "<a href=\"1\">x</a><table><tbody><tr><td>y</td></tr></tbody></table>"
    ),
    ("<table>text<tr><td>y</table>", "text<table><tbody><tr><td>y</td></tr></tbody></table>"),
    // A paragraph ends where a block begins, those of HTML 5 too.
    ("<p>a<section>b</section>c", "<p>a</p><section>b</section>c"),
    ("<p>a<div>b</div></p>c", "<p>a</p><div>b</div><p></p>c"),
    ("<p><article>x", "<p></p><article>x</article>"),
    // Inline elements hold blocks: a card that is one link stays one.
    ("<a href=1><h2>t</h2><p>x</p><table></table></a>", "<a href=\"1\"><h2>t</h2><p>x</p><table></table></a>"),
    ("<h2><p>x</p></h2>", "<h2><p>x</p></h2>"),
    ("<b><p>x</b>y</p>", "<b></b><p><b>x</b>y</p>"),
    // Links do not nest, wherever the second one stands.
    (
      "<a href=1>a<div>b<a href=2>c</a></div></a>",
      "<a href=\"1\">a</a><div><a href=\"1\">b</a><a href=\"2\">c</a></div>"
    ),
    ("<ul><li>a<ul><li>b</ul><li>c</ul>", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"),
    ("<dl><dt>a<dd><p>b<dt>c</dl>", "<dl><dt>a</dt><dd><p>b</p></dd><dt>c</dt></dl>"),
    ("<select><option>a<option>b</select>", "<select><option>a</option><option>b</option></select>"),
    (
      "<video><source src=1><source src=2></video>x",
      "<video><source src=\"1\"><source src=\"2\"></video>x"
    ),
    ("a<wbr/>b<br/>c</br>d", "a<wbr>b<br>c<br>d"),
    ("<my-card><p>x</my-card>y", "<my-card><p>xy</p></my-card>"),
    ("<form><div></form><p>x</p></div>", "<form><div><p>x</p></div></form>"),
    ("<button>a<button>b", "<button>a</button><button>b</button>"),
    (
      "<textarea>\n<b>x</b></textarea><iframe><b>y</b></iframe>",
      "<textarea>&lt;b&gt;x&lt;/b&gt;</textarea><iframe><b>y</b></iframe>"
    ),
    ("<noscript><img src=x></noscript>y", "<noscript><img src=\"x\"></noscript>y"),
    (
      "<svg viewBox=1><path d=1 /><title>t</title></svg><p>z",
      "<svg viewbox=\"1\"><path d=\"1\"></path><title>t</title></svg><p>z</p>"
    ),
    ("<div a=1 A=2 b='x>y' c>z", "<div a=\"1\" b=\"x>y\" c=\"\">z</div>"),
    ("x<!-- a > b -->y<!doctype x><?php 1 ?>z", "x<!-- a > b -->y<!--?php 1 ?-->z"),
    ("a<b", "a"), ("3 < 4 && 5", "3 &lt; 4 &amp;&amp; 5"),
  ])
  func body(_ html: String, _ expected: String) throws {
    let tree = try MarkupTree.html(Array(("<!DOCTYPE html><body>" + html).utf8))
    #expect(tree.root?.children.last?.innerMarkup == expected)
  }

  @Test(arguments: [
    ("<title>t</title><article>x", "<head><title>t</title></head><body><article>x</article></body>"),
    ("hello", "<head></head><body>hello</body>"), ("", "<head></head><body></body>"),
    (
      "<meta charset=x><link rel=next href=2><p>a<link rel=prev href=1>",
      "<head><meta charset=\"x\"><link rel=\"next\" href=\"2\"></head><body><p>a<link rel=\"prev\" href=\"1\"></p></body>"
    ),
    ("<body class=a><body id=b>", "<head></head><body class=\"a\" id=\"b\"></body>"),
    ("<p>a</body></html>tail", "<head></head><body><p>atail</p></body>"),
    ("<frameset><frame src=a></frameset>", "<head></head><frameset><frame src=\"a\"></frameset>"),
    (
      "<script>if (a<b) '</div>'</script><p>x",
      "<head><script>if (a<b) '</div>'</script></head><body><p>x</p></body>"
    ),
    (
      "<script><!-- <script></script> --></script>x",
      "<head><script><!-- <script></script> --></script></head><body>x</body>"
    ),
    ("<title>a<b", "<head><title>a&lt;b</title></head><body></body>"),
    // Without a DOCTYPE a table stays in its paragraph, as in the nineties.
    ("<p><table>", "<head></head><body><p><table></table></p></body>"),
  ])
  func document(_ html: String, _ expected: String) throws {
    #expect(try MarkupTree.html(Array(html.utf8)).root?.innerMarkup == expected)
  }

  /// Contents of `template` are for scripts: a browser's selectors never see the blank card in one.
  @Test func templateContentsAreUnseen() throws {
    let tree = try MarkupTree.html(Array("<template><p class=card></p></template><p class=card>x".utf8))
    let cards = try tree.elements(try CSSSelector(".card"))
    #expect(cards.map(\.text) == ["x"])
    #expect(try tree.elements(try CSSSelector("template")).count == 1)
  }

  @Test(arguments: [
    ("&amp;&lt;&gt;&quot;&#39;", "&<>\"'"), ("&eacute;&Eacute;&hellip;", "éÉ…"), ("&#x80;&#150;", "€–"),
    ("&copy 2025 &notit; &unknown; & x", "© 2025 ¬it; &unknown; & x"),
    ("&#0;&#xD800;&#99999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("&NotEqualTilde;", "\u{2242}\u{338}"), ("a\r\nb\rc", "a b c"), ("a\u{0}b", "ab"),
  ])
  func references(_ html: String, _ expected: String) throws {
    let tree = try MarkupTree.html(Array(("<p>" + html).utf8))
    #expect(try tree.elements(try CSSSelector("p")).first?.text == expected)
  }

  /// In an attribute a reference without its semicolon is none before `=` or a letter (recipes F3, F9).
  @Test(arguments: [
    ("?a=1&copy=2", "?a=1&copy=2"), ("?a=1&amp;copy=2", "?a=1&copy=2"), ("?a=1&lang;=2", "?a=1⟨=2"),
    ("?x=1&amp;amp;y=2", "?x=1&amp;y=2"), ("&copy", "©"),
  ])
  func attributeReferences(_ value: String, _ expected: String) throws {
    let tree = try MarkupTree.html(Array("<a href=\"\(value)\">".utf8))
    #expect(try tree.elements(try CSSSelector("a")).first?.attribute("href") == expected)
  }

  @Test func bytesThatAreNoUTF8AndAByteOrderMark() throws {
    let tree = try MarkupTree.html([0xEF, 0xBB, 0xBF] + Array("<p>a".utf8) + [0xFF] + Array("b".utf8))
    #expect(tree.root?.children.last?.text == "a\u{FFFD}b")
  }

  /// Depth is bounded like Chromium's: what is deeper becomes a sibling, and nothing is lost.
  @Test(arguments: ["div", "b", "p><a", "table><tr><td", "svg", "ul><li", "template", "font size=1"])
  func deepNesting(_ tag: String) throws {
    let tree = try MarkupTree.html(Array((String(repeating: "<\(tag)>", count: 4_000) + "x").utf8))
    var deepest = 0
    var node = tree.root
    while let next = node?.children.last {
      deepest += 1
      node = next
    }
    #expect(deepest <= 520)
    #expect(tree.elementCount > 0)
    _ = tree.root?.innerMarkup
    _ = tree.root?.text
  }

  /// Formatting elements that are never closed are opened again in every block; the budget keeps the tree in proportion.
  @Test func reconstructionIsBounded() throws {
    var html = ""
    for number in 0..<2_000 { html += "<b id=\(number)>" }
    for _ in 0..<5_000 { html += "<p>x</p>" }
    let tree = try MarkupTree.html(Array(html.utf8))
    #expect(tree.elementCount < 100_000)
  }

  /// What made naive readers recurse or copy again and again.
  @Test(arguments: [
    "</>", "<body a>", "<html b>", "<table>x<tr>", "a</x>", "<!-- -->", "<a b c d=", "</p>", "<td>", "&amp;",
  ])
  func repeatedPieces(_ piece: String) throws {
    let tree = try MarkupTree.html(Array(String(repeating: piece, count: 8_000).utf8))
    #expect(tree.elementCount > 0)
    _ = tree.root?.innerMarkup
  }

  @Test func manyAttributesAreCutOff() throws {
    let html = "<div " + (0..<5_000).map { "a\($0)=1" }.joined(separator: " ") + ">x"
    let tree = try MarkupTree.html(Array(html.utf8))
    let div = try tree.elements(try CSSSelector("div")).first
    #expect(div?.attribute("a250") == "1")
    #expect(div?.attribute("a300") == nil)
  }
}
