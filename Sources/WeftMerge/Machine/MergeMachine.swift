import WeftModel
import WeftPaging

/// The merge of many paged sources into one order: pure code, no clock, no lock, no `await`.
///
/// Events come in as method calls with the instant at which they happen, actions come out of `drain()`, items out of
/// `take`. Items flow from a source's `waiting` queue through the `window` (sorted, perhaps not yet settled) into
/// `ready` (settled, in the final order), and from there to the reader. The rules and their proofs:
///
/// - By time, an item is settled when no source that others wait for can still give one before it. Sources without a
///   place on the time line are *lanes*; the time line and the lanes take turns.
/// - In the other orders every source is a lane and there is no time line.
///
/// The machine is a value of more than a thousand bytes. A getter that is not inlined gets a copy of it, which costs as
/// much as an item does; so those that are asked for each page or item are inlined always.
struct MergeMachine: Sendable {
  let settings: MergeSettings
  let strides: Strides
  let limits: RequestLimits
  /// The patience of a reader with items on the screen, in microseconds, and of one without.
  private let laterPatience: Int64
  var firstPatience: Int64
  var tracks: [Track]
  /// For each source its received items that are not yet in the window, in the order of their keys.
  ///
  /// These and `counts` are what each item touches: they lie close together, apart from the rest of a source.
  var waiting: [EntryQueue]
  var counts: [SourceCounts]
  var actions: [Action] = []

  /// Sources on the time line with waiting items, by the first of them.
  var heads: SourceHeap
  /// Live sources on the time line by watermark: the top holds the frontier.
  var frontier: SourceHeap
  /// Sources on the time line that may be asked, by watermark.
  var idle: SourceHeap
  /// Lanes that may be asked, by the turn of their first unseen item.
  var idleLanes: SourceHeap
  /// Lanes and the time line by their next turn.
  var turns: SourceHeap
  /// Sources whose retry is not yet due, by instant.
  var retries: SourceHeap
  /// Sorted items of the time line; those up to the frontier are settled.
  var window = EntryQueue()
  /// Room for items on their way into `ready`; what it holds means nothing.
  var settling = Array(
    repeating: Entry(key: .least, slot: 0, source: 0, index: 0, sequence: 0, isLane: false), count: 256)
  /// Settled items in their final order, not yet handed out.
  var ready = EntryQueue()

  /// Where the most advanced reader is, or waits.
  var position = 0
  /// How many items were handed out.
  var committed = 0
  /// The last item of the time line that was handed out, in key order.
  var boundary = MergeKey.least
  /// How many turns the time line has had.
  var timelineTurns: UInt64 = 0
  /// The last turn that was given.
  var lastTurn = MergeKey.least
  /// The last turn of a lane whose item was handed out.
  var committedTurn = MergeKey.least
  /// Some source is a lane, or was.
  var hasLanes: Bool
  /// Sources with a request in flight.
  var inFlight: [Int] = []
  var inFlightByHost: [String: Int] = [:]
  var queuedByHost: [String: [Int]] = [:]
  /// Hosts with a free place, whose sources that wait for one may not have taken it.
  var freedHosts: [String] = []
  /// How many sources may still give something.
  var unfinished: Int
  /// Sources that wait for any request to end.
  var overflow: [Int] = []
  /// Nothing changes any more.
  private(set) var isCancelled = false
  /// How many sources are left out and may come back.
  var excludedCount = 0
  /// How many sources are off that may still give something.
  var pausedCount = 0
  /// What happens is reported.
  var reportsEvents = true
  /// Each item handed out is reported.
  var reportsEmissions = false
  var speed = ReadingSpeed()
  var identities = IdentityTable()
  /// Items that were taken out in favour of equal ones that stand before them.
  var replacements: [ItemPlace: ItemPlace] = [:]
  /// What other sources add to the score of a waiting item (`fuse: sum`).
  var bonus: [ItemPlace: Int64] = [:]
  /// Names of further sources of a waiting item.
  var also: [ItemPlace: [String]] = [:]
  /// What was handed out in a row, and what it was passed by: for `max_run`.
  var run = SourceRun()
  var passes: Passes = [:]
  /// What the reader has had.
  var progress: ReadingProgress
  /// How many items were read before the feed was resumed.
  var startCount = 0
  /// Where the time line stood then.
  var startBoundary = MergeKey.least
  /// `fuse: sum`: how many items of the first round were read before the feed was resumed.
  var skippedInRound = 0
  /// Identities of the last items that were read before.
  var recentIdentities: [ResumePoint.Identity] = []

