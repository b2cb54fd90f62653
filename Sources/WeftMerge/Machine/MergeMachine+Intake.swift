import WeftModel
import WeftPaging

extension MergeMachine {
  /// A page that the source's own machine accepted.
  mutating func take(
    _ accepted: AcceptedPage, at cursor: PageCursor?, itemsBefore: Int, from source: Int, before: LoadState,
    at now: Timestamp
  ) {
    report(accepted, of: source, before: before)
    let isReturning = tracks[source].isExcluded
    if isReturning { excludedCount -= 1 }
    tracks[source].isExcluded = false
    tracks[source].status.isExcluded = false

    let isOfTimeline = tracks[source].hasTimelineMarks
    let passage = passage(of: accepted, at: cursor, itemsBefore: itemsBefore, from: source)
    guard passage != .again else { return offer(source) }

    let stored = StoredPage(
      items: accepted.items, source: source, name: tracks[source].name, ordinal: accepted.ordinal)
    let tail = tracks[source].tail
    let isFirstDated = !accepted.prepared.facts.times.isEmpty || accepted.items.first?.date != nil
    let neighbour = isFirstDated ? nil : tracks[source].neighbour
    let dates = PageDates(
      accepted.items, accepted.prepared.facts.times, neighbour: tracks[source].neighbour,
      latest: settings.future == .keep ? nil : accepted.prepared.page.origin.receivedAt ?? now,
      undated: settings.undated)
    tracks[source].neighbour = dates.neighbour
    if !tracks[source].isLane, tracks[source].tail == nil, dates.isWhollyUndated { becomeLane(source) }
    var isRelaxed = isReturning
    if !tracks[source].isLane { isRelaxed = lower(source, by: dates, of: accepted, passage) || isReturning }
    // After an absence a lane goes on with the current turn: its missed turns are not made up for.
    if tracks[source].isLane, isReturning, !isByRounds { takeBackTurns() }
    if tracks[source].isLane, isReturning || accepted.ordinal == 1 { skipTurns(of: source) }

    if tracks[source].homePage == nil { tracks[source].homePage = accepted.prepared.facts.home }
    let (sequence, turn) = (tracks[source].sequence, tracks[source].turn)
    let slot = progress.shelf.reserve()
    var counted: [Entry] = []
    let entries = entries(
      of: stored, at: slot, accepted, dates, passage, source: source,
      isLane: tracks[source].isLane && !isOfTimeline, counted: &counted)
    progress.shelf.put(stored, for: counted.isEmpty ? entries : entries + counted)
    progress.shelf.giveBack(slot)
    progress.received(
      ReadPage(
        stored, slot: entries.isEmpty && counted.isEmpty ? nil : slot, isLane: tracks[source].isLane && !isOfTimeline,
        cursor: cursor,
        itemsBefore: itemsBefore, sequence: sequence, turn: turn, tail: tail, neighbour: neighbour,
        lastHash: accepted.prepared.facts.lastHash), from: source)
    progress.hold(counted)
    if !accepted.items.isEmpty { tracks[source].pageSize = accepted.items.count }
    counts[source].unread += entries.count
    switch tracks[source].pagination.state {
    case .full, .error: finish(source)
    case .initial, .fetching, .loadMore: break
    }
    if settings.readsAhead, !tracks[source].isLane {
      measureDensity(of: source, items: entries.count, before: tail, span: dates.span)
    }
    if isOfTimeline {
      takeBeside(entries, of: source)
    } else if tracks[source].isLane {
      for entry in entries { waiting[source].append(entry) }
      setTurn(source)
    } else {
      insert(entries, of: source)
      if !tracks[source].isFinished { settleWatermark(of: source, with: entries, isRelaxed: isRelaxed) }
      returnTimeline()
    }
    offer(source)
  }

