import Curses
import WeftKit

/// The reader in a terminal as a value: what happens goes in, what is to be done comes out, `screen` is what is seen.
///
/// Rows are only added: at the end as the feed goes on, and on top or in a gap when a person asks for them. The row at
/// the top of the screen stays there whatever is added.
struct ReaderMachine: Sendable {
  /// A source, as the reader names it.
  struct Source: Hashable, Sendable {
    var name: String
    var title: String?
    init(name: String, title: String? = nil) {
      self.name = name
      self.title = title
    }
  }

  /// Where an earlier session stood, to be found again among the next items.
  struct Restoring: Hashable, Sendable {
    /// The item at the top of the screen and the chosen one.
    var top: UInt64
    var selected: UInt64
    /// Looked for among so many items.
    var limit: Int
    /// The feed goes on at a cursor: what was read before stands above.
    var isResumed: Bool

    init(top: UInt64, selected: UInt64, limit: Int, isResumed: Bool) {
      self.top = top
      self.selected = selected
      self.limit = limit
      self.isResumed = isResumed
    }
  }

  /// What the keys are for.
  enum Mode: Hashable, Sendable {
    case list
    /// An item is read, scrolled down by so many lines.
    case article(line: Int)
    /// The sources, with one of them chosen.
    case sources(Int)
    case help
    /// A text to look for is typed.
    case search(String)
  }

  let sources: [Source]
  let clock: ClockText
  var rows: Int
  var columns: Int
  var mode = Mode.list

  var list: [ReaderRow] = []
  /// The rows that are shown, by their places in `list`.
  var shown: [Int] = []
  /// Places in `shown`.
  var top = 0
  var selected = 0
  /// The items at hand: those around the screen, and all that came on top.
  var items: [Int: ReaderItem] = [:]
  /// How many items the feed has handed out.
  var loaded = 0
  var lateCount = 0
  var settledTo: Timestamp?
  var isEnded = false
  var demanded = 0
  /// Rows that came and are hidden, since a person last did something.
  var hiddenRun = 0
  var loading: Range<Int>?
  var hidden: Set<Int> = []

  var statuses: [SourceStatus]
  var waiting: [ReaderRefresh] = []
  var isRefreshing = false
  var lastRefreshKey = 0
  var read: Set<UInt64>
  var restoring: Restoring?
  /// Text is being pasted.
  var isPasting = false
  var needle = ""
  var message: String?
  var article: ArticleView?

  /// A reader.
  ///
  /// - Parameters:
  ///   - offset: seconds to add to UTC for the person's own time.
  ///   - read: the identities of items that were read before.
  ///   - hidden: the sources that are off.
  init(
    sources: [Source], rows: Int, columns: Int, offset: Int = 0, read: Set<UInt64> = [], hidden: Set<Int> = [],
    restoring: Restoring? = nil
  ) {
    self.sources = sources
    self.rows = rows
    self.columns = columns
    clock = ClockText(offset: offset)
    self.read = read
    self.hidden = hidden
    self.restoring = restoring
    statuses = sources.map { SourceStatus(name: $0.name, title: $0.title) }
    if restoring?.isResumed == true {
      list = [ReaderRow(kind: .earlier, source: -1)]
      shown = [0]
    }
    if restoring != nil { message = "looking for your place …" }
  }

  /// Takes an event and says what is to be done.
  mutating func handle(_ event: ReaderEvent) -> [ReaderAction] {
    var actions: [ReaderAction] = []
    switch event {
    case .input(let input):
      hiddenRun = 0
      message = nil
      take(input, &actions)
    case .resized(let rows, let columns):
      self.rows = rows
      self.columns = columns
      relayArticle()
    case .items(let batch): append(batch, &actions)
    case .ended(let isEnded):
      self.isEnded = isEnded
      if isEnded { giveUpRestoring(&actions) } else { demanded = loaded }
    case .loaded(let range, let found):
      if loading == range { loading = nil }
      take(found, at: range)
    case .status(let status):
      for index in sources.indices where sources[index].name == status.name { statuses[index] = status }
    case .refreshed(let refresh): take(refresh)
    case .filled(let gap, let refresh): fill(gap, with: refresh)
    case .said(let text): message = CellText.line(text, limit: 500)
    }
    keepInRange()
    follow(&actions)
    return actions
  }

  /// The height of the list.
  var listHeight: Int { max(1, rows - 3) }

  /// The row that is chosen; `nil`: there is none.
  var chosen: ReaderRow? { shown.indices.contains(selected) ? list[shown[selected]] : nil }

  /// The item that is chosen.
  var chosenItem: ReaderItem? { chosen?.key.flatMap { items[$0] } }

  /// The place in the feed at the top of the screen: the position of the first item of the feed itself that is shown,
  /// and the identities of the rows; `nil`: nothing is there. `position` is `nil` where what came on top is shown.
  var place: (position: Int?, top: UInt64, selected: UInt64)? {
    let identities = shown[min(top, shown.count)...].lazy.map { self.list[$0] }.filter { $0.key != nil }
    guard let first = identities.first, let key = first.key else { return nil }
    let chosen = self.chosen.flatMap { $0.key == nil ? nil : $0.identity }
    return (key > 0 ? key : nil, first.identity, chosen ?? first.identity)
  }
}
