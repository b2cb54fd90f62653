public import WeftModel

/// The pagination state machine of one source: pure code, no clock, no I/O.
///
/// Each event is a method; the instant comes in with it, and one small `Equatable` action comes out.
public struct PaginationStateMachine: Sendable {
  /// Where the source is in its walk.
  public private(set) var state: State = .initial
  /// One walk of the source from its first page; a refresh or a cancel begins the next.
  public private(set) var generation = 0

  /// The five states, each with its data.
  public enum State: Equatable, Sendable {
    /// Nothing was asked yet.
    case initial
    /// One request is in flight.
    case fetching(PageRequest)
    /// The next page is known and nobody asked for it yet.
    case loadMore(PageCursor)
    /// The end: nothing is ever fetched again.
    case full(EndReason)
    /// The last request failed; its page is asked again.
    case error(Failed)
  }

  /// A request that failed, and when its page may be asked again.
  public struct Failed: Equatable, Sendable {
    /// The request.
    public var request: PageRequest
    /// What happened.
    public var failure: SourceFailure
    /// How many attempts at this page failed.
    public var attempts: Int
    /// When a retry is due; `nil`: only when somebody asks for it.
    public var retryAt: Timestamp?
  }

  /// What the driver has to do.
  public enum Action: Equatable, Sendable {
    /// Nothing.
    case none
    /// Fetch this page.
    case fetch(PageRequest)
    /// Take these items.
    case deliver(PageDelivery)
    /// Come back with `demand` at this instant.
    case wait(until: Timestamp)
  }

  /// A machine at the start of its walk.
  ///
  /// - Parameter jitter: a number that spreads the retry times of many sources, such as a hash of the source's name.
  public init(stop: StopSettings = StopSettings(), retry: RetrySettings = RetrySettings(), jitter: UInt64 = 0) {}

  /// The merge needs more of this source: starts a request in `initial`, in `loadMore`, and in `error` once the retry
  /// is due; starts nothing while `fetching` or `full`.
  public mutating func demand(at now: Timestamp) -> Action { .none }

  /// A page arrived; a page of an older generation changes nothing.
  public mutating func received(_ page: Page, for request: PageRequest, at now: Timestamp) -> Action { .none }

  /// A request failed; a failure of an older generation changes nothing.
  public mutating func failed(_ failure: SourceFailure, for request: PageRequest, at now: Timestamp) -> Action { .none }

  /// Somebody asks for a retry: in `error` the page is asked at once, whatever the schedule says.
  public mutating func retry(at now: Timestamp) -> Action { .none }

  /// The walk is given up: what is in flight will be ignored; the machine is as new, in the next generation.
  public mutating func cancel() {}
}

/// One request of one page.
public struct PageRequest: Hashable, Sendable {
  /// The page; `nil` is the first one.
  public var cursor: PageCursor?
  /// The page's place in the walk, from 1.
  public var ordinal: Int
  /// Which attempt at this page it is, from 1.
  public var attempt: Int
  /// The machine's generation.
  public var generation: Int

  /// A request.
  public init(cursor: PageCursor?, ordinal: Int, attempt: Int, generation: Int) {
    self.cursor = cursor
    self.ordinal = ordinal
    self.attempt = attempt
    self.generation = generation
  }
}

/// A page that the machine accepted.
public struct PageDelivery: Equatable, Sendable {
  /// The page, with all its items.
  public var page: Page
  /// The page's place in the walk, from 1.
  public var ordinal: Int
  /// For each item of the page: it was not seen earlier in this walk.
  public var isNew: [Bool]
  /// What the machine wants said, beside the page's own warnings.
  public var warnings: [SourceWarning]

  /// A page that the machine accepted.
  public init(page: Page, ordinal: Int, isNew: [Bool], warnings: [SourceWarning] = []) {
    self.page = page
    self.ordinal = ordinal
    self.isNew = isNew
    self.warnings = warnings
  }
}
