import WeftKit

/// An item as it is printed: with where it came from.
struct FeedEntry: Equatable, Sendable {
  /// The item.
  var item: Item
  /// The name of its source.
  var source: String
  /// What is shown for the source: its configured title, else its name.
  var sourceTitle: String
  /// Its place in this run, from 1.
  var position: Int
  /// The page of its source, from 1.
  var page: Int
  /// Its place in that page, from 0.
  var index: Int
  /// The time by which the merge placed it.
  var effectiveDate: Timestamp?
  /// It came too late for its place in the order.
  var isLate = false
  /// The names of other sources that have the same item.
  var also: [String] = []
}

/// What is known of the feed before its first item.
struct FeedHeading: Equatable, Sendable {
  /// The title.
  var title: String
  /// The columns of the widest source title.
  var sourceWidth = 0
  /// When the run began, for formats that demand a date where an item has none.
  var startedAt: Timestamp
}

/// What is known of the feed behind its last item.
struct FeedEnding: Equatable, Sendable {
  /// Where a further run goes on; `nil`: nothing follows, or nobody can say.
  var cursor: String?
  /// The address of the next page, where the output is served as pages.
  var nextURL: String?
  /// By time: what follows is not newer, but for late items.
  var watermark: Timestamp?
  /// Sources that failed or were left out: items of theirs may be missing.
  var degraded: [String] = []
}

/// Writes a feed in one format, item by item.
protocol FeedFormat: Sendable {
  /// What stands before the first item.
  mutating func begin(into bytes: inout [UInt8])
  /// One item.
  mutating func append(_ entry: FeedEntry, into bytes: inout [UInt8])
  /// What stands behind the last item.
  mutating func end(_ ending: FeedEnding, into bytes: inout [UInt8])
}

/// The formats of `weft feed`, by the word after `--format`.
enum FormatName: String, CaseIterable {
  case text, ndjson, json, atom, rss, html, csv

  /// The format has a place for the address of the next page.
  var namesNextPage: Bool { self == .json || self == .atom || self == .rss }

  /// The writer of the format.
  ///
  /// - Parameter layout: what the options say of `text`; `nil`: a line an item, with its time in UTC.
  func format(_ heading: FeedHeading, terminal: Terminal, layout: TextLayout? = nil) -> any FeedFormat {
    let layout = layout ?? TextLayout(times: TimeColumn(.utc, now: heading.startedAt))
    return switch self {
    case .text: TextFormat(terminal: terminal, sourceWidth: heading.sourceWidth, layout: layout)
    case .ndjson: LinesFormat()
    case .json: JSONFeedFormat(heading: heading)
    case .atom: AtomFormat(heading: heading)
    case .rss: RSSFormat(heading: heading)
    case .html: HTMLFormat(heading: heading, times: layout.times)
    case .csv: CSVFormat()
    }
  }
}
