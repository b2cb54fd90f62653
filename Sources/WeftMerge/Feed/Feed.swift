public import WeftModel

/// Many paged sources as one feed in one exact order, read as far as somebody asks for.
///
/// A sequence for one consumer that never throws: what fails is told by `statuses`, `changes` and the observer. Nothing
/// is fetched before the first item is wanted. The sequence ends when no source can give anything more; dropping the
/// feed and its iterator cancels everything that they started.
///
///     let feed = Feed(sources: sources, settings: MergeSettings(), clock: clock)
///     for await item in feed { print(item.position, item.source, item.item.title ?? "") }
public final class Feed: AsyncSequence, Sendable {
  private let runner: FeedRunner
  private let target = ScrollTarget()

  /// A feed of these sources, whose list is also the order of items with equal times.
  ///
  /// - Parameters:
  ///   - place: where an earlier feed of the same sources stood; this one goes on there, with its positions from 1. A
  ///     place for another number of sources is passed over.
  ///   - window: so many of the items handed out are kept for `items(at:)` and `refresh`, with places from which older
  ///     ones are read again; 0: none.
  ///   - firstPatience: how long a reader with an empty screen waits for a source, where that is less than the settings'
  ///     patience; `nil`: as long as later.
  ///   - observer: is told each event in order, on the engine's actor; it should return at once.
  public init(
    sources: [FeedSource], settings: MergeSettings = MergeSettings(), clock: any EngineClock,
    resumingAt place: ResumePoint? = nil, window: Int = 0, firstPatience: Duration? = nil,
    observer: (@Sendable (FeedEvent) -> Void)? = nil
  ) {
    runner = FeedRunner(
      sources: sources, settings: settings, clock: clock, target: target, place: place, window: Swift.max(0, window),
      firstPatience: firstPatience, observer: observer)
  }

  /// A jump: the feed gets ready the items up to `position` (from 1) and `prefetch` more. `Int.max` asks for all.
  public func scroll(to position: Int) {
    target.advance(to: position)
    Task { [weak runner] in await runner?.scrolled() }
  }

  /// What can be said of each source now, in the order of the sources.
  public var statuses: [SourceStatus] {
    get async { await runner.statuses }
  }

  /// Where a feed has to go on that has shown the items up to `position`; `nil` where that is more than one batch of
  /// items back, or not yet read. `ResumeCursor` makes text of it.
  public func place(after position: Int) async -> ResumePoint? { await runner.place(after: position) }

  /// Items that were handed out, by their positions, for a reader that scrolls back: from the window, and what lies
  /// before it read again from the sources. What the sources no longer give is missing; without a window all is.
  public func items(at positions: Range<Int>) async -> [FeedItem] {
    let (kept, again, before) = await runner.items(at: positions)
    guard let again else { return kept }
    let end = kept.first?.position ?? positions.upperBound
    var items: [FeedItem] = []
    var position = before
    while position < end - 1 {
      let batch = await again.nextItems()
      if batch.isEmpty { break }
      for item in batch {
        position += 1
        if position < end, position >= positions.lowerBound { items.append(item.moved(to: position)) }
      }
    }
    await again.cancel()
    return items + kept
  }

  /// Looks for what is new at the top of the sources that were read before. What was handed out stays as it is; the
  /// reader puts what is new on top of it.
  ///
  /// - Parameter pages: at most so many pages of each source are read. Where nothing known is met by then, a gap stands
  ///   behind the source's new items.
  public func refresh(pages: Int = 3) async -> FeedRefresh { await runner.refresh(budget: pages) }

  /// Reads on at a gap: the items that belong there, and a further gap where they were too many.
  public func fill(_ gap: FeedGap, pages: Int = 3) async -> FeedRefresh { await runner.fill(gap, budget: pages) }

  /// The load states of all sources, then each change of one; the stream ends with the feed.
  ///
  /// A watcher that falls more than 10,000 changes behind misses the oldest of them.
  public var changes: AsyncStream<SourceStatus> {
    AsyncStream(bufferingPolicy: .bufferingNewest(10_000)) { continuation in
      Task { [weak runner] in
        guard let runner else { return continuation.finish() }
        await runner.watch(continuation)
      }
    }
  }

  /// Asks for the failed page of a source at once, whatever its schedule says.
  ///
  /// When it returns the request is under way: a feed that had come to its end goes on with what the page brings.
  public func retry(_ source: String) async { await runner.retry(source) }

  /// Turns a source off: no request of it is begun, and nobody waits for it, until `unpause`.
  ///
  /// What was received of it still comes out in its place. A feed whose other sources are at their ends is at its end.
  public func pause(_ source: String) async { await runner.setPaused(true, source) }

  /// Turns a source on again: it goes on where it was, and what it has for places that were passed comes late.
  ///
  /// When it returns, a feed that had come to its end goes on.
  public func unpause(_ source: String) async { await runner.setPaused(false, source) }

  /// Gives the feed up: the sequence ends, and nothing goes on.
  public func cancel() {
    Task { [weak runner] in await runner?.cancel() }
  }

  /// Hands out items from arrays of what is settled, so that most steps cost no change of actor.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let runner: FeedRunner
    /// What is at hand, the next one last: taken from the end, items are moved and not copied.
    private var items: [FeedItem] = []

    init(_ runner: FeedRunner) { self.runner = runner }

    /// The next item is at hand: asking for it will not wait. A writer flushes where it is not.
    public var hasItemAtHand: Bool { !items.isEmpty }

    /// The next item; waiting for it makes it the feed's position. `nil`: the feed is at its end.
    public mutating func next() async -> FeedItem? { await next(isolation: #isolation) }

    /// The next item; waiting for it makes it the feed's position. `nil`: the feed is at its end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> FeedItem? {
      if let item = items.popLast() { return item }
      items = await runner.nextItems()
      items.reverse()
      return items.popLast()
    }
  }

  /// The feed's iterator; a second one shares the items with the first.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(runner) }
}
