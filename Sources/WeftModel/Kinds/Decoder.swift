/// Bytes and headers in, items and hints out: what one kind of document needs to be a page.
public protocol Decoder: Sendable {
  /// Reads a whole document.
  ///
  /// - Throws: a `SourceFailure` of kind `document` that says what the body looks like instead, or of kind `tooLarge`.
  func decode(_ response: Response) throws(SourceFailure) -> DecodedPage
}

/// A decoded document.
public struct DecodedPage: Hashable, Sendable {
  /// All items that have an id, a URL or a title, in document order.
  public var items: [Item]
  /// How many items the document holds, also those that were dropped.
  public var receivedCount: Int
  /// What the document says of its feed.
  public var feed: FeedInformation
  /// Links that the document's own standard names for paging, resolved, in document order: RFC 5005 `next` and
  /// `prev-archive` at feed level, JSON Feed `next_url` (relation `next`), HTML `rel=next`.
  public var links: [RelatedLink]
  /// What the page selectors of the settings found. A key that was configured and found nothing is absent.
  public var selected: [PageKey: SelectedValue]
  /// The last two raw items of the page share the key that `paging.last` selects: a keyset walk may lose a tied item.
  public var isLastKeyShared = false
  /// Where a relative target of `selected[.next]` is resolved: the document's base, absolute.
  public var base: String
  /// The kind that `auto` took the document for; `nil` where the configuration names it.
  public var kind: String?
  /// A quick redirect by the document itself (`meta refresh` of at most 5 s), resolved.
  public var refresh: String?
  /// What should be said to the person who configured the source.
  public var warnings: [SourceWarning]

  /// A decoded document.
  public init(
    items: [Item], receivedCount: Int? = nil, feed: FeedInformation = FeedInformation(), links: [RelatedLink] = [],
    selected: [PageKey: SelectedValue] = [:], base: String = "", refresh: String? = nil,
    warnings: [SourceWarning] = []
  ) {
    self.items = items
    self.receivedCount = receivedCount ?? items.count
    self.feed = feed
    self.links = links
    self.selected = selected
    self.base = base
    self.refresh = refresh
    self.warnings = warnings
  }
}

/// A link with its relation (RFC 8288).
public struct RelatedLink: Hashable, Sendable {
  /// The relation, lower-cased.
  public var relation: String
  /// The absolute target.
  public var url: String

  /// A link.
  public init(relation: String, url: String) {
    self.relation = relation
    self.url = url
  }
}

/// The page-level values that settings may select in a document.
public enum PageKey: String, Hashable, Sendable, CaseIterable {
  /// `paging.next`: the URL of the next page.
  case next
  /// `paging.cursor`: the token of the next page.
  case cursor
  /// `paging.last`: the key of the last raw item.
  case last
  /// `paging.stop.has_more`.
  case hasMore = "has_more"
  /// `paging.stop.total_pages`.
  case totalPages = "total_pages"
  /// `paging.stop.total_items`.
  case totalItems = "total_items"
  /// `request.fail_when`.
  case failWhen = "fail_when"
}
