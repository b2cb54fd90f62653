import WeftModel
import WeftPaging

extension MergeMachine {
  // MARK: The place

  /// Where the feed stands after `consumed` of the items that were given out last.
  ///
  /// Costs O(k + items that are sorted but not handed out), k the number of sources.
  func resumePoint(consumed: Int) -> ResumePoint {
    var progress = progress
    let rest = Array(progress.unread(after: consumed))
    progress.read(consumed)
    var firstKeys = tracks.indices.map { tracks[$0].isLane ? .greatest : waiting[$0].firstKey ?? .greatest }
    var firstTurns = tracks.indices.map { tracks[$0].isLane ? waiting[$0].firstKey ?? .greatest : .greatest }
    func look(at entry: Entry) {
      let source = entry.source
      if entry.isLane {
        firstTurns[source] = min(firstTurns[source], entry.key)
      } else {
        firstKeys[source] = min(firstKeys[source], entry.key)
      }
    }
    for entry in rest { look(at: entry) }
    for index in 0..<ready.count { look(at: ready[index]) }
    for index in 0..<window.count { look(at: window[index]) }

    var point = ResumePoint()
    point.count = startCount + progress.count
    point.boundary = progress.boundary == .least ? nil : progress.boundary
    point.top = progress.top
    if settings.maxRun > 0, progress.run.length > 0 {
      point.runSource = progress.run.source
      point.runLength = progress.run.length
    }
    point.passes = progress.passes.map { place, count in
      ResumePoint.Passed(source: place.source, sequence: place.sequence, count: count)
    }.sorted { ($0.source, $0.sequence) < ($1.source, $1.sequence) }
    point.timelineTurns = progress.timelineTurns
    point.lastTurn = progress.lastTurn == .least ? nil : progress.lastTurn
    point.roundOffset = progress.roundOffset
    point.sources = tracks.indices.map { source in
      place(
        of: source, pages: progress.readPages(of: source), firstKey: firstKeys[source], firstTurn: firstTurns[source])
    }
    // A round is read again as a whole, and its items are met again then.
    point.recent = identities(of: progress.recent.dropLast(progress.roundOffset).suffix(ReadingProgress.window))
    return point
  }

  private func place(of source: Int, pages: [ReadPage], firstKey: MergeKey, firstTurn: MergeKey)
    -> ResumePoint.Source
  {
    let track = tracks[source]
    // Nothing was read since the feed was resumed itself: its place is the old one.
    if let resumed = track.resumed, pages.isEmpty, !track.isFinished { return resumed }
    var place = ResumePoint.Source()
    place.isLane = track.isLane
    place.disorder = track.disorder
    place.disorderedPages = track.disorderedPages
    place.isSearching = track.search != nil
    place.bound = min(firstKey, track.isLane ? .greatest : track.watermark(of: source))
    place.turn = track.turn
    if isByRounds {
      // A round is read again as a whole.
      place.turn = pages.first { $0.open > 0 }?.turn ?? track.turn
    } else if firstTurn != .greatest {
      place.turn = strides.turns(of: source, before: firstTurn) + 1
    }

    place.pages = marks(of: source, pages)
    if place.pages.isEmpty, track.isFinished || track.pagination.state.isFull {
      guard let reason = track.status.endReason else { return place }
      place.state = .ended(reason)
      return place
    }
    if let first = pages.first(where: { $0.ordinal == place.pages.first?.ordinal }) {
      place.anchor = first.anchor.map { UInt32(truncatingIfNeeded: $0) }
    }
    place.state = .open
    return place
  }

  /// The pages that have to be read again, in their order; what follows the last of them is the source's next page.
  private func marks(of source: Int, _ pages: [ReadPage]) -> [ResumePoint.Mark] {
    let track = tracks[source]
    let open = pages.filter { $0.open > 0 }
    let end = track.pagination.state.isFull ? nil : next(of: source, after: pages.last)
    guard track.unreadMarks.isEmpty else {
      return before(open.first, pages, of: source) + open.map { mark($0, of: source) } + track.unreadMarks
    }
    guard let last = open.last else { return track.isEnded ? [] : end.map { [$0] } ?? [] }
    var count = open.count
    if last.ordinal == pages.last?.ordinal {
      // Pages of which nothing was read follow by themselves.
      // (A lane's pages of the time before it was one are told apart.)
      while count > 1, open[count - 2].isLane == track.isLane, !open[count - 1].isBegun,
        open[count - 1].ordinal == open[count - 2].ordinal + 1
      { count -= 1 }
    }
    var marks = before(open.first, pages, of: source) + open.prefix(count).map { mark($0, of: source) }
    if last.ordinal != pages.last?.ordinal, let end = end ?? pages.last.map({ mark($0, of: source) }) {
      marks.append(end)
    }
    return marks
  }

  /// The page before the first one with unread items, where that one shows no item that was read: its end shows whether
  /// a list that is paged by numbers has moved.
  private func before(_ first: ReadPage?, _ pages: [ReadPage], of source: Int) -> [ResumePoint.Mark] {
    guard let first, first.anchor == nil, first.isNumbered else { return [] }
    guard let page = pages.last(where: { $0.ordinal < first.ordinal }), page.count > 0 else { return [] }
    return page.ordinal == first.ordinal - 1 ? [mark(page, of: source)] : []
  }