  /// What the driver has to do.
  enum Action: Equatable, Sendable {
    /// Fetch this page of the source.
    case fetch(source: Int, PageRequest, FeedEvent.RequestReason)
    /// Tell who watches.
    indirect case report(FeedEvent.Kind)
    /// The status of the source changed.
    case changed(source: Int)
  }

  /// How many items of a source are where.
  struct SourceCounts: Sendable {
    /// Items received, kept and not yet handed out.
    var unread = 0
    var emitted = 0
  }

  /// How many requests may be in flight.
  struct RequestLimits: Equatable, Sendable {
    var total = 64
    var perHost = 6
  }

  /// One source, as the machine needs it.
  struct Source: Sendable {
    var name: String
    var title: String?
    var weight: Double = 1
    var sorted: SourceSettings.SourceOrder = .newest
    var filter = ItemFilter([])
    var stop = StopSettings()
    var retry = RetrySettings()
    var size: Int?
    var host = ""
  }

  init(sources: [Source], settings: MergeSettings, limits: RequestLimits = RequestLimits()) {
    self.settings = settings
    self.limits = limits
    laterPatience = settings.patience.inMicroseconds
    firstPatience = laterPatience
    let isByTime = settings.order == .newest
    strides = Strides(
      weights: sources.map { settings.order == .interleave ? 1 : $0.weight }, offset: settings.order == .rank ? 60 : 0)
    tracks = sources.map { source in
      Track(
        name: source.name, weight: source.weight, host: source.host, filter: source.filter,
        pagination: PaginationStateMachine(
          stop: source.stop, retry: source.retry, size: source.size, jitter: ContentHash.of(source.name)),
        isLane: !isByTime || source.sorted != .newest, status: SourceStatus(name: source.name, title: source.title))
    }
    waiting = Array(repeating: EntryQueue(), count: sources.count)
    counts = Array(repeating: SourceCounts(), count: sources.count)
    hasLanes = tracks.contains(where: \.isLane)
    progress = ReadingProgress(
      sources: sources.count, remembers: settings.deduplication.scope == .all && sources.count > 1)
    let count = sources.count + 1
    heads = SourceHeap(capacity: count)
    frontier = SourceHeap(capacity: count)
    idle = SourceHeap(capacity: count)
    idleLanes = SourceHeap(capacity: count)
    turns = SourceHeap(capacity: count)
    retries = SourceHeap(capacity: count)
    unfinished = sources.count
    for source in tracks.indices {
      if tracks[source].isLane {
        turns.set(source, strides.key(1, of: source))
      } else {
        frontier.set(source, tracks[source].watermark(of: source))
      }
      offer(source)
    }
    if isByTime { turns.set(strides.timeline, strides.key(1, of: strides.timeline)) }
  }

  // MARK: Events

  /// The reader is at, or waits for, the item at this place; a smaller place than before changes nothing.
  mutating func scroll(to position: Int, at now: Timestamp) {
    guard position > self.position, !isCancelled else { return }
    // Nobody reads that far: whoever names such a place wants all.
    self.position = position > 1 << 48 ? .max : position
    advance(at: now)
  }

  /// A page arrived.
  mutating func received(_ page: consuming Page, from source: Int, for request: PageRequest, at now: Timestamp) {
    received(PreparedPage(page, deduplication: deduplication), from: source, for: request, at: now)
  }

  /// How items of different sources are found to be the same; `nil`: they are not.
  var deduplication: MergeSettings.Deduplication? { isDeduplicating ? settings.deduplication : nil }

