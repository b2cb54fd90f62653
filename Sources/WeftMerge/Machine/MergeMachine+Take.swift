import WeftModel

extension MergeMachine {
  /// Hands out what is settled, as much as the reader may have without anything being decided too early: up to where it
  /// is or waits, and beyond that only items whose passing starts no request and that nothing can come before.
  mutating func take(limit: Int = 256, at now: Timestamp) -> [FeedItem] {
    let count = min(limit, ready.count, allowance)
    guard count > 0, nextIndex != nil else { return [] }
    var items: [FeedItem] = []
    items.reserveCapacity(count)
    var entries: [Entry] = []
    if settings.maxRun == 0 {
      entries = ready.popFirst(count)
      progress.shelf.expect(entries)
      for entry in entries { items.append(commit(entry)) }
    } else {
      entries.reserveCapacity(count)
      while items.count < count, let (entry, passed) = popNext() {
        progress.note(passed, passedBy: entries.count)
        entries.append(entry)
        items.append(commit(entry))
      }
    }
    progress.give(entries)
    position = max(position, committed)
    speed.took(items.count, at: now)
    advance(at: now)
    return items
  }

  @inline(__always)
  private var allowance: Int {
    guard unfinished > 0 else { return ready.count }
    let awaited = max(1, position - committed)
    guard !tracks.isEmpty, excludedCount == 0, pausedCount == 0 else { return awaited }
    return max(awaited, ready.count - prefetch)
  }

  private mutating func commit(_ entry: Entry) -> FeedItem {
    let source = entry.source
    committed += 1
    var isLate = false
    if !entry.isLane {
      // What another source's item was put before is not late.
      let wasPassed =
        !passes.isEmpty && passes.removeValue(forKey: ItemPlace(source: source, sequence: entry.sequence)) != nil
      isLate = entry.key < boundary && !wasPassed
      if isLate { tracks[source].status.lateCount += 1 }
      boundary = max(boundary, entry.key)
    } else {
      committedTurn = entry.key
    }
    counts[source].unread -= 1
    counts[source].emitted += 1
    if wantsAll { offer(source) }
    var date: Timestamp?
    if entry.isLane {
      date = self.date(of: entry)
    } else if entry.key.major < .max - 1 {
      date = Timestamp(microseconds: -entry.key.major)
    }
    var page = progress.shelf[entry]
    if entry.hasAlso, let names = also.removeValue(forKey: ItemPlace(source: source, sequence: entry.sequence)) {
      page = page.shared(with: names)
    }
    let item = FeedItem(page, index: entry.index, position: committed, isLate: isLate, effectiveDate: date)
    if reportsEmissions {
      actions.append(
        .report(
          .emit(
            source: tracks[source].name, id: item.item.id, position: committed, page: page.ordinal,
            index: entry.index, isLate: isLate)))
    }
    return item
  }

  /// The item's own time.
  func date(of entry: Entry) -> Timestamp? { progress.shelf[entry].items[entry.index].date }
}
