import Curses
import WeftKit

/// Something that happens to the reader.
enum ReaderEvent: Sendable {
  /// A person does something.
  case input(TerminalInput)
  /// The terminal has another size.
  case resized(rows: Int, columns: Int)
  /// The feed handed out its next items.
  case items([ReaderItem])
  /// The feed is at its end, or goes on after it was.
  case ended(Bool)
  /// Items by their positions, for rows whose items were let go.
  case loaded(Range<Int>, [Int: ReaderItem])
  /// What can be said of a source has changed.
  case status(SourceStatus)
  /// The tops of the sources were looked at.
  case refreshed(ReaderRefresh)
  /// It was read on at a gap.
  case filled(gap: Int, ReaderRefresh)
  /// Something to tell the person.
  case said(String)
}

/// What a look at the top of the sources, or into a gap, has brought.
struct ReaderRefresh: Sendable {
  /// A row that belongs on top, or in the gap.
  enum Entry: Sendable {
    case item(ReaderItem)
    /// Items of a source are missing; the number says which gap it is.
    case gap(Int, source: Int)
  }

  var entries: [Entry] = []
  /// Items that have changed, by their positions.
  var updated: [Int: ReaderItem] = [:]
  /// The names of sources that could not be looked at.
  var failures: [String] = []

  init() {}

  /// How many items are new.
  var count: Int { entries.count { if case .item = $0 { true } else { false } } }
}

/// Something that the reader wants done.
enum ReaderAction: Hashable, Sendable {
  /// Items up to this position are needed.
  case scroll(to: Int)
  /// The items of these positions are needed again.
  case load(Range<Int>)
  /// The failed pages of these sources are wanted at once.
  case retry([String])
  /// A source is off, or on again: what is off is not fetched.
  case turn(String, isOn: Bool)
  /// Look for what is new.
  case refresh
  /// Read on at a gap.
  case fill(gap: Int)
  /// Show an address in a browser.
  case open(String)
  /// Copy an address.
  case copy(String)
  /// An item was read.
  case read(UInt64)
  /// Begin again at the top of the feed.
  case restart
  /// Draw everything, whatever is thought to be there.
  case redraw
  /// End, and keep the place.
  case quit
}
