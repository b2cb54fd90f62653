import WeftModel

/// `max_run`: at most so many items in a row from one source.
///
/// It is a filter behind the order: where a source has had its run, the first settled item of another one goes before
/// the source's next. So that nothing waits for ever, an item goes when so many others have gone before it as
/// `patienceWithRuns` says, and where as many are settled of which none is another source's.
extension MergeMachine {
  /// An item that others have passed, and how many.
  typealias Passes = [ItemPlace: Int]

  /// How many items may pass another one.
  @inline(__always)
  var patienceWithRuns: Int { settings.maxRun > 0 ? 3 * (settings.maxRun + 1) : 0 }

  /// The place in `ready` of the item that is next; `nil`: none is, or another source's item may still be settled.
  @inline(__always)
  var nextIndex: Int? { settings.maxRun == 0 ? (ready.isEmpty ? nil : 0) : nextIndexOfRuns }

  @inline(__always)
  private var nextIndexOfRuns: Int? {
    guard !ready.isEmpty else { return nil }
    guard run.length >= settings.maxRun, ready[0].source == run.source else { return 0 }
    if passes[ItemPlace(source: ready[0].source, sequence: ready[0].sequence)] ?? 0 >= patienceWithRuns { return 0 }
    let end = min(ready.count, patienceWithRuns + 1)
    if let other = (0..<end).first(where: { ready[$0].source != run.source }) { return other }
    return ready.count > patienceWithRuns || !canSettleMore ? 0 : nil
  }

  /// Items wait only because their source has had its run.
  @inline(__always)
  var isHeldByRun: Bool { settings.maxRun > 0 && !ready.isEmpty && nextIndex == nil }

  @inline(__always)
  private var canSettleMore: Bool {
    guard unfinished > 0, let source = blockingSource else { return false }
    return tracks[source].isLive && !tracks[source].isStuck
  }

  /// Takes out the item that is next, and says which it passes.
  mutating func popNext() -> (entry: Entry, passed: [ItemPlace])? {
    guard let index = nextIndex else { return nil }
    let passed = (0..<index).map { ItemPlace(source: ready[$0].source, sequence: ready[$0].sequence) }
    for place in passed { passes[place, default: 0] += 1 }
    let entry = ready[index]
    if index > 0 { ready.remove(at: index) } else { _ = ready.popFirst() }
    run.note(entry.source)
    return (entry, passed)
  }
}
