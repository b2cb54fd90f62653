import TestSupport
import Testing
import WeftModel

@testable import WeftMerge

private func feed(
  _ sources: [ScriptedSource], _ settings: MergeSettings = .eco, clock: any EngineClock = TestClock(),
  observer: (@Sendable (FeedEvent) -> Void)? = nil
) -> Feed {
  Feed(sources: sources.map { $0.feedSource() }, settings: settings, clock: clock, observer: observer)
}

private func titles(_ feed: Feed, limit: Int = .max) async -> String {
  var words: [String] = []
  guard limit > 0 else { return "" }
  for await item in feed {
    words.append((item.item.title ?? "") + (item.isLate ? "(late)" : ""))
    if words.count == limit { break }
  }
  return words.joined(separator: " ")
}

@Test func aFeedIsASequence() async {
  let sources = ["A=[10,8|6,4]", "B=[9,7|5,3]"].map { ScriptedSource(Script($0)) }
  #expect(await titles(feed(sources)) == "10 9 8 7 6 5 4 3")
  #expect(sources.map(\.requests) == [[1, 2], [1, 2]])
}

@Test func aLimitIsAJumpAndCostsTheFewestRequests() async {
  for seed in UInt64(500)...560 {
    let world = World(seed: seed)
    let sources = world.scripts.map { ScriptedSource($0) }
    let feed = feed(sources)
    feed.scroll(to: world.count)
    var ids: [String] = []
    for await item in feed {
      ids.append(item.item.id)
      #expect(item.position == ids.count)
      if ids.count == world.count { break }
    }
    let order = world.byTime
    #expect(ids == Array(world.ids(order).prefix(world.count)), "seed \(seed)")
    #expect(sources.map(\.requests.count) == world.fewestByTime(order, world.count), "seed \(seed)")
  }
}

@Test func nothingIsFetchedBeforeSomethingIsWanted() async {
  let source = ScriptedSource(Script("A=[1]"))
  let feed = feed([source])
  #expect(await feed.statuses.map(\.state) == [.initial])
  #expect(source.requests.isEmpty)
}

@Test func itemsSayWhereTheyComeFrom() async {
  let feed = feed([ScriptedSource(Script("A=[9]")), ScriptedSource(Script("B=[8,7|6]"))])
  var last: FeedItem?
  for await item in feed { last = item }
  #expect(last?.source == "B" && last?.sourceIndex == 1 && last?.page == 2 && last?.index == 0)
  #expect(last?.position == 4 && last?.effectiveDate == Timestamp(seconds: 6) && last?.isLate == false)
  #expect(await feed.statuses.map(\.itemCount) == [1, 3])
  #expect(await feed.statuses.map(\.emittedCount) == [1, 3])
}

/// Dropping a feed cancels what it started: nothing runs on, no timer sleeps on.
@Test func droppingAFeedLeavesNothingRunning() async {
  let source = ScriptedSource(Script("A=[10,9|8]"), isOpen: false)
  let clock = TestClock()
  var kept: Feed? = feed([source], clock: clock)
  kept?.scroll(to: 5)
  await source.requests(1)
  #expect(source.running == 1)
  kept = nil
  await source.idle()
  #expect(source.running == 0 && source.cancelled == 1)
  #expect(source.requests == [1])
}

/// The same while a reader waits and the patience runs.
@Test func cancellingTheReaderEndsTheSequence() async {
  let source = ScriptedSource(Script("A=[10,9|8]"), isOpen: false)
  let clock = TestClock()
  let reader = Task {
    let feed = feed([source], clock: clock)
    return await titles(feed)
  }
  await clock.sleepers(1)
  await source.requests(1)
  reader.cancel()
  #expect(await reader.value == "")
  await source.idle()
  #expect(source.cancelled == 1)
}

@Test func cancelEndsTheSequenceAndTheRequests() async {
  let source = ScriptedSource(Script("A=[10,9|8]"), isOpen: false)
  let feed = feed([source])
  let reader = Task { await titles(feed) }
  await source.requests(1)
  feed.cancel()
  #expect(await reader.value == "")
  await source.idle()
  #expect(source.cancelled == 1)
  #expect(await titles(feed) == "")
  #expect(source.requests == [1])
}

/// Waits for the state: a clock that moves while an answer is still on its way would outrun it.
private func reached(_ state: LoadState, by source: String, of feed: Feed) async {
  for await status in feed.changes where status.name == source && status.state == state { return }
}

@Test func patienceIsKeptByTheClock() async {
  let clock = TestClock()
  let slow = ScriptedSource(Script("B=[11,3]"), isOpen: false)
  let feed = feed([ScriptedSource(Script("A=[10,9]")), slow], clock: clock)
  let reader = Task { await titles(feed, limit: 2) }
  await reached(.full, by: "A", of: feed)
  await clock.sleepers(1)
  clock.advance(by: .seconds(3))
  #expect(await reader.value == "10 9")
  #expect(await feed.statuses.map(\.isExcluded) == [false, true])
  slow.open()
  #expect(await titles(feed) == "11(late) 3")
}

@Test func retriesAreKeptByTheClock() async {
  let clock = TestClock()
  var script = Script("A=[10]")
  script.failures = [1: [.busy]]
  let source = ScriptedSource(script)
  let feed = feed([source, ScriptedSource(Script("B=[9]"))], clock: clock)
  let reader = Task { await titles(feed) }
  await reached(.error, by: "A", of: feed)
  await reached(.full, by: "B", of: feed)
  await clock.sleepers(1)
  clock.advance(by: .seconds(2))
  #expect(await reader.value == "9 10(late)")
  #expect(source.requests == [1, 1])
}

@Test func aRetryCanBeAskedFor() async {
  var script = Script("A=[10]")
  script.failures = [1: [.gone]]
  let source = ScriptedSource(script)
  let feed = feed([source])
  #expect(await titles(feed) == "")
  let changes = feed.changes
  #expect(await feed.statuses[0].failure == .gone)
  await feed.retry("A")
  for await status in changes where status.state == .full { break }
  #expect(await titles(feed) == "10(late)" || source.requests == [1, 1])
  #expect(await feed.statuses[0].isExcluded == false)
}

/// P25: the same sources and the same clock give the same log, event for event.
@Test func theLogIsTheSameEachTime() async {
  func log() async -> [FeedEvent] {
    let events = Locked<[FeedEvent]>([])
    let feed = feed([ScriptedSource(Script("A=[10,8|6,4]"))]) { event in events.with { $0.append(event) } }
    _ = await titles(feed)
    return events.with { $0 }
  }
  let first = await log()
  #expect(first == (await log()))
  let words = first.map { event -> String in
    switch event.kind {
    case .request(let source, let address, _, let attempt, let reason): "ask \(source) \(address) \(attempt) \(reason)"
    case .page(let source, _, let items, _, _, _, let next): "page \(source) \(items) \(next?.description ?? "-")"
    case .state(let source, let from, let to, let why): "state \(source) \(from) \(to) \(why ?? "-")"
    case .emit(_, let id, let position, _, _, _): "emit \(id) \(position)"
    case .failure, .exclude, .warning: "?"
    }
  }
  #expect(
    words == [
      "state A initial fetching -", "ask A first page 1 first", "page A 2 page 2", "state A fetching loadMore -",
      "emit A10#1 1", "emit A8#2 2", "state A loadMore fetching -", "ask A page 2 1 frontier", "page A 2 -",
      "state A fetching full no_next", "emit A6#3 3", "emit A4#4 4",
    ])
}
