import TestSupport
import Testing
import WeftMerge
import WeftModel

/// A source whose list changes while it is read; pages are numbered.
private final class LivingSource: PageSource {
  private let state: Locked<[Item]>
  private let size: Int
  private let log = Locked<[Int]>([])

  init(_ times: [Int], size: Int, name: String = "A") {
    self.size = size
    state = Locked(times.map { LivingSource.item(name, $0) })
  }

  static func item(_ name: String, _ time: Int, title: String? = nil) -> Item {
    var item = Item(id: "\(name)\(time)")
    item.title = title ?? String(time)
    item.datePublished = Timestamp(seconds: Int64(time))
    return item
  }

  func change(_ body: (inout [Item]) -> Void) { state.with { body(&$0) } }
  var requests: [Int] { log.with { $0 } }

  func page(at cursor: PageCursor?) async throws(SourceFailure) -> Page {
    var number = 1
    if case .page(let given) = cursor { number = given }
    log.with { $0.append(number) }
    let items = state.with { items in Array(items.dropFirst((number - 1) * size).prefix(size)) }
    return Page(items: items, following: .next(.page(number + 1), isAdvertised: false))
  }
}

@Suite struct RefreshTests {
  private func feed(_ sources: [(String, any PageSource)], window: Int = 100) -> Feed {
    Feed(
      sources: sources.map { FeedSource(name: $0.0, pages: $0.1) }, settings: .eco, clock: TestClock(), window: window)
  }

  private func read(_ feed: Feed, _ count: Int) async -> [String] {
    var titles: [String] = []
    var items = feed.makeAsyncIterator()
    while titles.count < count, let item = await items.next() { titles.append(item.item.title ?? "") }
    return titles
  }

  private func shape(_ refresh: FeedRefresh) -> String {
    refresh.entries.map { entry in
      switch entry {
      case .item(let item): item.item.title ?? ""
      case .gap(let gap): "(gap in \(gap.source))"
      }
    }.joined(separator: " ")
  }

  /// Case 22: what was inserted is no part of the feed that is being read; a refresh shows it.
  @Test func whatIsNewIsShownOnTop() async {
    let source = LivingSource([10, 9, 8, 7], size: 2)
    let feed = feed([("A", source)])
    #expect(await read(feed, 2) == ["10", "9"])
    source.change { $0.insert(contentsOf: [LivingSource.item("A", 12), LivingSource.item("A", 11)], at: 0) }
    #expect(await read(feed, 2) == ["8", "7"])
    #expect(source.requests == [1, 2, 3])
    let refresh = await feed.refresh()
    #expect(shape(refresh) == "12 11" && refresh.newCount == 2)
    #expect(source.requests == [1, 2, 3, 1, 2])
    // What was found is known from then on.
    let second = await feed.refresh()
    #expect(second.entries.isEmpty)
    #expect(source.requests.suffix(1) == [1])
  }

