import Glibc
import WeftMerge
import WeftModel

extension Subject {
  /// The merge alone and its delivery.
  static let merge = Subject(
    name: "merge", summary: "items per second through the merge, and through Feed, by the number of sources"
  ) { report in
    for (sources, bar) in [(10, 3.0), (100, 2.0), (1_000, 2.0), (10_000, 0.5)] {
      let work = MergeWork(sources: sources)
      for mode in MergeSettings.Mode.allCases {
        // Seconds of the processor, not of the wall: one core, whoever else is at work.
        let rate = Double(work.itemCount) / work.merge(mode) / 1e6
        report.line(
          "\(sources) sources, \(mode.rawValue), deduplicated", rate, "M items/s",
          ratio: Report.Ratio(value: rate, yardstick: "1 M items/s", bar: bar))
      }
    }
    let work = MergeWork(sources: 10)
    let seconds = await Measurement.median(of: 1) { await work.deliver() }
    let rate = Double(work.itemCount) / seconds / 1e6
    report.line("10 sources through Feed, pages fetched by tasks", rate, "M items/s")
    let handedOut = await work.handOut()
    report.line(
      "through Feed, off the main actor", handedOut, "M items/s",
      ratio: Report.Ratio(value: handedOut, yardstick: "1 M items/s", bar: 4))
    let onMain = await work.handOutOnMain()
    report.line(
      "through Feed, on the main actor", onMain, "M items/s",
      ratio: Report.Ratio(value: onMain, yardstick: "1 M items/s", bar: 1))
  }
}

/// Sources of pages that lie in memory: 400,000 items in all, 20 a page, with the ids and addresses of a news feed.
private struct MergeWork: Sendable {
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

  /// The processor's seconds for one merge of everything.
  func merge(_ mode: MergeSettings.Mode) -> Double {
    let start = processorSeconds()
    var merge = StraightMerge(
      sourceCount: pages.count, settings: MergeSettings(prefetch: mode == .eco ? 0 : 20, mode: mode),
      pages: page)
    var last = 0
    precondition(merge.read { last = $0.position } == itemCount && last == itemCount)
    return processorSeconds() - start
  }

  private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

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
    let feed = await settledFeed()
    let start = ContinuousClock.now
    var count = 0
    for await _ in feed { count += 1 }
    return Double(count) / seconds(since: start) / 1e6
  }

  @MainActor
  func handOutOnMain() async -> Double {
    let feed = await settledFeed()
    let start = ContinuousClock.now
    var count = 0
    for await _ in feed { count += 1 }
    return Double(count) / seconds(since: start) / 1e6
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
