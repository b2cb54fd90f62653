public import WeftModel

/// What can be said of a source at one instant.
public struct SourceStatus: Sendable, Hashable {
  /// The source's name.
  public var name: String
  /// Its title: the configured one, else the feed's own, else the host; `nil` while nothing is known.
  public var title: String?
  /// Its load state.
  public var state: LoadState = .initial
  /// Why it is full.
  public var endReason: EndReason?
  /// Why it is in error.
  public var failure: SourceFailure?
  /// When its failed page is asked again without anybody asking for it.
  public var retryAt: Timestamp?
  /// The server asks not to be asked before this instant, which is further away than anybody waits
  /// (`request.retry.cap`): `Feed.retry` is due then, and not by itself.
  public var heldUntil: Timestamp?
  /// It is left out: other sources' items do not wait for it.
  public var isExcluded = false
  /// It is off (`Feed.pause`): it is asked for nothing, and nobody waits for it.
  public var isPaused = false
  /// How many items were received, before any filter.
  public var itemCount = 0
  /// How many pages were received.
  public var pageCount = 0
  /// How many items were handed out.
  public var emittedCount = 0
  /// How many items came too late for their place.
  public var lateCount = 0
  /// Whether the items received are all that the source ever had.
  public var completeness = Completeness.unknown
  /// What should be said to the person who configured it; each text once.
  public var warnings: [SourceWarning] = []

  /// Whether a list was read whole.
  public enum Completeness: String, Sendable, Hashable, CaseIterable {
    /// It is not at its end.
    case unknown
    /// It was read to its end, but a list that is paged can change while it is read, and feeds drop old entries: the
    /// number of its items is about that (RFC 5005 section 3).
    case about
    /// The source says that this is everything: a complete feed, or a feed with all its archives (RFC 5005 sections 2
    /// and 4).
    case complete
  }

  /// A source that was not asked yet.
  public init(name: String, title: String? = nil) {
    self.name = name
    self.title = title
  }
}
