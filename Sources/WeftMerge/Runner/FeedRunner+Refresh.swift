import WeftModel
import WeftPaging

extension FeedRunner {
  /// Reads the top of every source that was read before and is on, side by side.
  func refresh(budget: Int) async -> FeedRefresh {
    let read = machine.tracks.indices.filter {
      machine.tracks[$0].status.pageCount > 0 && !machine.tracks[$0].isPaused
    }
    return await look(read.map { ($0, nil) }, budget: budget)
  }

  /// Reads on at a gap.
  func fill(_ gap: FeedGap, budget: Int) async -> FeedRefresh {
    guard let source = sources.firstIndex(where: { $0.name == gap.source }) else { return FeedRefresh() }
    return await look([(source, gap.start)], budget: budget)
  }

  private func look(_ places: [(source: Int, start: WalkStart?)], budget: Int) async -> FeedRefresh {
    refreshGeneration += 1
    let generation = refreshGeneration
    for task in refreshes.values { task.cancel() }
    refreshes.removeAll()
    for (source, start) in places {
      let reader = TopReader(
        pages: sources[source].pages, stop: sources[source].stop, size: sources[source].size, budget: budget)
      refreshes[source] = Self.read(reader, from: start) { [weak self] page in
        await self?.isKnown(page, of: source) ?? []
      }
    }
    var results: [Int: TopReader.Result] = [:]
    let tasks = refreshes
    for (source, _) in places {
      guard let task = tasks[source] else { continue }
      results[source] = await task.value
      guard generation == refreshGeneration, !machine.isCancelled else {
        var superseded = FeedRefresh()
        superseded.isSuperseded = true
        return superseded
      }
    }
    refreshes.removeAll()
    return take(results)
  }

  private nonisolated static func read(
    _ reader: TopReader, from start: WalkStart?, isKnown: @escaping @Sendable (Page) async -> [Bool]
  ) -> Task<TopReader.Result, Never> {
    Task.detached { await reader.read(from: start, isKnown: isKnown) }
  }

  private func isKnown(_ page: Page, of source: Int) -> [Bool] { machine.isKnown(page, of: source) }

  /// Sorts what was found as the feed would, and takes it for known.
  private func take(_ results: [Int: TopReader.Result]) -> FeedRefresh {
    var refresh = FeedRefresh()
    let now = clock.now()
    var top = MergeMachine(
      sources: Self.mergeSources(sources), settings: machine.settings.forPagesAtHand,
      limits: MergeMachine.RequestLimits(total: .max, perHost: .max))
    top.scroll(to: .max, at: now)
    var requests: [Int: PageRequest] = [:]
    for case .fetch(let source, let request, _) in top.drain() { requests[source] = request }
    var gaps: [(FeedGap, Int)] = []
    for source in sources.indices {
      var page = Page(items: [], following: .end(.noNext))
      if let result = results[source] {
        if let failure = result.failure { refresh.failures[sources[source].name] = failure }
        for (read, known) in zip(result.pages, result.isKnown) {
          let isElsewhere = machine.isElsewhere(read, than: source)
          for (index, item) in read.items.enumerated() {
            if known[index] {
              if let newer = replaced(item, of: source) { refresh.updated.append(newer) }
            } else if !isElsewhere[index] {
              page.items.append(item)
            }
          }
          page.feed = read.feed
          page.origin = read.origin
          machine.remember(read, of: source)
        }
        page.receivedCount = page.items.count
        if let start = result.gap {
          let gap = FeedGap(source: sources[source].name, above: page.items.last?.id, start: start)
          gaps.append((gap, source))
        }
      }
      guard let request = requests[source] else { continue }
      top.received(page, from: source, for: request, at: now)
    }
    while case let items = top.take(at: now), !items.isEmpty { refresh.entries += items.map { .item($0) } }
    // A gap stands behind the last new item of its source.
    for (gap, source) in gaps {
      let last = refresh.entries.lastIndex { $0.item?.sourceIndex == source }
      refresh.entries.insert(.gap(gap), at: last.map { $0 + 1 } ?? refresh.entries.count)
    }
    return refresh
  }

  /// The item of the window that this one is a newer form of, with the new content in its place.
  private func replaced(_ item: Item, of source: Int) -> FeedItem? {
    window.items.first { $0.sourceIndex == source && $0.item.id == item.id && $0.item != item }?.with(item)
  }
}

extension MergeMachine {
  /// For each item of a page that is read beside the walk: the feed has it from this source.
  func isKnown(_ page: Page, of source: Int) -> [Bool] {
    let track = tracks[source]
    var known = track.pagination.hasSeen(page)
    guard track.resumed != nil, let top = progress.top, !track.isLane else { return known }
    // What was read before the feed was resumed is not remembered by its ids.
    for (index, item) in page.items.enumerated() where !item.isPinned {
      if let date = item.date, MergeKey.major(of: date) >= top { known[index] = true }
    }
    return known
  }

  /// For each item of a page that is read beside the walk: the feed has it from another source.
  func isElsewhere(_ page: Page, than source: Int) -> [Bool] {
    guard isDeduplicating else { return page.items.map { _ in false } }
    let found = foundIdentities(on: page, of: source)
    return page.items.indices.map { index in
      (0..<found.kinds).contains { kind in
        let hash = found[index, kind]
        guard hash != 0, let holder = identities.holder(of: hash) else { return false }
        return !holder.isAmbiguous && holder.place.source != source
      }
    }
  }

  /// The items of a page that is read beside the walk are known from now on.
  mutating func remember(_ page: Page, of source: Int) {
    tracks[source].pagination.remember(page)
    guard isDeduplicating else { return }
    let entries = page.items.indices.map { index in
      Entry(key: .greatest, slot: 0, source: source, index: index, sequence: .max, isLane: true)
    }
    _ = identities.add(foundIdentities(on: page, of: source), of: entries, expired: .min) { entry in
      page.items[entry.index].date.map(MergeKey.major)
    }
  }

  private func foundIdentities(on page: Page, of source: Int) -> PageIdentities {
    ItemIdentities(settings: settings.deduplication).identities(
      of: page.items, ids: ItemIdentity.ids(of: page.items), homePage: tracks[source].homePage)
  }
}

extension MergeSettings {
  /// The same settings for a merge of pages that are all there.
  fileprivate var forPagesAtHand: MergeSettings {
    var settings = self
    settings.mode = .eco
    settings.isStrict = false
    return settings
  }
}
