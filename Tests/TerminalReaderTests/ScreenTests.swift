import Curses
import DisplayText
import Testing
import WeftKit

@testable import TerminalReader

/// Whole screens, as text.
@Suite struct ScreenTests {
  @Test func list() {
    var scene = Scene()
    scene.items(1...14)
    scene.status(0) { $0.state = .loadMore }
    scene.status(1) { status in
      status.state = .error
      status.failure = SourceFailure(.status, "503 from forum.example.org", retry: .scheduled)
      status.retryAt = Timestamp(seconds: 1_738_332_045)
    }
    scene.press(.down, .down)
    #expect(
      scene.text == """
         Weft  2 sources
        • 2025-01-31 13:00 forum      Title 1
        • 2025-01-31 12:00 blog       Title 2
        • 2025-01-31 11:00 forum      Title 3
        • 2025-01-31 10:00 blog       Title 4
        • 2025-01-31 09:00 forum      Title 5
        • 2025-01-31 08:00 blog       Title 6
        • 2025-01-31 07:00 forum      Title 7
         1 loadMore 1 error · forum error: 503 from …, retry at 14:00:45
         ? help  Enter read  r retry  R refresh  q quit 3 of 14 settled
        """)
    #expect(scene.taken() == [.scroll(to: 14)])
  }

  @Test func statesByName() {
    var scene = Scene(sources: ["a", "b", "c"], rows: 5, columns: 60)
    scene.status(1) { $0.state = .fetching }
    scene.status(2) { $0.state = .full }
    #expect(
      scene.text == """
         Weft  3 sources
          loading …

         a initial · b fetching · c full
         ? help  Enter read  r retry  R refresh  q quit   0 settled
        """)
  }

  @Test func lateAndReadAndEnd() {
    var scene = Scene(rows: 7, columns: 50, read: [2])
    var late = Scene.item(3)
    late.isLate = true
    scene.send(.items([Scene.item(1), Scene.item(2), late]))
    scene.send(.ended(true))
    #expect(
      scene.text == """
         Weft  2 sources
        • forum    Title 1
          blog     Title 2
        • forum    late Title 3
          — the end of the feed —
         blog initial · forum initial
         ? help  Enter read  r r… 1 of 3 settled, the end
        """)
  }

  @Test func wideText() {
    var scene = Scene(sources: ["blog"], rows: 8, columns: 30)
    let titles = ["日本語の見出しはとても長いので切られます", "e\u{301}t\u{E9}", "👩‍👩‍👧‍👦 family 👍🏽", "🇩🇪 ❤️", "עברית"]
    scene.send(.items(titles.enumerated().map { Scene.item($0.offset + 1, source: 0, title: $0.element) }))
    #expect(
      scene.text == """
         Weft  blog
        • 日本語の見出しはとても長い…
        • e\u{301}t\u{E9}
        • 👩 family 👍
        • 🇩🇪 ❤
        • עברית
         blog initial
         ? help  Ente… 1 of 5 settled
        """)
  }

  /// Whatever the titles hold, the columns beside them stand where they stand in every other row.
  @Test func columnsStandBelowEachOther() {
    var scene = Scene(sources: ["blog", "יומן", "日本のブログ"], rows: 40, columns: 80)
    scene.send(
      .items(
        Hostile.titles.prefix(30).enumerated().map {
          Scene.item($0.offset + 1, source: $0.offset % 3, title: $0.element)
        }))
    for row in scene.machine.screen.rows.dropFirst().prefix(30) {
      var column = 0
      var starts: [Int] = []
      for span in row.spans {
        starts.append(column)
        column += DisplayWidth.of(span.text)
      }
      // The mark, the time, a blank, the source, a blank, the title: each in a piece of its own.
      #expect(column == 80 && starts.contains(2) && starts.contains(19) && starts.contains(33), "\(row.text)")
    }
  }

  /// Such a paragraph stands at the right, with its mark; the others stay at the left.
  @Test func rightToLeft() {
    var scene = Scene(sources: ["b"], rows: 14, columns: 24)
    var item = Scene.item(1, source: 0, title: "שלום עולם")
    item.url = nil
    item.content = .html("<p>Latin<p>טקסט בעברית (42)<ul><li>אחת</ul><ol start=12><li>שתיים</ol><pre>קוד</pre>")
    scene.send(.items([item]))
    scene.press(.enter)
    #expect(
      scene.text
        == """
         Weft  b
                       שלום עולם
        b · 2025-01-31 13:00

        Latin

                טקסט בעברית (42)

                           אחת •

                       שתיים .12

         b initial
         q back  n … line 11 of…
        """)
    scene.press(.end)
    #expect(scene.text.contains("\n\nקוד\n"))
  }

  @Test func article() {
    var scene = Scene(rows: 16, columns: 40)
    var item = Scene.item(1)
    item.authors = "Ada"
    item.content = .html(
      """
      <h2>Head &amp; tail</h2><p>A <a href="/one">first</a> and a <a href="https://other.example/x?a=1&amp;b=2">second
      link</a> in text that is longer than a line.</p><ul><li>one<li>two<ol><li>deep</ol></ul>
      <img src=x.png alt="a cat"><script>alert(1)</script>
      """)
    scene.send(.items([item]))
    scene.press(.enter)
    #expect(
      scene.text == """
         Weft  2 sources
        Title 1
        forum · 2025-01-31 13:00 · Ada
        https://example.org/1

        Head & tail

        A first[1] and a second link[2] in text
        that is longer than a line.

        • one
        • two
          1. deep

         blog initial · forum initial
         q back  n next  o open … line 13 of 17
        """)
    scene.press(.end)
    #expect(scene.text.contains("[2] https://other.example/x?a=1&b=2"))
    #expect(scene.taken().contains(.read(1)))
    scene.type("2")
    #expect(scene.taken() == [.open("https://other.example/x?a=1&b=2")])
    scene.type("3")
    #expect(scene.text.contains("there is no link 3"))
  }

  @Test func besideTheList() {
    var scene = Scene(rows: 6, columns: 120)
    var item = Scene.item(1)
    item.content = .text("Plain text.\n\nIts second paragraph.")
    scene.send(.items([item, Scene.item(2)]))
    scene.press(.enter)
    let lines = scene.text.split(separator: "\n")
    #expect(lines[1] == "  forum    Title 1                              │ Title 1")
    #expect(lines[2] == "• blog     Title 2                              │ forum · 2025-01-31 13:00")
    // The list says that it is read now.
    scene.press(.escape)
    #expect(scene.text.split(separator: "\n")[1].hasPrefix("  2025-01-31 13:00 forum"))
  }

  @Test func sourcesPage() {
    var scene = Scene(rows: 6, columns: 60)
    scene.items(1...6)
    scene.status(0) { status in
      status.state = .full
      status.endReason = .noNext
      (status.itemCount, status.pageCount, status.lateCount) = (9, 3, 1)
    }
    scene.type("s ")
    #expect(
      scene.text == """
         Weft  2 sources, 1 hidden
         [ ] blog            9 in 3 pages 1 late off, full (no_next)
         [x] forum           0 in 0 pages initial

         blog off · forum initial
         space on/off  r retry  q back               1 of 6 settled
        """)
    scene.type("q")
    #expect(scene.numbers == [1, 3, 5])
  }

  @Test(arguments: [(1, 1), (2, 80), (4, 30), (5, 19), (0, 0)])
  func tooSmall(_ rows: Int, _ columns: Int) {
    var scene = Scene(rows: rows, columns: columns)
    scene.items(1...20)
    scene.press(.end, .pageUp, .enter)
    scene.type("s/")
    let count = scene.machine.screen.rows.count
    #expect(count == rows)
  }
}
