import TestSupport
import Testing
import WeftKit

@testable import WebReader

/// Many readers over one store.
@Suite struct SharedFeedTests {
  private let clock = TestClock()
  private let a = ScriptedPages("a", days: [90, 80, 70, 60, 50, 40, 30])
  private let b = ScriptedPages("b", days: [85, 75, 65, 55, 45])

  private func feed(_ limits: PageStore.Limits = .init(), patience: Duration = .seconds(3_600)) -> SharedFeed {
    var settings = MergeSettings()
    settings.prefetch = 0
    settings.patience = patience
    return SharedFeed(sources: [a.source, b.source], settings: settings, clock: clock, limits: limits)
  }

  private func walk(_ feed: SharedFeed, by limit: Int, of names: Set<String>? = nil) async -> [String] {
    var ids: [String] = []
    var place: ResumePoint?
    for _ in 0..<50 {
      let page = await feed.page(after: place, limit: limit, of: names)
      ids += page.items.map(\.item.id)
      guard let next = page.next else { return ids }
      place = next
    }
    return ids
  }

  private static let all = [
    "a-90", "b-85", "a-80", "b-75", "a-70", "b-65", "a-60", "b-55", "a-50", "b-45", "a-40", "a-30",
  ]

  @Test(arguments: 1...13)
  func pagesOfAnyLengthAreTheWholeFeed(limit: Int) async {
    #expect(await walk(feed(), by: limit) == Self.all)
  }

  @Test func someSourcesOnly() async {
    let feed = feed()
    #expect(await walk(feed, by: 2, of: ["b"]) == Self.all.filter { $0.hasPrefix("b") })
    #expect(a.asked.isEmpty)
  }

  /// However many readers there are, and however they are interleaved, each page is asked for once.
  @Test func eachPageIsAskedForOnce() async {
    let feed = feed()
    let walks = await withTaskGroup(of: [String].self) { group in
      for limit in 1...12 { group.addTask { await walk(feed, by: limit) } }
      var walks: [[String]] = []
      for await ids in group { walks.append(ids) }
      return walks
    }
    #expect(walks.allSatisfy { $0 == Self.all })
    #expect(a.asked.count == 4)
    #expect(b.asked.count == 3)
    #expect(Set(a.asked).count == 4)
  }

  /// A reader that goes away does not take the page from those that wait for it too.
  @Test func aReaderThatLeaves() async {
    let feed = feed()
    a.close()
    let first = Task { await feed.page(limit: 3) }
    while a.asked.isEmpty { await Task.yield() }
    let second = Task { await feed.page(limit: 3) }
    first.cancel()
    a.open()
    #expect(await second.value.items.map(\.item.id) == Array(Self.all.prefix(3)))
    _ = await first.value
    #expect(a.asked.filter { $0 == "first page" }.count == 1)
  }

  @Test func aPageOneIsAskedForAgainWhenItIsOld() async {
    let feed = feed(.init(fresh: .seconds(60), kept: .seconds(600)))
    _ = await feed.page(limit: 13)
    let before = a.asked.count
    clock.advance(by: .seconds(59))
    _ = await feed.page(limit: 13)
    #expect(a.asked.count == before)
    clock.advance(by: .seconds(1))
    _ = await feed.page(limit: 13)
    #expect(a.asked.count == before + 1)
    // Nothing is new: the deeper pages are still those.
    #expect(b.asked == ["first page", "page 2", "page 3", "first page"])
  }

  /// An item that a new one has pushed to the next page is not lost.
  @Test func newItemsMakeDeeperPagesOld() async {
    let feed = feed()
    #expect(await walk(feed, by: 12) == Self.all)
    a.insert(day: 95)
    clock.advance(by: .seconds(60))
    #expect(await walk(feed, by: 5) == ["a-95"] + Self.all)
    #expect(a.asked.count == 8)
  }

