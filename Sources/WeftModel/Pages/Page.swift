/// The items of one response, plus what it says about the next page.
public struct Page: Hashable, Sendable {
  /// All items, in document order, before any filter or deduplication.
  public var items: [Item]
  /// How many items were received: `items`, and those that were dropped because they had neither id nor URL nor title.
  public var receivedCount: Int
  /// What the page says of the next one.
  public var following: Following
  /// What the page says about the whole list.
  public var totals: Totals
  /// What the document says of its feed.
  public var feed: FeedInformation
  /// The response that the page came from.
  public var origin: PageOrigin
  /// What should be said to the person who configured the source.
  public var warnings: [SourceWarning]
  /// How the machine must take this page.
  public var role: Role
  /// What other pages may call this one: its own address, before and after redirects, where pages are followed by URL.
  public var locations: [PageCursor]
  /// How the source is paged and why, as `weft check` says it: "Link header, rel=next".
  public var pagedBy: String = ""
  /// What an offset source saw of the items it asked back; `nil` where it asked none back.
  public var overlap: Overlap?

  /// What an offset source saw of the items that it asked back to check that nothing moved.
  public struct Overlap: Hashable, Sendable {
    /// The last item of the page before stands where it should; it is not among `items`.
    public var isAnchorFound: Bool
    /// Where to look for the seam if no item of the page was seen before.
    public var stepBack: PageCursor

    /// What an offset source saw.
    public init(isAnchorFound: Bool, stepBack: PageCursor) {
      self.isAnchorFound = isAnchorFound
      self.stepBack = stepBack
    }
  }

  /// What a page says of the next one.
  public enum Following: Hashable, Sendable {
    /// The next page is there. `isAdvertised`: the server itself named it (a link or a token), so that a page without
    /// items is not the end.
    case next(PageCursor, isAdvertised: Bool)
    /// The page is the last one, and why.
    case end(EndReason)
  }

  /// How the machine must take a page.
  public enum Role: Hashable, Sendable {
    /// The next page of the walk.
    case regular
    /// The server no longer knows the cursor: the walk starts again at page one and skips what was seen.
    case restart
  }

  /// What a page says about the whole list.
  public struct Totals: Hashable, Sendable {
    /// The number of pages.
    public var pages: Int?
    /// The number of items.
    public var items: Int?

    /// The totals that the page names.
    public init(pages: Int? = nil, items: Int? = nil) {
      self.pages = pages
      self.items = items
    }
  }

  /// A page with these items, followed by `following`.
  public init(
    items: [Item], receivedCount: Int? = nil, following: Following, totals: Totals = Totals(),
    feed: FeedInformation = FeedInformation(), origin: PageOrigin = PageOrigin(), warnings: [SourceWarning] = [],
    role: Role = .regular, locations: [PageCursor] = [], overlap: Overlap? = nil
  ) {
    self.items = items
    self.receivedCount = receivedCount ?? items.count
    self.following = following
    self.totals = totals
    self.feed = feed
    self.origin = origin
    self.warnings = warnings
    self.role = role
    self.locations = locations
    self.overlap = overlap
  }
}

/// The response that a page came from, for the trace and for messages.
public struct PageOrigin: Hashable, Sendable {
  /// The address after redirects, without secrets; empty where there is none.
  public var url: String
  /// The HTTP status; 0 where there is none.
  public var status: Int
  /// The size of the body in bytes, after decompression.
  public var bytes: Int
  /// The instant at which the response had arrived, in whole milliseconds; `future: clamp` clamps to it.
  public var receivedAt: Timestamp?
  /// The time from the request to the whole response.
  public var duration: Duration
  /// What a cache had to do with it.
  public var cacheUse: CacheUse

  /// Where and when a page came from.
  public init(
    url: String = "", status: Int = 0, bytes: Int = 0, receivedAt: Timestamp? = nil, duration: Duration = .zero,
    cacheUse: CacheUse = .none
  ) {
    self.url = url
    self.status = status
    self.bytes = bytes
    self.receivedAt = receivedAt
    self.duration = duration
    self.cacheUse = cacheUse
  }
}

/// Something that a person who configured a source should know; it never changes the exit status.
public struct SourceWarning: Hashable, Sendable {
  /// A stable word for programs, such as `no_items` or `zoneless_dates`.
  public var code: String
  /// A sentence for a person, without the source's name and without secrets.
  public var text: String

  /// A warning.
  public init(code: String, text: String) {
    self.code = code
    self.text = text
  }
}
