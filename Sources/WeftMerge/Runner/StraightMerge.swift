package import WeftModel
import WeftPaging

/// A merge without tasks and clock, whose pages are there at once: what `weft-bench` measures as "the merge alone".
package struct StraightMerge {
  private var machine: MergeMachine
  private let pages: (_ source: Int, _ cursor: PageCursor?) -> PreparedPage

  /// A merge of so many sources that `pages` answers for.
  package init(
    sourceCount: Int, settings: MergeSettings, pages: @escaping (_ source: Int, _ cursor: PageCursor?) -> PreparedPage
  ) {
    machine = MergeMachine(
      sources: (0..<sourceCount).map {
        MergeMachine.Source(name: "source \($0)", stop: StopSettings(maxPages: .max))
      }, settings: settings)
    machine.reportsEvents = false
    self.pages = pages
  }

  /// How many bytes the hashes of the items' own ids take.
  package var hashBytes: Int { machine.tracks.reduce(0) { $0 + $1.pagination.walk.hashBytes } }

  /// Reads on to the end, or so many items, as many at once as are settled; gives the number of items.
  package mutating func read(limit: Int = .max, _ take: ([FeedItem]) -> Void) -> Int {
    let now = Timestamp(seconds: 2_000_000_000)
    var count = 0
    while count < limit, !machine.isEnded {
      machine.scroll(to: machine.committed + 1, at: now)
      let items = machine.take(limit: min(256, limit - count), at: now)
      take(items)
      count += items.count
      let actions = machine.drain()
      for case .fetch(let source, let request, _) in actions {
        machine.received(pages(source, request.cursor), from: source, for: request, at: now)
      }
      if items.isEmpty, actions.isEmpty { break }
    }
    return count
  }
}
