import Foundation
import HTTPServer
import TestSupport
import Testing
import WeftKit

@testable import WebReader

/// Pages whose every word of the outside world tries to become markup.
@Suite struct HostilePageTests {
  private let clock = TestClock()

  /// A source whose title, and all of whose items' fields, are the input.
  private struct HostilePages: PageSource {
    let input: String

    func page(at cursor: PageCursor?) async throws(SourceFailure) -> Page {
      guard cursor == nil else { throw SourceFailure(.document, input, url: "http://a.example/" + input) }
      let items = (0..<4).map { number in
        var item = Item(id: "\(number)" + input)
        item.datePublished = Timestamp(seconds: Int64(1_000 - number))
        item.url = number == 0 ? input : "http://a.example/\(number)?" + input
        item.externalURL = "https://" + input
        item.title = number == 1 ? nil : input
        item.summary = input
        switch number {
        case 0, 3: item.contentHTML = input
        default: item.contentText = input
        }
        item.image = input
        item.authors = [Author(name: input, url: input, avatar: input)]
        item.tags = [input]
        item.language = input
        return item
      }
      var page = Page(items: items, following: .next(.url(input), isAdvertised: true))
      page.feed.title = input
      return page
    }
  }

  private func site(_ input: String) -> Site {
    let failing = ScriptedPages("failing", days: [])
    failing.fail(SourceFailure(.status, input, url: "http://b.example/" + input))
    let sources = [
      FeedSource(name: "hostile", pages: HostilePages(input: input)), failing.source,
      // Names are checked when a configuration is read; here they are not.
      FeedSource(name: input, pages: ScriptedPages("quiet", days: [1])),
    ]
    return Site(
      title: input, feed: SharedFeed(sources: sources, settings: MergeSettings(), clock: clock),
      titles: ["failing": input], policy: SitePolicy(),
      cursors: CursorPaper(key: [UInt8](repeating: 1, count: 32), configuration: 7), clock: clock,
      writer: { _, _, _ in [] })
  }

  private func get(_ site: Site, _ path: String, query: String? = nil) async -> (text: String, response: ServerResponse)
  {
    let response = await site.answer(
      to: ServerRequest(path: path, query: query, headers: [.init("Host", "localhost")]))
    guard case .bytes(let bytes) = response.body else { return ("", response) }
    return (String(decoding: bytes, as: UTF8.self), response)
  }

  @Test(arguments: ScriptInjections.all)
  func nothingOfItIsMarkup(_ input: String) async throws {
    let site = site(input)
    // The second time the failures and the title of the feed are known.
    _ = await get(site, "/")
    let page = await get(site, "/", query: "limit=4").text
    let faults = try PageFaults.find(in: page, items: 4)
    #expect(faults == [], "\(page)")
    let status = await get(site, "/status.json").text
    #expect((try? JSONSerialization.jsonObject(with: Data(status.utf8))) != nil, "\(status)")
    #expect(!status.contains("</script") && !status.contains("<!--"))
    // No line end of JavaScript's, nor an end of an event.
    #expect(!status.contains("\u{2028}"))
  }

  /// What is asked for comes back in no page.
  @Test(arguments: ScriptInjections.all)
  func parameters(_ input: String) async throws {
    let site = site("harmless")
    let encoded = percentEncoded(input)
    for query in [
      "cursor=" + encoded, "limit=" + encoded, "source=" + encoded, encoded, encoded + "=" + encoded, input,
      "source=hostile&x=" + input,
    ] {
      for path in ["/", "/feed.json", "/" + encoded] {
        let (text, response) = await get(site, path, query: query)
        let type = response.header("Content-Type") ?? ""
        if response.status != 200 { #expect(type == "text/plain; charset=utf-8", "\(path)?\(query)") }
        #expect(!text.contains("alert(1)"), "\(path)?\(query): \(text)")
        let isWhole = response.headers.allSatisfy { !$0.value.contains { $0.isNewline } }
        #expect(isWhole)
      }
    }
  }

  /// An event is one line of data, whatever its words are.
  @Test(arguments: ["a\nevent: state\ndata: {}", "a\r\n\r\ndata: x", "a\u{2028}b\u{85}c", "\u{0}\u{1}"])
  func events(_ text: String) {
    var state = SourceState(name: text, title: text)
    state.failure = SourceFailure(.status, text, url: text)
    let line = StateText.json(state, title: nil)
    let ends = line.unicodeScalars.filter { ["\n", "\r", "\u{2028}", "\u{85}"].contains($0) || $0.value < 0x20 }
    #expect(ends.isEmpty, "\(line)")
  }
}