  /// The items of the page that are new, wanted and not already there, with their keys, in order.
  ///
  /// - Parameter counted: gets those that are not shown, but count for an equal item of the same round.
  private mutating func entries(
    of stored: StoredPage, at slot: UInt32, _ accepted: AcceptedPage, _ dates: PageDates,
    _ passage: Passage, source: Int, isLane: Bool, counted: inout [Entry]
  ) -> [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(stored.items.count)
    let isFiltering = !tracks[source].filter.isEmpty
    var isSorted = true
    var (nextSequence, nextTurn) = (tracks[source].sequence, tracks[source].turn)
    let isJudging = settings.since != nil || settings.until != nil || settings.future == .drop
    for index in stored.items.indices {
      let sequence = nextSequence
      nextSequence = sequence &+ 1
      guard index < accepted.isNew.count, accepted.isNew[index] else { continue }
      let time = dates.time(at: index)
      if isJudging, !accepts(time, dates, index) { continue }
      let isRead = passage != .whole && isRead(index, of: stored, passage, time)
      if isRead, !isLane || !keepsTurns(passage, of: source, count: stored.items.count, next: nextTurn) { continue }
      if isFiltering, !tracks[source].filter.accepts(stored.items[index]) { continue }
      if isRead {
        nextTurn += 1
        continue
      }
      let key: MergeKey
      if isLane {
        key = strides.key(nextTurn, of: source)
        nextTurn += 1
      } else {
        key = .time(time ?? .distantPast, source: source, sequence: sequence)
      }
      if let last = entries.last, key < last.key { isSorted = false }
      entries.append(
        Entry(key: key, slot: slot, source: source, index: index, sequence: sequence, isLane: isLane))
    }
    tracks[source].sequence = nextSequence
    tracks[source].turn = nextTurn
    if isDeduplicating {
      var identities = accepted.prepared.facts.identities
      if let home = tracks[source].homePage { identities.drop(home) }
      claim(identities, for: &entries, of: stored, counted: &counted)
    }
    if settings.maxRun > 0, case .marked = passage, !isLane {
      // They were passed by others before the feed was resumed.
      for entry in entries where entry.key < boundary {
        let place = ItemPlace(source: source, sequence: entry.sequence)
        if passes[place] == nil { passes[place] = 1 }
      }
    }
    if !isSorted { entries.sort { $0.key < $1.key } }
    return entries
  }

  /// By turns: what is done with on a page that was begun before the feed was resumed had its turn among those that are
  /// still to come, as an item has that equals another source's: from the first open item on, in a round from the first
  /// of its page.
  private func keepsTurns(_ passage: Passage, of source: Int, count: Int, next: UInt64) -> Bool {
    guard case .marked(let mark) = passage else { return false }
    guard isByRounds else { return next > max(1, tracks[source].resumed?.turn ?? .max) }
    return mark.hasOpenItems(of: count)
  }

  /// `since`, `until` and `future: drop`; an item without any time cannot be judged and passes.
  private func accepts(_ date: Timestamp?, _ dates: PageDates, _ index: Int) -> Bool {
    if settings.future == .drop, dates.isFuture(index) { return false }
    guard let date else { return true }
    if let since = settings.since, date < since { return false }
    if let until = settings.until, date >= until { return false }
    return true
  }

  /// Puts items of the time line where they belong: what stands before items that are ready already takes those back.
  private mutating func insert(_ entries: [Entry], of source: Int) {
    guard let first = entries.first else { return }
    if !ready.isEmpty, hasLanes || ready.lastKey.map({ first.key < $0 }) ?? false { unsettle(after: first.key) }
    var rest = entries[...]
    if let last = window.lastKey, first.key < last {
      let split = entries.firstIndex { $0.key > last } ?? entries.count
      window.merge(entries[..<split])
      rest = entries[split...]
      shrinkWindow()
    }
    guard !rest.isEmpty else { return }
    waiting[source].merge(rest)
    if let head = waiting[source].firstKey { heads.set(source, head) }
  }

  /// Puts items on the time line that stood there before their source became a lane.
  private mutating func takeBeside(_ entries: [Entry], of source: Int) {
    if !tracks[source].hasTimelineMarks {
      frontier.remove(source)
      idle.remove(source)
    }
    tracks[source].beyond += entries.count
    guard let first = entries.first, let last = entries.last else { return }
    if !ready.isEmpty { unsettle(after: first.key) }
    // The window holds all items up to its last one.
    while let key = heads.topKey, key < last.key, let entry = popHead() { window.append(entry) }
    window.merge(entries)
  }

  /// Gives items back that came into the window before nearer ones did, so that it stays short.
  private mutating func shrinkWindow() {
    let wanted = windowDemand
    guard wanted > 0, window.count > 2 * wanted + 64 else { return }
    let frontierKey = frontierKey
    while window.count + ready.count > wanted, let last = window.last, last.key > frontierKey,
      !tracks[last.source].isLane, let entry = window.popLast()
    {
      waiting[entry.source].prepend(entry)
      heads.set(entry.source, entry.key)
    }
  }

  /// Moves the tail of a source down to where the page ends; `true` where the source proved less ordered than thought.
  private mutating func lower(
    _ source: Int, by dates: PageDates, of accepted: AcceptedPage, _ passage: Passage
  ) -> Bool {
    guard let tail = tracks[source].tail else {
      tracks[source].tail = dates.tail ?? (dates.isWhollyUndated && settings.undated == .last ? .max - 1 : nil)
      return false
    }
    defer { if let lower = dates.tail, lower > tail { tracks[source].tail = lower } }
    // Where a page shows items again, the list has moved: an item that is newer then is a new one, not disorder.
    if case .searching = passage { return false }
    guard let newest = dates.newest, newest < tail, accepted.isNew.allSatisfy({ $0 }) else { return false }
    let (inversion, overflow) = tail.subtractingReportingOverflow(newest)
    let relaxation = min(overflow ? .max : inversion, Self.largestDisorder)
    guard relaxation > tracks[source].disorder else { return false }
    if tracks[source].disorder == 0 {
      warn(source, SourceWarning(code: "disorder", text: "its pages are not in the order of time; items may come late"))
    }
    tracks[source].disorder = relaxation
    if relaxation > dates.span { tracks[source].disorderedPages += 1 }
    if tracks[source].disorderedPages >= 2 { becomeLane(source) }
    return true
  }

