public import WeftKit

/// What a server knows of one source.
public struct SourceState: Hashable, Sendable {
  /// The source's name.
  public var name: String
  /// The configured title, else the feed's own; `nil` while nothing is known.
  public var title: String?
  /// Requests in flight.
  public var requests = 0
  /// Requests in flight for which readers no longer wait.
  public var slowRequests = 0
  /// Pages that it gave.
  public var pages = 0
  /// When it last gave one.
  public var updatedAt: Timestamp?
  /// Why its last request failed; `nil`: it did not.
  public var failure: SourceFailure?
  /// When it is asked again, by the next reader who wants it.
  public var retryAt: Timestamp?

  /// The state's word: `initial`, `fetching`, `ready` or `error`.
  public var word: String {
    if requests > 0 { return "fetching" }
    if failure != nil { return "error" }
    return pages > 0 ? "ready" : "initial"
  }

  /// A source that was not asked yet.
  public init(name: String, title: String? = nil) {
    self.name = name
    self.title = title
  }
}
