/// A source of pages: the one job of a plugin.
public protocol PageSource: Sendable {
  /// Fetches one page; `nil` is the first one. Never returns a partly read page.
  ///
  /// - Throws: `SourceFailure`, with what happened and whether a retry makes sense.
  func page(at cursor: PageCursor?) async throws(SourceFailure) -> Page

  /// What a request for the cursor would ask, as a person and the trace see it: usually its URL, without secrets.
  func address(of cursor: PageCursor?) -> String
}

extension PageSource {
  /// The cursor's own text: right for sources that ask no URL.
  public func address(of cursor: PageCursor?) -> String { cursor?.description ?? "first page" }
}
