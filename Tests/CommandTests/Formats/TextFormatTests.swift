import TestSupport
import Testing
import WeftKit

@testable import weft

@Suite struct TextFormatTests {
  private func lines(
    _ items: [(source: String, title: String)], width: Int?, sourceWidth: Int = 10, isLong: Bool = false,
    change: (inout Item) -> Void = { _ in }
  ) -> [String] {
    let times = TimeColumn(.utc, now: Timestamp(seconds: 0))
    var format = TextFormat(
      terminal: Terminal(width: width, hasStyle: false), sourceWidth: sourceWidth,
      layout: TextLayout(times: times, isLong: isLong))
    var bytes: [UInt8] = []
    for (index, pair) in items.enumerated() {
      var item = Item(id: "\(index)")
      item.title = pair.title
      item.datePublished = Timestamp(seconds: 1_738_332_300)
      change(&item)
      let entry = FeedEntry(item: item, source: "s", sourceTitle: pair.source, position: 1, page: 1, index: 0)
      format.append(entry, into: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init
    ).dropLast()
  }

  /// Where the title begins, whatever script the source is written in.
  @Test(arguments: [
    "blog", "日本語", "ｱｲｳ", "👩‍👩‍👧‍👦 👍🏽", "🇩🇪🇫🇷", "é e\u{301}", "नमस्ते", "שלום", "한글", "❤️", "", "a very long name of a source",
  ])
  func columnsAreAligned(_ source: String) throws {
    let line = try #require(lines([(source, "|")], width: 80).first)
    let head = try #require(line.split(separator: "|", omittingEmptySubsequences: false).first)
    #expect(DisplayWidth.of(String(head)) == 16 + 2 + 10 + 2, "\(line)")
  }

  @Test func whatIsWrittenFromRightToLeftTurnsNothing() throws {
    let line = try #require(lines([("מקור", "שלום (1) abc")], width: 80).first)
    #expect(line == "2025-01-31 14:05  \u{2068}מקור\u{2069}        \u{2068}שלום (1) abc\u{2069}")
    // Off a terminal the text is what it is.
    let plain = try #require(lines([("מקור", "שלום")], width: nil).first)
    #expect(plain == "2025-01-31 14:05  מקור        שלום")
    // What turns the direction by itself never comes through.
    let hostile = try #require(lines([("a\u{202E}b", "x\u{2067}y\u{2069}\u{200F}z")], width: 80).first)
    #expect(hostile.hasSuffix("ab          xyz"))
  }

  @Test(arguments: [20, 30, 40, 60, 80, 200])
  func linesFit(_ width: Int) {
    let long = String(repeating: "日本語 text שלום 👍🏽 ", count: 20)
    for line in lines(
      [(long, long), ("x", "y")], width: width, sourceWidth: 24, isLong: true, change: { $0.summary = long })
    {
      #expect(DisplayWidth.of(line) <= max(width, 16 + 2 + 4 + 2 + 8), "\(width): \(line)")
    }
  }

  @Test func nothingIsCutOffATerminal() throws {
    let long = String(repeating: "long ", count: 60) + "end"
    let line = try #require(lines([("a very long name of a source", long)], width: nil).first)
    #expect(line.hasSuffix("end") && line.contains("a very long name of a source  long"))
  }

  @Test func longLines() {
    let made = lines([("blog", "Title")], width: 60, isLong: true) { item in
      item.contentHTML =
        "<p>One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen</p>"
        + String(repeating: "<p>more and more text</p>", count: 30)
      item.authors = [Author(name: "Ada"), Author(url: "https://b.example/")]
      item.tags = ["swift", "c&a"]
      item.url = "https://example.org/a-rather-long-address/that-is-never-broken/whatever-the-width"
    }
    #expect(
      made == [
        "2025-01-31 14:05  blog        Title",
        "    One two three four five six seven eight nine ten eleven",
        "    twelve thirteen fourteen fifteen more and more text more",
        "    and more text more and more text more and more text mor…", "    by Ada, https://b.example/ · swift, c&a",
        "    https://example.org/a-rather-long-address/that-is-never-broken/whatever-the-width", "",
      ])
  }

  @Test func longLinesSayNothingTwice() {
    let made = lines([("blog", "")], width: 60, isLong: true) {
      $0.title = nil; $0.contentText = "Just this"
    }
    #expect(made == ["2025-01-31 14:05  blog        Just this", ""])
  }

  @Test(
    arguments: [
      (["TERM": "xterm-256color"], true, true), (["TERM": "dumb"], false, false), (["TERM": "linux"], true, false),
      ([:], true, false), (["TERM": "xterm", "NO_COLOR": "1"], false, false),
      (["TERM": "xterm", "NO_COLOR": ""], true, true),
      (["TERM": "linux", "FORCE_HYPERLINK": "1"], true, true),
      (["TERM": "xterm", "FORCE_HYPERLINK": "0"], true, false),
      (["TERM": "xterm", "FORCE_HYPERLINK": ""], true, true),
    ] as [([String: String], Bool, Bool)])
  func terminals(_ variables: [String: String], _ hasStyle: Bool, _ hasHyperlinks: Bool) {
    let terminal = Terminal(width: 80) { variables[$0] }
    #expect(terminal == Terminal(width: 80, hasStyle: hasStyle, hasHyperlinks: hasHyperlinks))
  }

  /// Whatever a source says, a terminal gets nothing to obey; the seed is printed with a failure.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func random(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet = Array("ab \u{1B}[]\\;m\u{9B}\u{7}\u{0}\u{202E}\u{2067}\n\t日😀\u{301}ש".unicodeScalars)
    func text() -> String {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<40, using: &random) {
        if let scalar = alphabet.randomElement(using: &random) { text.append(scalar) }
      }
      return String(text)
    }
    for _ in 0..<100 {
      let pieces = (0..<6).map { _ in text() }
      let made = lines([(pieces[0], pieces[1])], width: 50, isLong: true) {
        $0.summary = pieces[2]
        $0.authors = [Author(name: pieces[3])]
        $0.tags = [pieces[4]]
        $0.url = pieces[5]
      }
      let isHarmless = made.joined().unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && !(0x202A...0x2067).contains($0.value)
      }
      #expect(isHarmless, "seed \(seed): \(pieces)")
    }
  }
}
