import Synchronization
import WeftKit

/// One reading of a feed: carries out what the machine wants of the engine, and posts what comes of it.
final class FeedSession: Sendable {
  private let feed: Feed
  private let number: Int
  private let inbox: Inbox
  /// The feed goes on at a cursor.
  private let isResumed: Bool
  private let state = Mutex(State())
  private let demands: AsyncStream<Int>.Continuation
  private let looks: AsyncStream<Look>.Continuation
  private let turns: AsyncStream<Turn>.Continuation

  private struct State: Sendable {
    var checkpoints = Checkpoints()
    var gaps: [FeedGap] = []
    var tasks: [Task<Void, Never>] = []
  }

  private enum Look: Sendable {
    case top
    case gap(Int)
  }

  /// A source is turned off or on.
  private struct Turn: Sendable {
    var source: String
    var isOn: Bool
  }

  /// So many items are kept by the feed for a reader that scrolls back.
  private static let window = 1_000

  /// - Parameter off: the names of sources that are off from the start.
  init(_ settings: ReaderSettings, resumingAt place: ResumePoint?, off: [String], number: Int, inbox: Inbox) {
    feed = Feed(
      sources: settings.sources, settings: settings.merge, clock: settings.clock, resumingAt: place,
      window: Self.window, firstPatience: settings.firstPatience)
    self.number = number
    self.inbox = inbox
    isResumed = place != nil
    let (demandStream, demands) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    let (lookStream, looks) = AsyncStream.makeStream(of: Look.self)
    let (turnStream, turns) = AsyncStream.makeStream(of: Turn.self)
    self.demands = demands
    self.looks = looks
    self.turns = turns
    let names = settings.sources.map(\.name)
    let tasks = [
      Task.detached { [self] in
        for name in off { await feed.pause(name) }
        await pump(demandStream)
      },
      Task.detached { [self] in for await status in feed.changes { post(.status(status)) } },
      // One after the other: a second look would give the first one up.
      Task.detached { [self] in for await look in lookStream { await carryOut(look, names) } },
      Task.detached { [self] in for await turn in turnStream { await carryOut(turn) } },
    ]
    state.withLock { $0.tasks = tasks }
  }

  /// Gives the feed up.
  func end() {
    demands.finish()
    looks.finish()
    turns.finish()
    feed.cancel()
    for task in state.withLock({ $0.tasks }) { task.cancel() }
  }

  func scroll(to position: Int) { demands.yield(position) }

  func turn(_ source: String, isOn: Bool) { turns.yield(Turn(source: source, isOn: isOn)) }

  func refresh() { looks.yield(.top) }

  func fill(gap: Int) { looks.yield(.gap(gap)) }

  func load(_ positions: Range<Int>) {
    Task.detached { [self] in
      var found: [Int: ReaderItem] = [:]
      for item in await feed.items(at: positions) { found[item.position] = ReaderItem(item) }
      post(.loaded(positions, found))
    }
  }

  func retry(_ names: [String]) {
    Task.detached { [self] in
      for name in names { await feed.retry(name) }
      post(.ended(false))
    }
  }

  /// A place before the item at the position, with the number of items between; `nil`: the top of the feed is.
  func place(before position: Int) -> (point: ResumePoint, distance: Int)? {
    guard let found = state.withLock({ $0.checkpoints.before(position) }), isResumed || found.count > 0 else {
      return nil
    }
    return (found.point, position - found.count)
  }

  private func post(_ event: ReaderEvent) { inbox.post(event, session: number) }

  /// Reads on as far as is wanted, and no further: what nobody sees can still find its place.
  private func pump(_ demands: AsyncStream<Int>) async {
    var items = feed.makeAsyncIterator()
    var loaded = 0
    for await target in demands {
      while loaded < target, !Task.isCancelled {
        feed.scroll(to: target)
        guard let first = await items.next(isolation: nil) else {
          post(.ended(true))
          break
        }
        var batch = [ReaderItem(first)]
        while items.hasItemAtHand, let item = await items.next(isolation: nil) { batch.append(ReaderItem(item)) }
        // Only the places within the last batch are known.
        if let place = await feed.place(after: loaded) {
          state.withLock { [loaded] in $0.checkpoints.note(loaded, place) }
        }
        loaded += batch.count
        post(.items(batch))
      }
    }
  }

  private func carryOut(_ turn: Turn) async {
    guard turn.isOn else { return await feed.pause(turn.source) }
    await feed.unpause(turn.source)
    // A feed that was at its end without it goes on.
    post(.ended(false))
  }

  private func carryOut(_ look: Look, _ names: [String]) async {
    switch look {
    case .top: post(.refreshed(reader(await feed.refresh(), names)))
    case .gap(let number):
      guard let gap = state.withLock({ $0.gaps.indices.contains(number) ? $0.gaps[number] : nil }) else { return }
      post(.filled(gap: number, reader(await feed.fill(gap), names)))
    }
  }

  private func reader(_ refresh: FeedRefresh, _ names: [String]) -> ReaderRefresh {
    var result = ReaderRefresh()
    result.failures = refresh.failures.keys.sorted()
    for item in refresh.updated { result.updated[item.position] = ReaderItem(item) }
    for entry in refresh.entries {
      switch entry {
      case .item(let item): result.entries.append(.item(ReaderItem(item)))
      case .gap(let gap):
        let number = state.withLock { state in
          state.gaps.append(gap)
          return state.gaps.count - 1
        }
        result.entries.append(.gap(number, source: names.firstIndex(of: gap.source) ?? -1))
      }
    }
    return result
  }
}
