import WeftModel

extension MergeMachine {
  /// Hands out what is settled, as much as the reader may have without anything being decided too early: up to where it
  /// is or waits, and beyond that only items whose passing starts no request and that nothing can come before.
  mutating func take(limit: Int = 256, at now: Timestamp) -> [FeedItem] {
    let count = min(limit, ready.count, allowance)
    guard count > 0, nextIndex != nil else { return [] }
    var entries: [Entry] = []
    if settings.maxRun == 0 {
      entries = ready.popFirst(count)
    } else {
      entries.reserveCapacity(count)
      while entries.count < count, let (entry, passed) = popNext() {
        progress.note(passed, passedBy: entries.count)
        entries.append(entry)
      }
    }
    let items = commit(entries)
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

  private mutating func commit(_ entries: [Entry]) -> [FeedItem] {
    let shelf = progress.shelf
    shelf.expect(entries)
    var (boundary, committedTurn, committed) = (boundary, committedTurn, committed)
    // What another source's item was put before is not late.
    var passes: Passes = [:]
    swap(&passes, &self.passes)
    // What few items have is seen to afterwards.
    var (late, shared): ([Int], [Int]) = ([], [])
    var items: [FeedItem] = []
    items.reserveCapacity(entries.count)
    counts.withUnsafeMutableBufferPointer { counts in
      for entry in entries {
        committed &+= 1
        let page = shelf[entry]
        var date: Timestamp?
        var isLate = false
        if entry.isLane {
          date = page.items[entry.index].date
          committedTurn = entry.key
        } else {
          if entry.key.major < .max - 1 { date = Timestamp(microseconds: -entry.key.major) }
          let wasPassed =
            !passes.isEmpty
            && passes.removeValue(forKey: ItemPlace(source: entry.source, sequence: entry.sequence)) != nil
          isLate = entry.key < boundary && !wasPassed
          if isLate { late.append(entry.source) }
          boundary = max(boundary, entry.key)
        }
        counts[entry.source].unread &-= 1
        counts[entry.source].emitted &+= 1
        if entry.hasAlso { shared.append(items.count) }
        items.append(
          FeedItem(page, index: entry.index, position: committed, isLate: isLate, effectiveDate: date))
      }
    }
    (self.boundary, self.committedTurn, self.committed, self.passes) = (boundary, committedTurn, committed, passes)
    for source in late { tracks[source].status.lateCount += 1 }
    for index in shared {
      let place = ItemPlace(source: entries[index].source, sequence: entries[index].sequence)
      if let names = also.removeValue(forKey: place) { items[index] = items[index].shared(with: names) }
    }
    if reportsEmissions { for item in items { report(item) } }
    if wantsAll { for entry in entries { offer(entry.source) } }
    return items
  }

  private mutating func report(_ item: FeedItem) {
    actions.append(
      .report(
        .emit(
          source: item.source, id: item.item.id, position: item.position, page: item.page, index: item.index,
          isLate: item.isLate)))
  }
}
