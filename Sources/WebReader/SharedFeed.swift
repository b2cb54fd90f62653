public import WeftKit

/// A merged feed that is read page by page by many readers, from one store of pages.
///
/// It keeps nothing of a reader: where one stands, the place says that each page ends with.
public struct SharedFeed: Sendable {
  private let sources: [FeedSource]
  /// The same, as they are asked by the store.
  private let asked: [FeedSource]
  private let settings: MergeSettings
  private let clock: any EngineClock
  /// The pages behind it.
  public let store: PageStore

  /// A page of the merged feed.
  public struct Page: Sendable {
    /// The items, in order.
    public var items: [FeedItem]
    /// Where the next page begins; `nil`: there is none.
    public var next: ResumePoint?
    /// The sources that failed or were left out, in order: items of theirs may be missing.
    public var degraded: [String]
  }

  /// - Parameters:
  ///   - settings: how the feed is merged. Each page of the feed asks for what it needs at once.
  ///   - limits: what the store may keep.
  public init(
    sources: [FeedSource], settings: MergeSettings, clock: any EngineClock,
    limits: PageStore.Limits = PageStore.Limits()
  ) {
    var limits = limits
    if limits.patience == nil, !settings.isStrict { limits.patience = settings.patience }
    let store = PageStore(sources: sources, clock: clock, limits: limits)
    self.store = store
    asked = sources
    self.sources = sources.map { source in
      var shared = source
      shared.pages = SharedPages(source: source, store: store)
      return shared
    }
    var settings = settings
    settings.mode = .smooth
    // The store's patience is that of all readers together; the feed of one page would wait anew.
    if !settings.isStrict { settings.patience = .seconds(86_400) }
    self.settings = settings
    self.clock = clock
  }

  /// The names of the sources, in order.
  public var names: [String] { sources.map(\.name) }

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - place: where the page before ended; `nil`: the top.
  ///   - limit: how many items it has at most; after 4 MB of content it ends with fewer.
  ///   - names: only these sources; `nil`: all.
  public func page(after place: ResumePoint? = nil, limit: Int, of names: Set<String>? = nil) async -> Page {
    let chosen = names.map { names in sources.filter { names.contains($0.name) } } ?? sources
    // By time, the top of a feed needs the page one of each source, and the merge asks for a few of a host at a time.
    if place == nil, settings.order == .newest { await store.begin(asked.filter { names?.contains($0.name) ?? true }) }
    let feed = Feed(sources: chosen, settings: settings, clock: clock, resumingAt: place)
    feed.scroll(to: limit)
    var items: [FeedItem] = []
    var iterator = feed.makeAsyncIterator()
    var bytes = 0
    while items.count < limit, bytes < SharedFeed.pageBytes, let item = await iterator.next(isolation: nil) {
      bytes += SharedFeed.size(of: item.item)
      items.append(item)
    }
    var next = await feed.place(after: items.count)
    if next?.isEnd == true { next = nil }
    let degraded = await feed.statuses.filter { $0.state == .error || $0.isExcluded }.map(\.name)
    feed.cancel()
    return Page(items: items, next: items.isEmpty ? nil : next, degraded: degraded)
  }

  private static let pageBytes = 4 << 20

  /// About as many bytes an item takes in a document.
  private static func size(of item: Item) -> Int {
    let texts = [item.title, item.contentHTML, item.contentText, item.summary, item.url]
    return texts.reduce(item.tags.reduce(0) { $0 + $1.utf8.count }) { $0 + ($1?.utf8.count ?? 0) }
  }
}

/// The pages of one source, out of the store.
private struct SharedPages: PageSource {
  let source: FeedSource
  let store: PageStore

  func page(at cursor: PageCursor?) async throws(SourceFailure) -> WeftKit.Page {
    try await store.page(of: source, at: cursor)
  }

  func address(of cursor: PageCursor?) -> String { source.pages.address(of: cursor) }
}
