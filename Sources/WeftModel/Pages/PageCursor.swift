/// Where a page is: opaque to the merge, made and read by the paging style of its source.
///
/// A source keeps no state between pages, so a cursor says all that the next request needs.
public enum PageCursor: Hashable, Sendable {
  /// A page number.
  case page(Int)
  /// How many items stand before the page. `anchor`: a hash of the last item seen, which the page must show again
  /// where an overlap is asked for.
  case offset(Int, anchor: UInt64?)
  /// A token of the server, as it wrote it.
  case token(SelectedValue)
  /// A URL of the server, whole and unchanged.
  case url(String)
}

extension PageCursor: CustomStringConvertible {
  /// The cursor as the trace and `weft check` show it.
  public var description: String {
    switch self {
    case .page(let number): "page \(number)"
    case .offset(let offset, _): "offset \(offset)"
    case .token(let value): "cursor \(value.text)"
    case .url(let url): url
    }
  }
}

/// Why a source is full; the raw value is what the trace and `weft check` print.
public enum EndReason: String, Hashable, Sendable, CaseIterable {
  /// A page without items.
  case empty
  /// The server names no further page.
  case noNext = "no_next"
  /// The server says that there is no more.
  case hasMore = "has_more"
  /// The total of pages or items that the server names is reached.
  case total
  /// A page shorter than asked for, where the settings take that for the end.
  case shortPage = "short_page"
  /// An error of the server that means "past the end".
  case pastEnd = "past_end"
  /// The items are older than the settings ask for.
  case olderThan = "older_than"
  /// A URL, a token or a content seen before in this walk.
  case `repeat`
  /// A maximum was reached.
  case cap
}