  @Test func aSourceThatFailsKeepsNobodyWaiting() async {
    let feed = feed()
    b.fail(SourceFailure(.status, "500 from b", retry: .scheduled), nil)
    let page = await feed.page(limit: 3)
    #expect(page.items.map(\.item.id) == ["a-90", "a-80", "a-70"])
    #expect(page.degraded == ["b"])
    let state = await feed.store.state(of: "b")
    #expect(state?.word == "error")
    #expect(state?.failure?.message == "500 from b")
    // Until its retry is due it is not asked, whoever reads.
    _ = await feed.page(limit: 3)
    #expect(b.asked.count == 1)
    clock.advance(by: .seconds(2))
    #expect(await feed.page(limit: 3).items.map(\.item.id) == Array(Self.all.prefix(3)))
    #expect(await feed.store.state(of: "b")?.word == "ready")
  }

  @Test func aRetryIsAskedFor() async {
    let feed = feed()
    b.fail(SourceFailure(.status, "404 from b"), nil)
    #expect(await feed.page(limit: 3).degraded == ["b"])
    await feed.store.retry("b")
    #expect(await feed.page(limit: 3).degraded == [])
  }

  /// The waits between failures grow, and even what is final for one run is tried again.
  @Test func waitsGrow() async {
    let feed = feed()
    let failure = SourceFailure(.status, "503 from b", retry: .scheduled)
    b.fail(failure, failure, failure, failure, failure, failure, failure, failure)
    for _ in 0..<40 {
      _ = await feed.page(limit: 1)
      clock.advance(by: .seconds(1))
    }
    // 1, 2, 4, 8, 16 seconds, a fifth more or less.
    #expect((5...7).contains(b.asked.count), "\(b.asked.count)")
  }

  @Test func whatIsFinalForARunIsTriedAgainByAServer() async {
    let feed = feed()
    a.fail(SourceFailure(.status, "404 from a"), nil)
    #expect(await feed.page(limit: 1).degraded == ["a"])
    clock.advance(by: .seconds(61))
    #expect(await feed.page(limit: 1).degraded == [])
  }

  /// A retry that takes long is nobody's pause: that it failed is known.
  @Test(.timeLimit(.minutes(1))) func aRetryIsNotWaitedFor() async {
    let feed = feed()
    b.fail(SourceFailure(.status, "500 from b", retry: .scheduled), nil)
    #expect(await feed.page(limit: 3).degraded == ["b"])
    clock.advance(by: .seconds(2))
    b.close()
    let page = Task { await feed.page(limit: 3) }
    while b.asked.count < 2 { await Task.yield() }
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(500))
    #expect(await page.value.degraded == ["b"])
    b.open()
  }

  /// A source that has shown a page and fails now still shows it.
  @Test func oldIsBetterThanNothing() async {
    let feed = feed()
    _ = await feed.page(limit: 3)
    clock.advance(by: .seconds(61))
    b.fail(SourceFailure(.connect, "no connection", retry: .scheduled), nil)
    let page = await feed.page(limit: 3)
    #expect(page.items.map(\.item.id) == Array(Self.all.prefix(3)))
    #expect(await feed.store.state(of: "b")?.word == "error")
  }

  @Test func theStoreIsBounded() async {
    let feed = feed(.init(bytes: 5_000))
    #expect(await walk(feed, by: 2) == Self.all)
    #expect(await feed.store.byteCount <= 5_000)
    #expect(await walk(feed, by: 3) == Self.all)
  }

  /// A server that stops waits for nobody who listens, or begins to.
  @Test(.timeLimit(.minutes(1))) func listenersEndWithTheStore() async {
    let store = feed().store
    let before = await store.changes()
    await store.stop()
    for await _ in before {}
    for await _ in await store.changes() { Issue.record("a stopped store tells nothing") }
  }

  @Test func loadStatesAreTold() async {
    let feed = feed()
    b.fail(SourceFailure(.status, "500 from b", retry: .scheduled))
    func words(_ changes: AsyncStream<SourceState>) async -> [String: [String]] {
      _ = await feed.page(limit: 1)
      var words: [String: [String]] = [:]
      for await state in changes {
        words[state.name, default: []].append(state.word)
        if words["a"]?.last == "ready", words["b"]?.last == "error" { break }
      }
      return words
    }
    let words = await words(feed.store.changes())
    #expect(words["a"] == ["initial", "fetching", "ready"])
    #expect(words["b"] == ["initial", "fetching", "error"])
    // Who no longer listens is forgotten.
    while await feed.store.watcherNumber > 0 { await Task.yield() }
  }
}