  /// A page arrived, and was prepared with `deduplication`.
  mutating func received(_ prepared: PreparedPage, from source: Int, for request: PageRequest, at now: Timestamp) {
    guard !isCancelled, tracks.indices.contains(source) else { return }
    let before = loadState(of: source)
    let itemsBefore = tracks[source].pagination.walk.itemCount
    let receipt = tracks[source].pagination.receive(prepared.page, prepared.facts.digest, for: request, at: now)
    if let receipt {
      requestEnded(source, at: now)
      let taken = prepared.prefix(receipt.itemCount, deduplication: deduplication)
      take(
        AcceptedPage(prepared: taken, receipt: receipt), at: request.cursor, itemsBefore: itemsBefore, from: source,
        before: before, at: now)
    } else if case .error(let failed) = tracks[source].pagination.state, before == .fetching {
      // A page can be a failure by itself: a cursor that died once too often.
      requestEnded(source, at: now)
      note(failed, of: source, before: before)
    } else {
      return
    }
    advance(at: now)
  }

  /// A request failed.
  mutating func failed(_ failure: SourceFailure, from source: Int, for request: PageRequest, at now: Timestamp) {
    guard !isCancelled, tracks.indices.contains(source) else { return }
    let before = loadState(of: source)
    _ = tracks[source].pagination.failed(failure, for: request, at: now)
    guard case .error(let failed) = tracks[source].pagination.state, before == .fetching else { return }
    requestEnded(source, at: now)
    note(failed, of: source, before: before)
    advance(at: now)
  }

  /// An instant that the machine waited for has come.
  mutating func tick(at now: Timestamp) {
    guard !isCancelled else { return }
    advance(at: now)
  }

  /// Somebody asks for the failed page of a source at once.
  mutating func retry(_ source: Int, at now: Timestamp) {
    guard !isCancelled, tracks.indices.contains(source), !tracks[source].isPaused else { return }
    let before = loadState(of: source)
    guard case .fetch(let request) = tracks[source].pagination.retry(at: now) else { return }
    retries.remove(source)
    if tracks[source].isFinished {
      unfinished += 1
      tracks[source].isStuck = false
      if tracks[source].isExcluded { excludedCount += 1 }
    }
    began(request, of: source, reason: .retry, before: before, at: now)
    advance(at: now)
  }

  /// The feed is given up: nothing changes any more.
  mutating func cancel() {
    isCancelled = true
    actions.removeAll()
    ready = EntryQueue()
    window = EntryQueue()
  }

  // MARK: What comes out

  /// The actions since the last call.
  mutating func drain() -> [Action] {
    guard !actions.isEmpty else { return [] }
    var result: [Action] = []
    swap(&result, &actions)
    return result
  }

  /// A reader wants an item that is not there.
  @inline(__always)
  var isReaderWaiting: Bool { position > committed && (ready.isEmpty || isHeldByRun) }

  /// Nothing more can come.
  @inline(__always)
  var isEnded: Bool {
    if isCancelled { return true }
    guard ready.isEmpty else { return false }
    if let holder = blockingSource, tracks[holder].isStuck { return true }
    // What is off gives nothing; what it has in flight still comes.
    return unfinished == pausedCount && inFlight.isEmpty && window.isEmpty && heads.isEmpty
      && turns.sources.allSatisfy { source in
        source == strides.timeline || waiting[source].isEmpty
      }
  }

  /// How long the reader waits for a source now, in microseconds.
  var patience: Int64 { committed == 0 ? firstPatience : laterPatience }

  /// The next instant at which `tick` has something to do.
  var deadline: Timestamp? {
    guard !isCancelled else { return nil }
    var earliest = retries.topKey.map { Timestamp(microseconds: $0.major) }
    guard !settings.isStrict else { return earliest }
    for source in inFlight {
      guard let since = tracks[source].blockingSince else { continue }
      let end = since.advanced(by: .microseconds(patience))
      earliest = earliest.map { min($0, end) } ?? end
    }
    return earliest
  }

  // MARK: The step after each event

  mutating func advance(at now: Timestamp) {
    repeat {
      repeat { settle() } while excludeBlockers(at: now)
      request(at: now)
      while passOnPlaces(at: now) { request(at: now) }
      // The patience with what was just asked begins now.
    } while excludeBlockers(at: now)
  }
}
