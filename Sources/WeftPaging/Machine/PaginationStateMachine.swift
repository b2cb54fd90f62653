public import WeftModel

/// The pagination state machine of one source: pure code, no clock, no I/O.
///
/// Each event is a method; the instant comes in with it, and one small `Equatable` action comes out. What a walk
/// remembers (counts, what was seen) is in `Walk`, the five states are in `State`.
public struct PaginationStateMachine: Sendable {
  /// Where the source is in its walk.
  public private(set) var state: State = .initial
  /// One walk of the source from its first page; a refresh or a cancel begins the next.
  public private(set) var generation = 0
  /// What the walk has seen so far.
  public private(set) var walk: Walk

  private let rules: WalkRules
  private let schedule: RetrySchedule
  /// Where the walk goes on after the page that is read now, as long as it makes up for an earlier one.
  private var starts: [WalkStart] = []

  /// The five states, each with its data.
  public enum State: Equatable, Sendable {
    /// Nothing was asked yet.
    case initial
    /// One request is in flight.
    case fetching(PageRequest)
    /// The next page is known and nobody asked for it yet; `nil` is the first page, after a restart.
    case loadMore(PageCursor?)
    /// The end: nothing is ever fetched again.
    case full(EndReason)
    /// The last request failed; its page is asked again. (Out of line: the others are small, and copied often.)
    indirect case error(Failed)

    /// The walk is at its end.
    public var isFull: Bool { if case .full = self { true } else { false } }
  }

  /// A request that failed, and when its page may be asked again.
  public struct Failed: Equatable, Sendable {
    /// The request.
    public var request: PageRequest
    /// What happened.
    public var failure: SourceFailure
    /// When a retry is due; `nil`: only when somebody asks for it.
    public var retryAt: Timestamp?
    /// The instant before which the server wants no request, where that is too far away to wait for.
    public var heldUntil: Timestamp?
  }

  /// What the driver has to do.
  public enum Action: Equatable, Sendable {
    /// Nothing.
    case none
    /// Fetch this page.
    case fetch(PageRequest)
    /// Take these items. (Out of line, as the failure of a state.)
    indirect case deliver(PageDelivery)
    /// Come back with `demand` at this instant.
    case wait(until: Timestamp)
  }

  /// A machine at the start of its walk.
  ///
  /// - Parameters:
  ///   - size: the page size that is asked for, where one is (`paging.size`); a page below it is a short one.
  ///   - jitter: a number that spreads the retry times of many sources, such as a hash of the source's name.
  public init(
    stop: StopSettings = StopSettings(), retry: RetrySettings = RetrySettings(), size: Int? = nil, jitter: UInt64 = 0
  ) {
    rules = WalkRules(stop: stop, size: size)
    schedule = RetrySchedule(settings: retry, jitter: jitter)
    walk = Walk()
  }

  /// Goes on with a walk that was begun elsewhere: the pages named are read first, in their order, and what follows the
  /// last of them is the walk's next page. What that walk had seen is not known: only this one's loops are found.
  public mutating func resume(at starts: [WalkStart]) {
    guard let first = starts.first else { return }
    walk = Walk(from: first)
    state = .loadMore(first.cursor)
    self.starts = Array(starts.dropFirst())
  }

  /// Takes a walk for finished that was finished elsewhere.
  public mutating func resumeAtEnd(_ reason: EndReason) { state = .full(reason) }

  /// The merge needs more of this source: starts a request in `initial`, in `loadMore`, and in `error` once the retry
  /// is due; starts nothing while `fetching` or `full`.
  public mutating func demand(at now: Timestamp) -> Action {
    switch state {
    case .initial: return fetch(nil, attempt: 1)
    case .loadMore(let cursor): return fetch(cursor, attempt: 1)
    case .error(let failed):
      guard let retryAt = failed.retryAt else { return .none }
      guard now >= retryAt else { return .wait(until: retryAt) }
      return fetch(failed.request.cursor, attempt: failed.request.attempt + 1)
    case .fetching, .full: return .none
    }
  }

