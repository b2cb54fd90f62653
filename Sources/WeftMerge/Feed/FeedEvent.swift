public import WeftModel

/// Something that happened in a feed, for traces and for people.
public struct FeedEvent: Sendable, Equatable {
  /// When.
  public var at: Timestamp
  /// What.
  public var kind: Kind

  /// An event.
  public init(at: Timestamp, kind: Kind) {
    self.at = at
    self.kind = kind
  }

  /// What happened; `source` is a source's name.
  public enum Kind: Sendable, Equatable {
    /// A page is asked for. `attempt` is counted from 1.
    case request(source: String, address: String, cursor: PageCursor?, attempt: Int, reason: RequestReason)
    /// A page arrived: the status, the number of items received, the size in bytes, the time it took, what a cache had
    /// to do with it, what follows.
    case page(
      source: String, status: Int, items: Int, bytes: Int, duration: Duration, cacheUse: CacheUse, next: PageCursor?)
    /// A request failed; `retryAt`: when its page is asked again without anybody asking for it.
    case failure(source: String, SourceFailure, retryAt: Timestamp?)
    /// The load state of a source changed. `why` is said of the end and of errors.
    case state(source: String, from: LoadState, to: LoadState, why: String?)
    /// An item was handed out; positions and pages are counted from 1, `index` from 0.
    case emit(source: String, id: String, position: Int, page: Int, index: Int, isLate: Bool)
    /// A source is left out for the time being.
    case exclude(source: String, why: ExclusionReason)
    /// Something that the person who configured the source should know.
    case warning(source: String, SourceWarning)
  }

  /// Why a page is asked for.
  public enum RequestReason: String, Sendable, Hashable, CaseIterable {
    /// Nothing is known of the source.
    case first
    /// The next item of the feed may be on the page.
    case frontier
    /// The source's own items would run out before the reader is there.
    case prefetch
    /// The source's turn comes within the demand.
    case turn
    /// The page failed before.
    case retry
  }

  /// Why a source is left out.
  public enum ExclusionReason: String, Sendable, Hashable, CaseIterable {
    /// It did not answer within the patience of a waiting reader.
    case slow
    /// Its request failed and a reader was waiting; a retry is due later.
    case failed
    /// Its request failed for good.
    case permanent
  }
}

/// The five load states of a source.
public enum LoadState: String, Sendable, Hashable, CaseIterable { case initial, fetching, loadMore, full, error }