  private func mark(_ page: ReadPage, of source: Int) -> ResumePoint.Mark {
    ResumePoint.Mark(
      cursor: page.cursor, isLane: page.isLane, ordinal: page.ordinal, itemsBefore: page.itemsBefore,
      sequence: page.sequence,
      runs: page.runs, tail: tracks[source].disorder > 0 ? page.tail : nil, neighbour: page.neighbour)
  }

  /// The page that the source would be asked for next. A list that is paged by numbers may have moved until then: there
  /// it is the last page that was read, whose end shows whether it has.
  private func next(of source: Int, after last: ReadPage?) -> ResumePoint.Mark {
    let track = tracks[source]
    var cursor: PageCursor?
    switch track.pagination.state {
    case .loadMore(let next): cursor = next
    case .fetching(let request): cursor = request.cursor
    case .error(let failed): cursor = failed.request.cursor
    case .initial, .full: break
    }
    if let last, last.count > 0, cursor.isNumbered { return mark(last, of: source) }
    return ResumePoint.Mark(
      cursor: cursor, isLane: track.isLane, ordinal: track.pagination.walk.pageCount + 1,
      itemsBefore: track.pagination.walk.itemCount,
      sequence: track.sequence, tail: track.disorder > 0 ? track.tail : nil, neighbour: track.neighbour)
  }

  private func identities(of entries: ArraySlice<Entry>) -> [ResumePoint.Identity] {
    guard isDeduplicating else { return recentIdentities }
    let own = entries.compactMap { entry -> ResumePoint.Identity? in
      let items = progress.shelf[entry].items
      let page = ItemIdentities(settings: settings.deduplication).identities(
        of: items, ids: ItemIdentity.ids(of: items), homePage: tracks[entry.source].homePage)
      let hash = (0..<page.kinds).map { page[entry.index, $0] }.first { $0 != 0 }
      return hash.map { ResumePoint.Identity(hash: $0, source: entry.source) }
    }
    return (recentIdentities + own).suffix(ReadingProgress.window)
  }

  // MARK: Going on

  /// Puts a machine that has not begun at the place.
  mutating func resume(at point: ResumePoint) {
    guard point.sources.count == tracks.count, committed == 0 else { return }
    startCount = point.count
    boundary = point.boundary ?? .least
    startBoundary = boundary
    progress.boundary = boundary
    progress.top = point.top
    run = SourceRun(source: point.runSource, length: point.runLength)
    progress.run = run
    for passed in point.passes {
      passes[ItemPlace(source: passed.source, sequence: passed.sequence)] = passed.count
    }
    progress.passes = passes
    timelineTurns = point.timelineTurns
    progress.timelineTurns = timelineTurns
    committedTurn = point.lastTurn ?? .least
    progress.lastTurn = committedTurn
    skippedInRound = point.roundOffset
    recentIdentities = point.recent
    for (source, place) in point.sources.enumerated() { resume(source, at: place) }
    lastTurn = committedTurn
    if settings.order == .newest {
      if hasLanes { lastTurn = max(lastTurn, strides.key(timelineTurns, of: strides.timeline)) }
      turns.set(strides.timeline, strides.key(timelineTurns + 1, of: strides.timeline))
    }
    if isDeduplicating {
      for identity in point.recent where tracks.indices.contains(identity.source) {
        let place = ItemPlace(source: identity.source, sequence: .max, major: point.boundary?.major)
        identities.set(identity.hash, IdentityTable.Holder(place: place), expired: .min)
      }
    }
  }

  private mutating func resume(_ source: Int, at place: ResumePoint.Source) {
    guard place.state != .untouched else { return }
    frontier.remove(source)
    idle.remove(source)
    idleLanes.remove(source)
    tracks[source].resumed = place
    tracks[source].disorder = place.disorder
    tracks[source].disorderedPages = place.disorderedPages
    tracks[source].turn = max(1, place.turn)
    if place.isLane, !tracks[source].isLane {
      tracks[source].isLane = true
      hasLanes = true
    }
    if case .ended(let reason) = place.state {
      tracks[source].pagination.resumeAtEnd(reason)
      tracks[source].status.state = .full
      tracks[source].status.endReason = reason
      finish(source)
    } else {
      tracks[source].unreadMarks = place.pages
      tracks[source].pagination.resume(at: place.pages.map(\.start))
      tracks[source].status.state = .loadMore
      if place.isSearching {
        tracks[source].search = Search(anchor: place.anchor, room: place.readCount, isGoingBack: false)
      }
    }
    if tracks[source].isLane {
      setTurn(source)
      if tracks[source].hasTimelineMarks { frontier.set(source, place.bound) }
    } else if !tracks[source].isFinished {
      frontier.set(source, tracks[source].watermark(of: source))
    }
    offer(source)
  }
}

extension ResumePoint.Mark {
  var start: WalkStart { WalkStart(cursor: cursor, ordinal: ordinal, itemsBefore: itemsBefore) }
}
