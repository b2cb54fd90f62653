import HTTPServer
import TestSupport
import Testing
import WeftKit

@testable import WebReader

/// What sources that hang, fail or send too much can do to a shared feed.
@Suite struct SharedFeedBoundsTests {
  private let clock = TestClock()

  private func feed(_ sources: [FeedSource]) -> SharedFeed {
    var settings = MergeSettings()
    settings.prefetch = 0
    settings.patience = .seconds(3)
    return SharedFeed(sources: sources, settings: settings, clock: clock)
  }

  /// However many sources of a host hang, the page is there after one patience.
  @Test(.timeLimit(.minutes(1))) func manyThatHangCostOnePatience() async {
    let good = ScriptedPages("good", days: [90, 80])
    let hanging = (0..<100).map { ScriptedPages("h\($0)", days: [95]) }
    for pages in hanging { pages.close() }
    let sources = hanging.map { pages in
      var source = pages.source
      source.host = "http://one.test"
      return source
    }
    let feed = feed([good.source] + sources)
    let page = Task { await feed.page(limit: 5) }
    while hanging.contains(where: { $0.asked.isEmpty }) { await Task.yield() }
    clock.advance(by: .seconds(3))
    let read = await page.value
    #expect(read.items.map(\.item.id) == ["good-90", "good-80"])
    #expect(read.degraded == hanging.map(\.source.name))
    for pages in hanging { pages.open() }
  }

  /// A page of large items ends early, and the next one goes on there.
  @Test func largeItemsMakeShortPages() async {
    let feed = feed([FeedSource(name: "large", pages: LargeItems(count: 30))])
    var counts: [Int] = []
    var ids: [String] = []
    var place: ResumePoint?
    for _ in 0..<40 {
      let page = await feed.page(after: place, limit: 100)
      ids += page.items.map(\.item.id)
      counts.append(page.items.count)
      place = page.next
      if place == nil { break }
    }
    #expect(ids == (0..<30).map { "\($0)" })
    #expect(counts.prefix(7) == [4, 4, 4, 4, 4, 4, 4])
  }

  @Test func failuresAreBounded() async {
    let pages = ScriptedPages("a", days: [90])
    let store = feed([pages.source]).store
    let failure = SourceFailure(.status, "404")
    for number in 2..<2_500 {
      pages.fail(failure)
      _ = try? await store.page(of: pages.source, at: .page(number))
    }
    #expect(await store.failureCount <= PageStore.keptFailures + 1)
  }

  /// A page one that shows other items makes the failures of deeper pages old.
  @Test func newItemsForgetFailures() async throws {
    let pages = ScriptedPages("a", days: [90])
    let store = feed([pages.source]).store
    _ = try await store.page(of: pages.source, at: nil)
    pages.fail(SourceFailure(.status, "404"))
    _ = try? await store.page(of: pages.source, at: .page(2))
    #expect(await store.failureCount == 1)
    pages.insert(day: 95)
    clock.advance(by: .seconds(60))
    _ = try await store.page(of: pages.source, at: nil)
    #expect(await store.failureCount == 0)
  }

  /// Neither a few large answers nor many small ones put out what is asked for often.
  @Test func largeAnswersAreNotKept() {
    let ready = ReadyAnswers()
    func request(_ path: String) -> ServerRequest { ServerRequest(method: "GET", path: path, query: nil) }
    _ = ready.made(request("/small"), "text/plain", [1], version: 1)
    for number in 0..<5 {
      let path = "/large\(number)"
      _ = ready.made(request(path), "text/plain", [UInt8](repeating: 1, count: (8 << 20) + 1), version: 1)
      #expect(ready.kept(request(path), version: 1) == nil)
    }
    #expect(ready.kept(request("/small"), version: 1) != nil)
  }
}

/// One page of items of a megabyte each.
private struct LargeItems: PageSource {
  let count: Int

  func page(at cursor: PageCursor?) async throws(SourceFailure) -> Page {
    let text = String(repeating: "x", count: 1 << 20)
    let items = (0..<count).map { number in
      var item = Item(id: "\(number)")
      item.contentText = text
      item.datePublished = Timestamp(seconds: Int64(1_000_000 - number))
      return item
    }
    return Page(items: items, following: .end(.empty), origin: PageOrigin(bytes: count << 20))
  }
}
