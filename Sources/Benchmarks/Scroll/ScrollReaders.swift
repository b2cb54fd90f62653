import WeftMerge
import WeftModel

/// Ways to read many paged sources as one list.
enum ScrollReader: CaseIterable {
  case eco, smooth
  /// On each trigger the next page of every source; the batch is sorted and appended.
  case append
  /// All pages of all sources, one after the other in each, then everything sorted.
  case loadAll

  var name: String {
    switch self {
    case .eco: "eco"
    case .smooth: "smooth"
    case .append: "fetch all, append"
    case .loadAll: "load everything"
    }
  }

  /// Both read ahead by so many items.
  static let prefetch = 20

  /// Reads the world at so many items per second.
  func read(_ world: ScrollWorld, speed: Double) -> ScrollOutcome {
    switch self {
    case .eco: Self.merged(world, .eco, speed: speed)
    case .smooth: Self.merged(world, .smooth, speed: speed)
    case .append: Self.appended(world, speed: speed)
    case .loadAll: Self.loaded(world, speed: speed)
    }
  }

  // MARK: The merge

  private static func merged(_ world: ScrollWorld, _ mode: MergeSettings.Mode, speed: Double) -> ScrollOutcome {
    var outcome = ScrollOutcome()
    var merge = SteppedMerge(
      sourceCount: ScrollWorld.sourceCount, settings: MergeSettings(prefetch: prefetch, mode: mode))
    var inFlight: [(due: Double, fetch: SteppedMerge.Fetch)] = []
    var attempts: [Int: Int] = [:]
    var now = 0.0

    func start() {
      for fetch in merge.fetches() {
        outcome.requests += 1
        attempts[fetch.source, default: 0] += 1
        let latency = world.latency(fetch.source, page: fetch.number, attempt: attempts[fetch.source] ?? 1)
        inFlight.append((now + latency, fetch))
      }
    }
    // Everything that happens until `instant`; or, where that is `nil`, the next thing.
    func happen(until instant: Double?) {
      while true {
        let next = inFlight.indices.min { inFlight[$0].due < inFlight[$1].due }
        let due = next.map { inFlight[$0].due } ?? .infinity
        let deadline = merge.deadline.map { $0.since(epoch).inSeconds } ?? .infinity
        let soonest = min(due, deadline)
        guard soonest.isFinite, soonest <= instant ?? .infinity else { break }
        now = max(now, soonest)
        if let next, due <= deadline {
          let fetch = inFlight.remove(at: next).fetch
          if world.isDead(fetch.source) {
            merge.failed(SourceFailure(.timeout, "no answer", retry: .scheduled), for: fetch, at: at(now))
          } else {
            merge.received(world.page(fetch.source, fetch.number), for: fetch, at: at(now))
          }
        } else {
          merge.tick(at: at(now))
        }
        start()
        if instant == nil { return }
      }
      if let instant { now = max(now, instant) }
    }

    for position in 1...ScrollWorld.readCount {
      outcome.want(at: now)
      merge.scroll(to: position, at: at(now))
      start()
      var items = merge.take(limit: 1, at: at(now))
      while items.isEmpty {
        happen(until: nil)
        items = merge.take(limit: 1, at: at(now))
      }
      start()
      guard let item = items.first else { break }
      outcome.show(
        item.item.datePublished?.microseconds ?? 0, isLate: item.isLate, at: now, isFirst: position == 1)
      if position < ScrollWorld.readCount { happen(until: now + 1 / speed) }
    }
    return outcome
  }

  private static let epoch = Timestamp(seconds: 2_000_000_000)

  private static func at(_ seconds: Double) -> Timestamp {
    epoch.advanced(by: .microseconds(Int64((seconds * 1e6).rounded())))
  }

  // MARK: What most programs do

  private static func appended(_ world: ScrollWorld, speed: Double) -> ScrollOutcome {
    var outcome = ScrollOutcome()
    var list: [Int64] = []
    var batch: (due: Double, items: [Int64])?
    var nextPage = Array(repeating: 1, count: ScrollWorld.sourceCount)
    var now = 0.0

    func trigger(left: Int) {
      guard batch == nil, left <= prefetch else { return }
      var due = now
      var items: [Int64] = []
      for source in nextPage.indices where nextPage[source] <= ScrollWorld.pageCount {
        outcome.requests += 1
        due = max(due, now + world.latency(source, page: nextPage[source]))
        if world.isDead(source) { continue }
        let start = (nextPage[source] - 1) * ScrollWorld.pageSize
        items += world.times[source][start..<start + ScrollWorld.pageSize]
        nextPage[source] += 1
      }
      batch = (due, items.sorted(by: >))
    }
    func arrive(until instant: Double) {
      guard let arrived = batch, arrived.due <= instant else { return }
      list += arrived.items
      batch = nil
    }

    for index in 0..<ScrollWorld.readCount {
      outcome.want(at: now)
      arrive(until: now)
      trigger(left: list.count - index)
      while index >= list.count, let due = batch?.due {
        now = due
        arrive(until: now)
        trigger(left: list.count - index)
      }
      outcome.show(list[index], isLate: false, at: now, isFirst: index == 0)
      now += 1 / speed
    }
    return outcome
  }

  private static func loaded(_ world: ScrollWorld, speed: Double) -> ScrollOutcome {
    var outcome = ScrollOutcome()
    var ready = 0.0
    var list: [Int64] = []
    for source in world.times.indices {
      let pages = world.isDead(source) ? 1...1 : 1...ScrollWorld.pageCount
      outcome.requests += pages.count
      ready = max(ready, pages.reduce(0.0) { $0 + world.latency(source, page: $1) })
      if !world.isDead(source) { list += world.times[source] }
    }
    list.sort(by: >)
    for index in 0..<ScrollWorld.readCount {
      outcome.want(at: ready)
      outcome.show(list[index], isLate: false, at: ready, isFirst: index == 0)
    }
    return outcome
  }
}

extension SteppedMerge.Fetch {
  /// The page's number, from 1.
  fileprivate var number: Int {
    if case .page(let number) = cursor { return number }
    return 1
  }
}
