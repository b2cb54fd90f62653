import WeftMerge
import WeftModel

/// Sources of pages that lie in memory: 400,000 items in all, 20 a page, with the ids and addresses of a news feed.
struct MergeWork: Sendable {
  let pages: [[Page]]
  let itemCount: Int

  init(sources: Int, itemCount: Int = 400_000, pageSize: Int = 20) {
    let pageCount = max(1, itemCount / sources / pageSize)
    self.itemCount = sources * pageCount * pageSize
    pages = (0..<sources).map { source in
      // Each source has its own pace: dates are spread as those of a real set of feeds are.
      let step = Int64(60 + source * 37 % 977)
      return (0..<pageCount).map { page in
        let items = (0..<pageSize).map { index in
          let number = page * pageSize + index
          var item = Item(id: "tag:source\(source).example.org,2025:\(number)")
          item.url = "https://source\(source).example.org/2025/06/a-story-of-the-day-\(number)"
          item.title = "A story of the day, number \(number)"
          item.datePublished = Timestamp(seconds: 1_750_000_000 - Int64(number) * step)
          return item
        }
        return Page(
          items: items,
          following: page + 1 < pageCount ? .next(.page(page + 2), isAdvertised: false) : .end(.noNext))
      }
    }
  }

  func page(_ source: Int, _ cursor: PageCursor?) -> Page {
    guard case .page(let number) = cursor else { return pages[source][0] }
    return pages[source][number - 1]
  }

  static func settings(
    _ mode: MergeSettings.Mode, _ scope: MergeSettings.Deduplication.Scope = .all, prefetch: Int? = nil
  ) -> MergeSettings {
    MergeSettings(
      prefetch: prefetch ?? (mode == .eco ? 0 : 20), mode: mode, deduplication: .init(scope: scope))
  }

  /// The pages as the tasks that fetch them hand them to the merge.
  func prepared(_ scope: MergeSettings.Deduplication.Scope) -> [[PreparedPage]] {
    pages.map { $0.map { prepare($0, scope) } }
  }

  private func prepare(_ page: Page, _ scope: MergeSettings.Deduplication.Scope) -> PreparedPage {
    let isComparing = scope == .all && pages.count > 1
    return PreparedPage(page, deduplication: isComparing ? Self.settings(.eco, scope).deduplication : nil)
  }

  /// The processor's seconds for the preparation of all pages.
  func secondsOfPreparation(_ scope: MergeSettings.Deduplication.Scope) -> Double {
    Measurement.processorMedian {
      var count = 0
      for source in pages { for page in source { count += prepare(page, scope).itemCount } }
      precondition(count == itemCount)
    }
  }

  private func merge(
    _ mode: MergeSettings.Mode, _ scope: MergeSettings.Deduplication.Scope, of prepared: [[PreparedPage]]
  ) -> StraightMerge {
    StraightMerge(sourceCount: pages.count, settings: Self.settings(mode, scope)) { source, cursor in
      if case .page(let number) = cursor { prepared[source][number - 1] } else { prepared[source][0] }
    }
  }

  /// Merges all pages so many times: what instructions are counted of.
  func merge(_ mode: MergeSettings.Mode, times: Int) {
    let prepared = prepared(.all)
    for _ in 0..<times {
      var merge = merge(mode, .all, of: prepared)
      precondition(merge.read { _ in } == itemCount)
    }
  }

  /// The processor's seconds for one merge of all pages.
  func seconds(
    _ mode: MergeSettings.Mode, _ scope: MergeSettings.Deduplication.Scope, of prepared: [[PreparedPage]]
  ) -> Double {
    Measurement.processorMedian {
      var merge = merge(mode, scope, of: prepared)
      var last = 0
      precondition(merge.read { last = $0.last?.position ?? last } == itemCount && last == itemCount)
    }
  }