  /// A page arrived; a page that was not asked for, or of an older generation, changes nothing.
  ///
  /// - Parameter digest: the page's digest, where it is made already.
  public mutating func received(
    _ page: consuming Page, digest: PageDigest? = nil, for request: PageRequest, at now: Timestamp
  ) -> Action {
    guard case .fetching(request) = state else { return .none }
    guard let receipt = receive(page, digest ?? PageDigest(of: page), for: request, at: now) else {
      // A page can be a failure by itself: a cursor that died once too often.
      guard case .error(let failed) = state else { return .none }
      return failed.retryAt.map { .wait(until: $0) } ?? .none
    }
    let surplus = page.items.count - receipt.itemCount
    if surplus > 0 { page.items.removeLast(surplus) }
    let warnings = receipt.warnings.isEmpty ? page.warnings : page.warnings + receipt.warnings
    return .deliver(
      PageDelivery(page: page, ordinal: receipt.ordinal, isNew: receipt.isNew, warnings: warnings))
  }

  /// The same for who keeps the page itself; `nil`: it is not accepted.
  package mutating func receive(
    _ page: borrowing Page, _ digest: PageDigest, for request: PageRequest, at now: Timestamp
  ) -> PageReceipt? {
    guard case .fetching(request) = state else { return nil }
    if page.role == .restart { return restart(page, for: request, at: now) }
    let outcome = walk.take(page, digest, for: request.cursor, under: rules)
    if let start = starts.first {
      starts.removeFirst()
      walk.goOn(at: start)
      state = .loadMore(start.cursor)
    } else {
      switch outcome.following {
      case .next(let cursor, _): state = .loadMore(cursor)
      case .end(let reason): state = .full(reason)
      }
    }
    return PageReceipt(ordinal: request.ordinal, isNew: outcome.isNew, warnings: outcome.warnings)
  }

  private mutating func restart(
    _ page: borrowing Page, for request: PageRequest, at now: Timestamp
  ) -> PageReceipt? {
    guard walk.restart() else {
      _ = note(
        SourceFailure(
          .status, "the server lost the cursor again after \(Walk.maximalRestarts) restarts",
          url: page.origin.url, status: page.origin.status), for: request, at: now)
      return nil
    }
    starts = []
    let warning: SourceWarning
    if let limit = walk.pageLimit(under: rules) {
      state = .full(.cap)
      warning = limit
    } else {
      state = .loadMore(nil)
      warning = SourceWarning(code: "restarted", text: "the server lost the cursor; reading again from page one")
    }
    return PageReceipt(ordinal: request.ordinal, isNew: [], warnings: [warning])
  }

  /// A request failed; a failure of an older generation changes nothing. The cursor stays where it was.
  public mutating func failed(_ failure: SourceFailure, for request: PageRequest, at now: Timestamp) -> Action {
    switch state {
    case .fetching(let current) where current == request: return note(failure, for: request, at: now)
    case .initial, .fetching, .loadMore, .full, .error: return .none
    }
  }

  /// Somebody asks for a retry: in `error` the page is asked at once, with its failures forgotten.
  public mutating func retry(at now: Timestamp) -> Action {
    switch state {
    case .error(let failed): return fetch(failed.request.cursor, attempt: 1)
    case .initial, .fetching, .loadMore, .full: return .none
    }
  }

  /// For each item of a page, read beside the walk: the walk has it already.
  public func hasSeen(_ page: Page) -> [Bool] { walk.hasSeen(page) }

  /// The items of a page, read beside the walk, are as if the walk had seen them.
  public mutating func remember(_ page: Page) { walk.remember(page) }

  /// The walk is given up: what is in flight will be ignored; the machine is as new, in the next generation.
  public mutating func cancel() {
    generation += 1
    state = .initial
    walk = Walk()
    starts = []
  }

  private mutating func fetch(_ cursor: PageCursor?, attempt: Int) -> Action {
    let request = PageRequest(
      cursor: cursor, ordinal: walk.pageCount + 1, attempt: attempt, generation: generation)
    state = .fetching(request)
    return .fetch(request)
  }

  private mutating func note(_ failure: SourceFailure, for request: PageRequest, at now: Timestamp) -> Action {
    let decision = schedule.retry(after: failure, attempt: request.attempt, at: now)
    state = .error(
      Failed(request: request, failure: failure, retryAt: decision.retryAt, heldUntil: decision.heldUntil))
    return decision.retryAt.map { .wait(until: $0) } ?? .none
  }
}