  /// An item that is newer than the last page's end by more than this is an exception, not a measure: seven days.
  static let largestDisorder: Int64 = 7 * 86_400 * 1_000_000

  /// The source's watermark is where its tail is now; with it the frontier moves.
  private mutating func settleWatermark(of source: Int, with entries: [Entry], isRelaxed: Bool) {
    let watermark = tracks[source].watermark(of: source)
    if let since = settings.since, watermark.major > MergeKey.major(of: since) {
      tracks[source].status.endReason = .olderThan
      finish(source)
      return
    }
    guard !tracks[source].isLane else { return }
    for entry in entries.reversed() {
      guard entry.key > watermark else { break }
      tracks[source].beyond += 1
    }
    if !tracks[source].isPaused { frontier.set(source, watermark) }
    if isRelaxed { unsettle(after: frontierKey) }
  }

  /// Takes a source off the time line; from now on its items take turns.
  mutating func becomeLane(_ source: Int) {
    if !hasLanes {
      hasLanes = true
      timelineTurns = UInt64(committed + ready.count)
      lastTurn = strides.key(timelineTurns, of: strides.timeline)
      turns.set(strides.timeline, strides.key(timelineTurns + 1, of: strides.timeline))
    }
    idle.remove(source)
    frontier.remove(source)
    // What it has on the time line stays there: the window is drawn up to the last of it.
    while !waiting[source].isEmpty, let entry = popHead() { window.append(entry) }
    tracks[source].isLane = true
    tracks[source].beyond = counts[source].unread
    skipTurns(of: source)
  }

  /// The time line was at its end, as far as anybody waited for it, and a source that was left out brings it back: it
  /// goes on with the current turn.
  mutating func returnTimeline() {
    let timeline = strides.timeline
    guard hasLanes, !turns.contains(timeline), !(frontier.isEmpty && heads.isEmpty && window.isEmpty) else { return }
    timelineTurns = max(timelineTurns, strides.turns(of: timeline, before: lastTurn))
    turns.set(timeline, strides.key(timelineTurns + 1, of: timeline))
  }

  mutating func skipTurns(of source: Int) {
    tracks[source].turn = max(tracks[source].turn, strides.turns(of: source, before: lastTurn) + 1)
  }

  private mutating func report(_ accepted: AcceptedPage, of source: Int, before: LoadState) {
    tracks[source].status.pageCount += 1
    tracks[source].status.itemCount += accepted.receivedCount
    if accepted.ordinal == 1 { tracks[source].isWhole = accepted.prepared.page.feed.history == .complete }
    if accepted.ordinal > 1, accepted.prepared.page.feed.history != .archive { tracks[source].isArchived = false }
    if case .full(let reason) = tracks[source].pagination.state {
      let isLossless = tracks[source].isWhole || accepted.ordinal > 1 && tracks[source].isArchived
      tracks[source].status.completeness = isLossless && reason == .noNext ? .complete : .about
    }
    if tracks[source].status.title == nil { tracks[source].status.title = accepted.prepared.page.feed.title }
    var next: PageCursor?
    var why: String?
    switch tracks[source].pagination.state {
    case .loadMore(let cursor): next = cursor
    case .full(let reason): why = reason.rawValue
    case .initial, .fetching, .error: break
    }
    if reportsEvents {
      actions.append(
        .report(
          .page(
            source: tracks[source].name, status: accepted.prepared.page.origin.status, items: accepted.receivedCount,
            bytes: accepted.prepared.page.origin.bytes, duration: accepted.prepared.page.origin.duration,
            cacheUse: accepted.prepared.page.origin.cacheUse, next: next)))
    }
    changed(source, from: before, why: why)
    for warning in accepted.prepared.page.warnings { warn(source, warning) }
    for warning in accepted.receipt.warnings { warn(source, warning) }
  }

  mutating func warn(_ source: Int, _ warning: SourceWarning) {
    guard !tracks[source].status.warnings.contains(warning), tracks[source].status.warnings.count < 100 else { return }
    tracks[source].status.warnings.append(warning)
    if reportsEvents { actions.append(.report(.warning(source: tracks[source].name, warning))) }
  }
}
