package import WeftModel
import WeftPaging

/// A merge without tasks, on a clock of its driver's: what `weft-bench` simulates readers with, event by event.
package struct SteppedMerge {
  private var machine: MergeMachine

  /// A page that the merge wants.
  package struct Fetch {
    /// The source's index.
    package let source: Int
    /// The page; `nil` is the first one.
    package let cursor: PageCursor?
    fileprivate let request: PageRequest
  }

  /// A merge of so many sources.
  package init(sourceCount: Int, settings: MergeSettings) {
    machine = MergeMachine(
      sources: (0..<sourceCount).map {
        MergeMachine.Source(name: "source \($0)", stop: StopSettings(maxPages: .max))
      }, settings: settings)
    machine.reportsEvents = false
  }

  /// When the merge wants `tick`.
  package var deadline: Timestamp? { machine.deadline }

  /// What the merge wants fetched since the last call.
  package mutating func fetches() -> [Fetch] {
    machine.drain().compactMap { action in
      guard case .fetch(let source, let request, _) = action else { return nil }
      return Fetch(source: source, cursor: request.cursor, request: request)
    }
  }

  /// The reader is at, or waits for, the item at this place.
  package mutating func scroll(to position: Int, at now: Timestamp) { machine.scroll(to: position, at: now) }

  /// Hands out what is settled, up to `limit` items.
  package mutating func take(limit: Int, at now: Timestamp) -> [FeedItem] { machine.take(limit: limit, at: now) }

  /// A page that was fetched.
  package mutating func received(_ page: consuming Page, for fetch: Fetch, at now: Timestamp) {
    machine.received(page, from: fetch.source, for: fetch.request, at: now)
  }

  /// A page that could not be fetched.
  package mutating func failed(_ failure: SourceFailure, for fetch: Fetch, at now: Timestamp) {
    machine.failed(failure, from: fetch.source, for: fetch.request, at: now)
  }

  /// The instant of `deadline` has come.
  package mutating func tick(at now: Timestamp) { machine.tick(at: now) }
}
