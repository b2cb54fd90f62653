import TestSupport
import Testing

@testable import weft

@Suite struct OPMLReaderTests {
  private func read(_ body: String) throws -> OPMLReader { try OPMLReader(Array(body.utf8)) }

  private func outline(_ body: String) throws -> OPMLReader {
    try read("<opml version=\"2.0\">\n<body>\n\(body)\n</body></opml>")
  }

  @Test(arguments: ["xmlUrl", "xmlurl", "xmlURL", "XMLURL"])
  func addressesAreFoundWhateverTheCase(_ name: String) throws {
    let list = try outline("<outline text=\"A\" \(name)=\" https://a.example/ \"/>")
    #expect(list.subscriptions == [Subscription(line: 3, title: "A", address: "https://a.example/")])
    #expect(list.problems == [])
  }

  @Test func foldersNestAndEnd() throws {
    let list = try outline(
      """
      <outline text="Tech"><outline title="Swift" text="x">
      <outline type="rss" text="t" title="A" xmlUrl="https://a.example/"/></outline>
      <outline type="atom" text="B" xmlUrl="https://b.example/"/></outline>
      <outline text="C" xmlUrl="https://c.example/"><outline text="D" xmlUrl="https://d.example/"/></outline>
      """)
    #expect(list.subscriptions.map(\.title) == ["A", "B", "C", "D"])
    #expect(list.subscriptions.map(\.folders) == [["Tech", "Swift"], ["Tech"], [], ["C"]])
    #expect(list.subscriptions.map(\.line) == [4, 5, 6, 6])
  }

  @Test func textIsDecodedAndHarmless() throws {
    let list = try outline(
      "<outline text=\"&eacute;t&#xE9; &amp;amp; &#x1B;[31m\u{202E}x\" xmlUrl=\"https://a.example/?a=1&b=2&amp;c=3\"/>")
    #expect(list.subscriptions.map(\.title) == ["été & \u{FFFD}[31mx"])
    #expect(list.subscriptions.map(\.address) == ["https://a.example/?a=1&b=2&c=3"])
  }

  @Test func whatIsNoFeedIsSaid() throws {
    let list = try outline(
      """
      <!-- <outline text="no" /> -->
      <outline text="Empty"/>
      <outline/>
      <outline text="Page" type="link" url="https://p.example/"/>
      <outline text="Folder"><outline text="Blank" xmlUrl="  "/></outline>
      """)
    #expect(list.subscriptions == [])
    #expect(
      list.problems.map { $0.text(file: "f") } == [
        "f:4: \u{201C}Empty\u{201D} has no xmlUrl; left out", "f:5: an entry without a title has no xmlUrl; left out",
        "f:6: \u{201C}Page\u{201D} is no feed but a link to https://p.example/; left out",
        "f:7: \u{201C}Blank\u{201D} has no xmlUrl; left out",
      ])
  }

  @Test func brokenMarkupIsMended() throws {
    let list = try read(
      "<?xml version='1.0' encoding='utf-8'?><opml><body><outline text=\"A\" xmlUrl=\"https://a.example/\"><outline text='B & C' xmlUrl='https://b.example/'></body>"
    )
    #expect(list.subscriptions.map(\.title) == ["A", "B & C"])
  }

  @Test func otherCharsets() throws {
    let text =
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><opml><body><outline text=\"\u{E9}\" xmlUrl=\"https://a.example/\"/></body></opml>"
    let list = try OPMLReader(text.unicodeScalars.map { UInt8($0.value) })
    #expect(list.subscriptions.map(\.title) == ["é"])
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in "<opml><body><outline text=\"日\" xmlUrl=\"https://a.example/\"/></body></opml>".utf16 {
      wide += [UInt8(unit & 255), UInt8(unit >> 8)]
    }
    #expect(try OPMLReader(wide).subscriptions.map(\.title) == ["日"])
  }

  @Test(arguments: ["", "text", "<html><body>x</body></html>", "{\"a\": 1}", "<opml", "\u{0}\u{0}"])
  func whatIsNoListAtAll(_ text: String) {
    #expect(throws: SubscriptionProblem.self) { try OPMLReader(Array(text.utf8)) }
  }

  @Test func deepOnesAreRefusedAndLongOnesCut() throws {
    let deep = String(repeating: "<outline text='x'>", count: 5_000)
    #expect(throws: SubscriptionProblem.self) { try OPMLReader(Array("<opml><body>\(deep)".utf8)) }
    let entry = "<outline text='x' xmlUrl='https://a.example/'/>\n"
    let long = String(repeating: entry, count: OPMLReader.mostEntries + 5)
    let list = try outline(long)
    #expect(list.subscriptions.count == OPMLReader.mostEntries)
    #expect(list.subscriptions.last?.line == OPMLReader.mostEntries + 2)
    #expect(list.problems.count == 1)
  }

  /// Whatever comes in, reading ends; the seed is printed with a failure.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func mutated(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let original = Array(
      "<opml version='1.1'><head><title>x</title></head><body><outline text='A'><outline text='B' xmlUrl='https://b.example/'/></outline></body></opml>"
        .utf8)
    for _ in 0..<300 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes[at] = UInt8.random(in: 0...255, using: &random)
        } else {
          bytes.remove(at: at)
        }
      }
      let list = try? OPMLReader(bytes)
      #expect((list?.subscriptions.count ?? 0) <= 1, "seed \(seed)")
    }
  }
}