  /// The processor's seconds for the reader's going on by one item that is there, and for an event without effect.
  func eventSeconds(_ mode: MergeSettings.Mode) -> (step: Double, event: Double) {
    let now = Self.now
    let ahead = max(5_000, 2 * pages.count)
    let count = 2_000
    func merge() -> SteppedMerge {
      var merge = SteppedMerge(sourceCount: pages.count, settings: Self.settings(mode, prefetch: ahead))
      merge.scroll(to: 1, at: now)
      answer(&merge)
      return merge
    }
    var steps: [Double] = []
    for _ in 0..<5 {
      var merge = merge()
      let seconds = Measurement.processorSeconds {
        for position in 1...count {
          merge.scroll(to: position, at: now)
          _ = merge.take(limit: 1, at: now)
        }
      }
      steps.append(seconds / Double(count))
    }
    var idle = merge()
    let event = Measurement.processorMedian(of: 5) { for _ in 0..<count { idle.tick(at: now) } }
    return (Measurement.median(steps), event / Double(count))
  }

  static let now = Timestamp(seconds: 2_000_000_000)

  private func answer(_ merge: inout SteppedMerge) {
    while true {
      let fetches = merge.fetches()
      if fetches.isEmpty { return }
      for fetch in fetches { merge.received(page(fetch.source, fetch.cursor), for: fetch, at: Self.now) }
    }
  }

  // MARK: Memory

  func bytesPerBufferedItem() -> Double {
    let before = Measurement.residentBytes()
    var merge = SteppedMerge(sourceCount: pages.count, settings: Self.settings(.eco, .source, prefetch: itemCount))
    merge.scroll(to: 1, at: Self.now)
    answer(&merge)
    let after = Measurement.residentBytes()
    precondition(merge.take(limit: .max, at: Self.now).count > 0)
    return (after - before) / Double(itemCount)
  }

  func bytesPerPassedItem() -> Double {
    let before = Measurement.residentBytes()
    var merge = StraightMerge(sourceCount: pages.count, settings: Self.settings(.eco)) { prepare(page($0, $1), .all) }
    let count = merge.read(limit: itemCount - 1) { _ in }
    let after = Measurement.residentBytes()
    precondition(merge.read { _ in } == 1)
    return (after - before) / Double(count)
  }

  // MARK: Delivery

  func feed(prefetch: Int = 0) -> Feed {
    Feed(
      sources: pages.indices.map { index in
        FeedSource(
          name: "source \(index)", stop: StopSettings(maxPages: .max), pages: MemorySource(pages: pages[index]))
      }, settings: MergeSettings(prefetch: prefetch, mode: .eco), clock: StandingClock())
  }

  func deliver() async {
    var count = 0
    for await _ in feed() { count += 1 }
    precondition(count == itemCount)
  }

  /// Millions of items per second from a feed in which all items are settled before the first is taken.
  func handOut() async -> Double {
    var rates: [Double] = []
    for _ in 0..<4 {
      let feed = await settledFeed()
      let start = ContinuousClock.now
      var count = 0
      for await _ in feed { count += 1 }
      rates.append(Double(count) / seconds(since: start) / 1e6)
    }
    return Measurement.median(Array(rates.dropFirst()))
  }

  @MainActor
  func handOutOnMain() async -> Double {
    var rates: [Double] = []
    for _ in 0..<4 {
      let feed = await settledFeed()
      let start = ContinuousClock.now
      var count = 0
      for await _ in feed { count += 1 }
      rates.append(Double(count) / seconds(since: start) / 1e6)
    }
    return Measurement.median(Array(rates.dropFirst()))
  }

  private func settledFeed() async -> Feed {
    let feed = feed(prefetch: 0)
    let changes = feed.changes
    feed.scroll(to: itemCount)
    var full = Set<String>()
    for await status in changes where status.state == .full {
      full.insert(status.name)
      if full.count == pages.count { break }
    }
    return feed
  }

  private func seconds(since start: ContinuousClock.Instant) -> Double {
    let duration = ContinuousClock.now - start
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }
}

private struct MemorySource: PageSource {
  let pages: [Page]

  func page(at cursor: PageCursor?) async throws(SourceFailure) -> Page {
    guard case .page(let number) = cursor else { return pages[0] }
    return pages[number - 1]
  }
}

private struct StandingClock: EngineClock {
  func now() -> Timestamp { Timestamp(seconds: 2_000_000_000) }

  func sleep(until deadline: Timestamp) async throws(CancellationError) {
    do { try await Task.sleep(for: .seconds(3_600)) } catch { throw CancellationError() }
  }
}
