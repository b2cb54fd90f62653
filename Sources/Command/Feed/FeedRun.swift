import Dates
import DisplayText
import WeftKit

/// One run of `weft feed`: reads the feed, prints its items, says what goes wrong.
struct FeedRun {
  private let options: FeedOptions
  private let titles: [String: String]
  private let console: Console
  private var output = FileWriter(1)
  private var format: any FeedFormat
  private var hasBegun = false
  /// How many items were printed.
  private var count = 0
  private let identity: UInt64
  private let startedAt: Timestamp

  init(_ options: FeedOptions, configuration: Configuration, console: Console, startedAt: Timestamp) {
    self.options = options
    identity = configuration.identity
    self.startedAt = startedAt
    self.console = console
    var titles: [String: String] = [:]
    for source in configuration.sources { titles[source.name] = source.title ?? source.name }
    self.titles = titles
    let heading = FeedHeading(
      title: configuration.sources.count == 1 ? titles.values.first ?? "Weft" : "Weft",
      sourceWidth: titles.values.map { DisplayWidth.of(TerminalText.clean($0)) }.max() ?? 0, startedAt: startedAt)
    let terminal = Terminal(of: 1)
    let style = options.times ?? (options.format == .text && terminal.width != nil ? .local : .utc)
    let times = TimeColumn(style, now: startedAt, locale: DateWriter.locale(variable: Environment.value))
    format = options.format.format(
      heading, terminal: terminal, layout: TextLayout(times: times, isLong: options.isLong))
  }

  /// Prints the items up to the limit as they come, and returns when the last one is written.
  mutating func print(_ feed: Feed) async throws(FileWriter.Failure) {
    let limit = options.limit ?? Int.max
    guard limit > 0 else { return }
    feed.scroll(to: limit)
    var items = feed.makeAsyncIterator()
    var bytes: [UInt8] = []
    while count < limit, let item = await items.next(isolation: nil) {
      count += 1
      console.endProgress()
      if !hasBegun { begin(&bytes) }
      format.append(entry(item), into: &bytes)
      try output.write(bytes)
      bytes.removeAll(keepingCapacity: true)
      // What is settled is shown before the next wait.
      if !items.hasItemAtHand { try output.flush() }
    }
    try output.flush()
  }

  /// Where the feed goes on behind the last item printed, for formats that say it.
  func ending(_ feed: Feed) async -> FeedEnding {
    var ending = FeedEnding()
    let isNamed = options.format == .json || options.pageURL != nil && options.format.namesNextPage
    guard isNamed, let place = await feed.place(after: count), !place.isEnd else { return ending }
    do {
      let key = try CursorKey.readOrMake()
      ending.cursor = ResumeCursor(place, configuration: identity, issued: startedAt).text(key: key)
    } catch {
      console.say("no cursor: \(error.message)")
    }
    ending.watermark = place.watermark
    if let cursor = ending.cursor, let template = options.pageURL {
      ending.nextURL = template.split(separator: "{cursor}", omittingEmptySubsequences: false).joined(separator: cursor)
    }
    return ending
  }

  /// Writes what stands behind the last item; an output without items is a whole document too.
  mutating func finish(_ ending: FeedEnding) throws(FileWriter.Failure) {
    var bytes: [UInt8] = []
    begin(&bytes)
    format.end(ending, into: &bytes)
    try output.write(bytes)
    try output.flush()
  }

  private mutating func begin(_ bytes: inout [UInt8]) {
    guard !hasBegun else { return }
    hasBegun = true
    format.begin(into: &bytes)
  }

  private func entry(_ item: FeedItem) -> FeedEntry {
    FeedEntry(
      item: item.item, source: item.source, sourceTitle: titles[item.source] ?? item.source, position: item.position,
      page: item.page, index: item.index, effectiveDate: item.effectiveDate, isLate: item.isLate, also: item.also)
  }
}