  /// Thirty new items in pages of ten: looking for what is known is not given up after a page, and where it is, the
  /// gap is shown and can be filled.
  @Test func aGapStandsWhereTheBudgetEnds() async {
    let source = LivingSource(Array((0..<30).reversed()), size: 10)
    let feed = feed([("A", source)])
    _ = await read(feed, 15)
    source.change { items in items.insert(contentsOf: (30..<60).reversed().map { LivingSource.item("A", $0) }, at: 0) }
    let whole = await feed.refresh(pages: 4)
    #expect(whole.newCount == 30 && whole.entries.allSatisfy { $0.item != nil })

    source.change { items in items.insert(contentsOf: (60..<95).reversed().map { LivingSource.item("A", $0) }, at: 0) }
    let part = await feed.refresh(pages: 2)
    #expect(part.newCount == 20)
    guard case .gap(let gap) = part.entries.last else { return #expect(Bool(false), "no gap") }
    #expect(gap.source == "A" && gap.above == "A75")
    let rest = await feed.fill(gap, pages: 1)
    #expect(rest.newCount == 10)
    guard case .gap(let further) = rest.entries.last else { return #expect(Bool(false), "no further gap") }
    let last = await feed.fill(further)
    #expect(shape(last) == "64 63 62 61 60")
  }

  /// An item that was edited and moved up is no new one: it is updated where it is, and what is new is found.
  @Test func editedItemsAreUpdatedInPlace() async {
    let source = LivingSource([10, 9, 8, 7, 6, 5], size: 2)
    let feed = feed([("A", source)])
    #expect(await read(feed, 4) == ["10", "9", "8", "7"])
    source.change { items in
      let moved = items.remove(at: 3)
      var edited = moved
      edited.title = "7, edited"
      edited.datePublished = Timestamp(seconds: 11)
      items.insert(contentsOf: [edited, LivingSource.item("A", 12)], at: 0)
    }
    let refresh = await feed.refresh()
    #expect(shape(refresh) == "12")
    #expect(refresh.updated.map(\.position) == [4])
    #expect(refresh.updated.map(\.item.title) == ["7, edited"])
    #expect(await read(feed, 2) == ["6", "5"])
  }

  /// Several sources: in the feed's order, one that fails is named, one that was never read is left alone.
  @Test func severalSources() async {
    let a = LivingSource([10, 8], size: 5, name: "A")
    let b = LivingSource([9, 7], size: 5, name: "B")
    var broken = Script("C=[6]")
    broken.failures = [1: [.gone]]
    let c = ScriptedSource(broken)
    let feed = feed([("A", a), ("B", b), ("C", c)])
    #expect(await read(feed, 4) == ["10", "9", "8", "7"])
    a.change { $0.insert(LivingSource.item("A", 20), at: 0) }
    b.change { $0.insert(contentsOf: [LivingSource.item("B", 21), LivingSource.item("B", 19)], at: 0) }
    let refresh = await feed.refresh()
    #expect(shape(refresh) == "21 20 19")
    #expect(refresh.failures.isEmpty)
    #expect(c.requests == [1])
  }

  @Test func aFailureOfTheTopIsNamed() async {
    var script = Script("A=[10,9|8,7]")
    script.failures = [:]
    let source = FailingLater(script)
    let feed = feed([("A", source)])
    #expect(await read(feed, 2) == ["10", "9"])
    source.fail()
    let refresh = await feed.refresh()
    #expect(refresh.failures == ["A": .busy] && refresh.entries.isEmpty)
  }

  /// Case 32: the answers of an older generation change nothing.
  @Test func aLaterRefreshSupersedesAnEarlierOne() async {
    let source = Gated(LivingSource([10, 9], size: 2))
    let feed = feed([("A", source)])
    #expect(await read(feed, 2) == ["10", "9"])
    source.inner.change { $0.insert(LivingSource.item("A", 11), at: 0) }
    source.close()
    let first = Task { await feed.refresh() }
    await source.waiting(1)
    let second = Task { await feed.refresh() }
    await source.waiting(2)
    source.open()
    #expect(await first.value.isSuperseded)
    #expect(shape(await second.value) == "11")
  }

  /// P23: what was dropped from the window comes back as it was.
  @Test func olderItemsAreReadAgain() async {
    let sources: [(String, any PageSource)] = [
      ("A", LivingSource(Array((0..<900).reversed()), size: 20, name: "A")),
      ("B", LivingSource(stride(from: 898, to: 0, by: -3).map { $0 }, size: 7, name: "B")),
    ]
    let feed = feed(sources, window: 50)
    var all: [FeedItem] = []
    var items = feed.makeAsyncIterator()
    while let item = await items.next() { all.append(item) }
    #expect(all.count == 1_200)
    for range in [1..<11, 95..<130, 501..<502, 640..<900, 1_180..<1_201, 1_200..<1_300, 0..<5] {
      let again = await feed.items(at: range)
      let expected = all.filter { range.contains($0.position) }
      #expect(again.map(\.position) == expected.map(\.position), "\(range)")
      #expect(again.map(\.item) == expected.map(\.item), "\(range)")
      #expect(again.map(\.source) == expected.map(\.source), "\(range)")
    }
    #expect(await self.feed(sources, window: 0).items(at: 1..<5).isEmpty)
  }
}

/// A source that fails from some moment on.
private final class FailingLater: PageSource {
  private let inner: ScriptedSource
  private let isFailing = Locked(false)

  init(_ script: Script) { inner = ScriptedSource(script) }

  func fail() { isFailing.with { $0 = true } }

  func page(at cursor: PageCursor?) async throws(SourceFailure) -> Page {
    if isFailing.with({ $0 }) { throw .busy }
    return try await inner.page(at: cursor)
  }
}

/// A source whose answers wait until the test lets them through.
private final class Gated: PageSource {
  let inner: LivingSource
  private struct State {
    var isOpen = true
    var held: [CheckedContinuation<Void, Never>] = []
    var count = 0
    var watchers: [(Int, CheckedContinuation<Void, Never>)] = []
  }
  private let state = Locked(State())

  init(_ inner: LivingSource) { self.inner = inner }

  func close() { state.with { $0.isOpen = false } }

  func open() {
    let held = state.with { state in
      state.isOpen = true
      defer { state.held = [] }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }

  /// Waits until so many requests have been held.
  func waiting(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.with { state in
        if state.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  func page(at cursor: PageCursor?) async throws(SourceFailure) -> Page {
    await withCheckedContinuation { continuation in
      let (passes, watchers): (Bool, [CheckedContinuation<Void, Never>]) = state.with { state in
        if state.isOpen { return (true, []) }
        state.held.append(continuation)
        state.count += 1
        let count = state.count
        let ready = state.watchers.filter { $0.0 <= count }.map(\.1)
        state.watchers.removeAll { $0.0 <= count }
        return (false, ready)
      }
      if passes { continuation.resume() }
      for watcher in watchers { watcher.resume() }
    }
    return try await inner.page(at: cursor)
  }
}
