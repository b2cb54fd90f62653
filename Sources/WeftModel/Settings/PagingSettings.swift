/// How a source is paged (`paging:`).
public struct PagingSettings: Hashable, Sendable {
  /// The style; `auto` takes it from the template in the URL or body, else follows the standards' links.
  public var by: Style
  /// The first page number (default 1) or offset (default 0).
  public var start: Int?
  /// The step between page numbers (default 1) or offsets (default: the number of items received).
  public var step: Int?
  /// What fills `{limit}`.
  public var size: Int?
  /// `false`: the first request goes without the parameter.
  public var sendsFirst: Bool
  /// Where the page, offset or cursor goes; `nil`: where the template stands.
  public var into: Placement?
  /// The relation that is followed, lower-cased.
  public var relation: String
  /// A selector of the next page's URL.
  public var next: String?
  /// A selector of the next page's token.
  public var cursor: String?
  /// A selector of the last raw item's key.
  public var last: String?
  /// How many items an offset source asks back to check that nothing moved.
  public var overlap: Int
  /// When the walk ends.
  public var stop: StopSettings
  /// Responses after which the walk starts again at page one.
  public var restartWhen: [ResponseRule]

  /// The paging styles.
  public enum Style: String, Hashable, Sendable, CaseIterable { case auto, link, page, offset, cursor, keyset, none }

  /// Where the page, offset or cursor of a request goes.
  public enum Placement: Hashable, Sendable {
    /// A query parameter.
    case query(String)
    /// All members of a cursor that is a JSON object, each as a query parameter.
    case queryMembers
    /// Where the template stands in the path.
    case path
    /// A header field.
    case header(String)
    /// A dotted path in the JSON body, or the name of a form field.
    case body(String)
  }

  /// The defaults.
  public init(
    by: Style = .auto, start: Int? = nil, step: Int? = nil, size: Int? = nil, sendsFirst: Bool = true,
    into: Placement? = nil, relation: String = "next", next: String? = nil, cursor: String? = nil, last: String? = nil,
    overlap: Int = 1, stop: StopSettings = StopSettings(), restartWhen: [ResponseRule] = []
  ) {
    self.by = by
    self.start = start
    self.step = step
    self.size = size
    self.sendsFirst = sendsFirst
    self.into = into
    self.relation = relation
    self.next = next
    self.cursor = cursor
    self.last = last
    self.overlap = overlap
    self.stop = stop
    self.restartWhen = restartWhen
  }
}

/// When a walk ends (`paging.stop:`); rules are ORed, and none switches a guard off.
public struct StopSettings: Hashable, Sendable {
  /// A selector of "there is more".
  public var hasMore: String?
  /// A selector of the number of pages.
  public var totalPages: String?
  /// A selector of the number of items.
  public var totalItems: String?
  /// A page shorter than the size asked for is the last one.
  public var shortPage: Bool
  /// So many empty pages in a row are the end of a source whose server names the next page.
  public var emptyPages: Int
  /// Error responses of later pages that mean the end, beside 404 and 410.
  public var pastEnd: [ResponseRule]
  /// Items older than this are not asked for.
  public var olderThan: Timestamp?
  /// At most so many pages.
  public var maxPages: Int
  /// At most so many items.
  public var maxItems: Int?

  /// The defaults: three empty pages, 1,000 pages.
  public init(
    hasMore: String? = nil, totalPages: String? = nil, totalItems: String? = nil, shortPage: Bool = false,
    emptyPages: Int = 3, pastEnd: [ResponseRule] = [], olderThan: Timestamp? = nil, maxPages: Int = 1_000,
    maxItems: Int? = nil
  ) {
    self.hasMore = hasMore
    self.totalPages = totalPages
    self.totalItems = totalItems
    self.shortPage = shortPage
    self.emptyPages = emptyPages
    self.pastEnd = pastEnd
    self.olderThan = olderThan
    self.maxPages = maxPages
    self.maxItems = maxItems
  }
}

/// Recognizes a response; all that is given must hold.
public struct ResponseRule: Hashable, Sendable {
  /// The HTTP status.
  public var status: Int?
  /// The value of the JSON body's member `code`.
  public var code: String?
  /// A text in the body.
  public var contains: String?

  /// A rule.
  public init(status: Int? = nil, code: String? = nil, contains: String? = nil) {
    self.status = status
    self.code = code
    self.contains = contains
  }
}
