import Testing
import WeftKit

@testable import TerminalReader

/// HTML as text.
@Suite struct ArticleTests {
  private func lines(_ html: String, width: Int = 30) -> [String] {
    var item = ReaderItem(source: 0, title: "T", identity: 1)
    item.content = .html(html)
    item.url = "https://a.example/dir/page"
    // Title, source, address and an empty line stand before the text.
    return ArticleView(item, source: "s", clock: ClockText(), width: width).lines.dropFirst(4).map(\.text)
  }

  @Test(arguments: [
    ("one<br>two<p>three", ["one", "two", "", "three"]),
    ("<blockquote><p>said<blockquote>deep</blockquote></blockquote>after", ["│ said", "", "│ │ deep", "", "after"]),
    ("<pre>  a\n\n    b  c</pre>", ["  a", "", "    b  c"]),
    ("<table><tr><th>a<th>b<tr><td>1<td><p>2</p></table>", ["a │ b", "1 │ 2"]),
    ("<ol start=9><li>nine<li><p>ten</p><p>more</p></ol>", ["9. nine", "10. ten", "", "    more"]),
    ("<ul><li>a<ul><li>b</ul><li>c</ul>", ["• a", "  • b", "• c"]),
    ("x<hr>y", ["x", "", "────────────────────", "", "y"]),
    ("a&nbsp;b &lt;i&gt; &#x41;", ["a b <i> A"]),
    ("<style>p{}</style><script>x</script><p hidden>no</p>yes", ["yes"]),
    ("<a href='../up?q=1#f'>up</a>", ["up[1]", "", "[1] https://a.example/up?q=1#f"]),
    ("<a href='#here'>here</a> <a href='mailto:x@y'>mail</a>", ["here mail"]),
    ("日本語の文章は空白なしで折り返されます。", ["日本語の文章は空白なしで折り返", "されます。"]),
    ("", ["(no text; o opens the address)"]),
  ])
  func layout(_ html: String, _ expected: [String]) {
    #expect(lines(html) == expected)
  }

  @Test func sameAddressSameNumber() {
    let text = lines("<a href=/a>x</a> <a href=/b>y</a> <a href=/a>z</a>", width: 60)
    #expect(text.first == "x[1] y[2] z[1]")
    #expect(text.count == 4)
  }

  @Test func deepAndLargeMarkupEnds() {
    let deep = String(repeating: "<div><blockquote><ul><li>", count: 3_000) + "x"
    #expect(lines(deep).count < 10_000)
    let wide = String(repeating: "<p>word</p>", count: 10_000)
    #expect(lines(wide).count < 25_000)
    let links = (0..<1_000).map { "<a href=/\($0)>x</a>" }.joined()
    let marked = lines(links, width: 90).filter { $0.hasPrefix("[") }
    #expect(marked.count <= 210)
  }

  @Test(arguments: [1, 2, 3, 7, 200])
  func anyWidth(_ width: Int) {
    let text = lines(
      "<h1>Heading 日本</h1><blockquote><ul><li><pre>long line of code</pre></ul></blockquote>", width: width)
    #expect(!text.isEmpty)
  }
}
