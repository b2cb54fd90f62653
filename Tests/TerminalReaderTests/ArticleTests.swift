import Curses
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
    ("<p>one <script>var a = 1</script>two<noscript>three</noscript>", ["one twothree"]),
    ("a<SCRIPT type=text/plain>b</SCRIPT >c", ["ac"]), ("<svg><script>x</script><text>y</text></svg>z", ["z"]),
    // Wide, with marks, and of several scalars: lines end by their columns.
    ("ｶﾞｷﾞ 한국어 텍스트는 여기에서 줄바꿈됩니다 그렇죠", ["ｶﾞｷﾞ 한국어 텍스트는 여기에서", "줄바꿈됩니다 그렇죠"]),
    (
      String(repeating: "e\u{301}\u{302}", count: 40),
      [
        String(repeating: "e\u{301}\u{302}", count: 30), String(repeating: "e\u{301}\u{302}", count: 10),
      ]
    ),
    (String(repeating: "👩‍👩‍👧‍👦", count: 20), [String(repeating: "👩", count: 15), String(repeating: "👩", count: 5)]),
  ])
  func layout(_ html: String, _ expected: [String]) {
    #expect(lines(html) == expected)
  }

  @Test func sameAddressSameNumber() {
    let text = lines("<a href=/a>x</a> <a href=/b>y</a> <a href=/a>z</a>", width: 60)
    #expect(text.first == "x[1] y[2] z[1]")
    #expect(text.count == 4)
  }

  /// A press on the number of a link, or on its address, opens it.
  @Test func pressedLinks() {
    var scene = Scene(rows: 20, columns: 60)
    var item = Scene.item(1)
    item.content = .html("日本 <a href=/a>x</a> [7] [x1] <a href=/b>y</a>")
    scene.send(.items([item]))
    scene.press(.enter)
    let lines = scene.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[5] == "日本 x[1] [7] [x1] y[2]")
    _ = scene.taken()
    for column in 0..<30 { scene.send(.input(.press(row: 5, column: column))) }
    let opened = scene.taken()
    #expect(
      opened == Array(repeating: .open("https://example.org/a"), count: 3)
        + Array(repeating: .open("https://example.org/b"), count: 3))
    // Wide characters stand before it: its columns count, not its characters.
    for column in [5, 6, 8, 9] { scene.send(.input(.press(row: 5, column: column))) }
    #expect(scene.taken() == Array(repeating: .open("https://example.org/a"), count: 2))
    for column in [5, 9] { scene.send(.input(.press(row: 5, column: column))) }
    #expect(scene.taken() == [])
    scene.send(.input(.press(row: 8, column: 20)))
    #expect(lines[8] == "[2] https://example.org/b" && scene.taken() == [.open("https://example.org/b")])
    scene.send(.input(.press(row: 15, column: 2)))
    scene.send(.input(.press(row: -1, column: -2)))
    #expect(scene.taken() == [])
  }

  /// Beside the list a press there reads that item.
  @Test func pressBesideTheArticle() {
    var scene = Scene(rows: 12, columns: 120)
    var item = Scene.item(1)
    item.content = .html("<a href=/a>x</a>")
    scene.send(.items([item, Scene.item(2)]))
    scene.press(.enter)
    scene.send(.input(.press(row: 5, column: 51)))
    #expect(scene.taken().last == .open("https://example.org/a"))
    scene.send(.input(.press(row: 2, column: 5)))
    #expect(scene.machine.article?.item.identity == 2)
  }

  @Test(arguments: [("• ", " •"), ("12. ", " .12"), ("│ │ 3. ", " .3 │ │"), ("", "")])
  func marksBehindALine(_ mark: String, _ expected: String) { #expect(ArticleView.mirrored(mark) == expected) }

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
