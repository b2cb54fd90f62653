import Locks
public import WeftKit

/// The pages of all sources, shared by all readers of a server: each is asked for once, however many readers want it.
///
/// Pages are kept within a bound of bytes and of time. A page one that is asked for again and shows other items makes
/// the deeper pages of its source old: on numbered lists an item may have moved from one to the next. A source that
/// fails keeps what it gave before; between its retries readers are told of the failure at once, so that nobody waits. Nor
/// does anybody wait for a request that has been on its way for longer than the patience: its page is there for those who
/// come later.
public actor PageStore {
  /// What a store may keep, and for how long.
  public struct Limits: Sendable {
    /// A page one that is older is asked for again.
    public var fresh: Duration
    /// Any other page that is older is asked for again.
    public var kept: Duration
    /// So many bytes of bodies stand behind the pages that are kept.
    public var bytes: Int
    /// So long readers wait for a request; `nil`: to its end.
    public var patience: Duration?
    /// So long they wait where an older form of the page is there, or where it failed before.
    public var patienceWithOld: Duration

    /// Limits.
    public init(
      fresh: Duration = .seconds(60), kept: Duration = .seconds(3_600), bytes: Int = 64 << 20,
      patience: Duration? = nil, patienceWithOld: Duration = .milliseconds(500)
    ) {
      self.fresh = fresh
      self.kept = kept
      self.bytes = bytes
      self.patience = patience
      self.patienceWithOld = patienceWithOld
    }
  }

  private struct Key: Hashable {
    var source: String
    var cursor: PageCursor?
  }

  private struct Kept {
    var page: Page
    var storedAt: Timestamp
    var usedAt: UInt64
    var bytes: Int
  }

  /// A request on its way, and who waits for it.
  private struct Loading {
    var alarm: Task<Void, Never>?
    var waiting: [CheckedContinuation<Result<Page, SourceFailure>, Never>] = []
    /// Readers wait no longer.
    var isSlow = false
  }

  private let clock: any EngineClock
  private let limits: Limits
  private var kept: [Key: Kept] = [:]
  private var loading: [Key: Loading] = [:]
  private var failed: [Key: HeldFailure] = [:]
  private var bytes = 0
  private var uses: UInt64 = 0
  private var states: [String: SourceState] = [:]
  private var watchers: [UInt64: AsyncStream<SourceState>.Continuation] = [:]
  private var watcherCount: UInt64 = 0
  private var isStopped = false

  private var version: UInt64 = 0
  private var changeCount: UInt64 = 0
  private nonisolated let published = Lock<State?>(nil)

  /// What was made of the pages is good as long as this is the state, and until its instant.
  public struct State: Equatable, Sendable {
    /// Changes when a page is another than before, and with each failure.
    public var version: UInt64
    /// Changes with each load state.
    public var changes: UInt64
    /// Then a page one is old, or a failed page is asked for again.
    public var validUntil: Timestamp
  }

  /// The state of the pages now.
  public var state: State {
    if let known = published.with({ $0 }) { return known }
    // What is being asked for already is no reason to make anything anew: until it comes, the old holds.
    let pages = kept.filter { $0.key.cursor == nil && loading[$0.key] == nil }.map {
      $0.value.storedAt.advanced(by: limits.fresh)
    }
    let retries = failed.filter { loading[$0.key] == nil }.map(\.value.until)
    let state = State(
      version: version, changes: changeCount,
      validUntil: (pages + retries).min() ?? clock.now().advanced(by: limits.kept))
    published.with { $0 = state }
    return state
  }

  /// The state of the pages, where it is known; for a thread that cannot wait.
  nonisolated var knownState: State? { published.with { $0 } }

  /// Whether the load states say why these sources are missing in what was made.
  func explains(_ names: [String]) -> Bool {
    names.allSatisfy { name in states[name].map { $0.failure != nil || $0.slowRequests > 0 } ?? false }
  }

  /// An empty store for these sources.
  public init(sources: [FeedSource], clock: any EngineClock, limits: Limits = Limits()) {
    self.clock = clock
    self.limits = limits
    for source in sources { states[source.name] = SourceState(name: source.name, title: source.title) }
  }

  /// A page of a source: a kept one, the one that is being asked for already, or a new one.
  ///
  /// A reader that goes away does not end the request: the next one wants the page too.
  /// - Throws: the source's failure; one that is held back is thrown at once, and as final.
  func page(of source: FeedSource, at cursor: PageCursor?) async throws(SourceFailure) -> Page {
    let key = Key(source: source.name, cursor: cursor)
    uses += 1
    if let found = freshPage(key) { return found }
    if let held = failed[key], held.until > clock.now() {
      if let old = kept[key] { return old.page }
      throw held.shown
    }
    if loading[key] == nil { load(source, key) }
    let result: Result<Page, SourceFailure>
    if loading[key]?.isSlow == true {
      result = .failure(PageStore.slow)
    } else {
      result = await withCheckedContinuation { loading[key]?.waiting.append($0) }
    }
    switch result {
    case .success(let page): return page
    case .failure(let failure):
      // What was there before is better than nothing; the state of the source says that it is old.
      if let old = kept[key] { return old.page }
      var shown = failure
      shown.retry = .never
      throw shown
    }
  }

  /// Asks for the page one of each of these sources that has none and is not known to be missing: the patience with all
  /// of them ends at the same time, however many there are.
  func begin(_ sources: [FeedSource]) {
    guard limits.patience != nil else { return }
    for source in sources {
      let key = Key(source: source.name, cursor: nil)
      guard loading[key] == nil, freshPage(key) == nil, (failed[key]?.until ?? clock.now()) <= clock.now() else {
        continue
      }
      load(source, key)
    }
  }

  private static let slow = SourceFailure(.timeout, "there is no answer yet")

  private func freshPage(_ key: Key) -> Page? {
    guard var entry = kept[key] else { return nil }
    let age = clock.now().since(entry.storedAt)
    guard age < (key.cursor == nil ? limits.fresh : limits.kept) else { return nil }
    entry.usedAt = uses
    kept[key] = entry
    return entry.page
  }

  private func load(_ source: FeedSource, _ key: Key) {
    let pages = source.pages
    loading[key] = Loading(alarm: alarm(key))
    change(source.name) { $0.requests += 1 }
    Task { [weak self] in
      // While it waits for its turn at the host it is not slow (`RequestTurn`).
      let turn = RequestTurn { [weak self] isWaiting in await self?.heldBack(isWaiting, key) }
      let result = await RequestTurn.$current.withValue(turn) { await PageStore.result(of: pages, at: key.cursor) }
      await self?.take(result, source, key)
    }
  }

  private static func result(of pages: any PageSource, at cursor: PageCursor?) async -> Result<Page, SourceFailure> {
    do throws(SourceFailure) {
      return .success(try await pages.page(at: cursor))
    } catch {
      return .failure(error)
    }
  }

  /// Ends the waiting of readers when the patience is over; `nil`: there is no end to it.
  private func alarm(_ key: Key) -> Task<Void, Never>? {
    guard let patience = limits.patience else { return nil }
    // Where a page is known, be it as missing, what is known soon has to do.
    let isNew = kept[key] == nil && failed[key] == nil
    let deadline = clock.now().advanced(by: isNew ? patience : min(patience, limits.patienceWithOld))
    return Task { [weak self, clock] in
      guard (try? await clock.sleep(until: deadline)) != nil else { return }
      await self?.giveUpWaiting(key)
    }
  }

  private func heldBack(_ isHeldBack: Bool, _ key: Key) {
    guard var entry = loading[key], !entry.isSlow else { return }
    entry.alarm?.cancel()
    entry.alarm = isHeldBack ? nil : alarm(key)
    loading[key] = entry
  }

  /// The patience is over: who waits goes on without the page.
  private func giveUpWaiting(_ key: Key) {
    guard var entry = loading[key], !entry.isSlow else { return }
    entry.isSlow = true
    let waiting = entry.waiting
    entry.waiting = []
    loading[key] = entry
    change(key.source) { $0.slowRequests += 1 }
    for reader in waiting { reader.resume(returning: .failure(PageStore.slow)) }
  }

  private func take(_ result: Result<Page, SourceFailure>, _ source: FeedSource, _ key: Key) {
    let entry = loading.removeValue(forKey: key) ?? Loading()
    entry.alarm?.cancel()
    let now = clock.now()
    // What was made without the page, or with another one, is old now; what failed again is missing as before.
    var isNew: Bool
    switch result {
    case .success(let page):
      isNew = entry.isSlow || failed[key] != nil
      failed[key] = nil
      if let old = kept[key], old.page.items != page.items || old.page.following != page.following { isNew = true }
      if key.cursor == nil, let old = kept[key], old.page.items.map(\.id) != page.items.map(\.id) {
        for other in kept.keys where other.source == key.source { remove(other) }
        for other in failed.keys where other.source == key.source { failed[other] = nil }
      }
      store(page, key, now)
      change(source.name) { state in
        state.requests -= 1
        if entry.isSlow { state.slowRequests -= 1 }
        state.failure = nil
        state.retryAt = nil
        state.pages += 1
        state.updatedAt = now
        if state.title == nil, let title = page.feed.title { state.title = title }
      }
    case .failure(let failure):
      isNew = failed[key] == nil
      let attempts = (failed[key]?.attempts ?? 0) + 1
      let held = HeldFailure(failure, attempts: attempts, source.retry, at: now)
      failed[key] = held
      boundFailures()
      change(source.name) { state in
        state.requests -= 1
        if entry.isSlow { state.slowRequests -= 1 }
        state.failure = failure
        state.retryAt = held.until
      }
    }
    if isNew { version += 1 }
    published.with { $0 = nil }
    for reader in entry.waiting { reader.resume(returning: result) }
  }

  private func store(_ page: Page, _ key: Key, _ now: Timestamp) {
    remove(key)
    let size = max(page.origin.bytes, 1 << 10)
    kept[key] = Kept(page: page, storedAt: now, usedAt: uses, bytes: size)
    bytes += size
    guard bytes > limits.bytes else { return }
    // A tenth at once, so that a full store does not look for its oldest page with each new one.
    for (old, _) in kept.sorted(by: { $0.value.usedAt < $1.value.usedAt }) where old != key {
      guard bytes > limits.bytes / 10 * 9 else { break }
      remove(old)
    }
  }

  /// So many failures of deeper pages are kept beside those of the page ones.
  static let keptFailures = 1_000

  /// How many failures are kept.
  var failureCount: Int { failed.count }

  /// A source that always names new pages, and none of them is there, does not fill the memory: the oldest go.
  private func boundFailures() {
    guard failed.count > states.count + PageStore.keptFailures else { return }
    let deeper = failed.filter { $0.key.cursor != nil }.sorted { $0.value.until < $1.value.until }
    for (old, _) in deeper.prefix(PageStore.keptFailures / 10) { failed[old] = nil }
  }

  private func remove(_ key: Key) {
    guard let entry = kept.removeValue(forKey: key) else { return }
    bytes -= entry.bytes
  }

  /// How many bytes of bodies stand behind the pages that are kept.
  public var byteCount: Int { bytes }

  // MARK: load states

  /// Lets the failed pages of a source be asked for at once, and looks at its page one again.
  public func retry(_ source: String) {
    for key in failed.keys where key.source == source { failed[key]?.until = clock.now() }
    kept[Key(source: source, cursor: nil)]?.storedAt = clock.now().advanced(by: .zero - limits.fresh)
    version += 1
    change(source) { $0.retryAt = nil }
  }

  /// The load states now, by name.
  public func state(of source: String) -> SourceState? { states[source] }

  /// The load states now, then each change; a watcher that falls behind misses the oldest changes.
  public func changes() -> AsyncStream<SourceState> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1_000)) { continuation in
      guard !isStopped else { return continuation.finish() }
      watcherCount += 1
      let number = watcherCount
      for state in states.values.sorted(by: { $0.name < $1.name }) { continuation.yield(state) }
      watchers[number] = continuation
      continuation.onTermination = { [weak self] _ in
        Task { [weak self] in await self?.forget(number) }
      }
    }
  }

  /// So many watch the load states.
  public var watcherNumber: Int { watchers.count }

  private func forget(_ number: UInt64) { watchers[number] = nil }

  private func change(_ source: String, _ body: (inout SourceState) -> Void) {
    guard var state = states[source] else { return }
    body(&state)
    states[source] = state
    changeCount += 1
    published.with { $0 = nil }
    for watcher in watchers.values { watcher.yield(state) }
  }

  /// Ends all watchers, those that come later too; who waits for a page gets it.
  public func stop() {
    isStopped = true
    for watcher in watchers.values { watcher.finish() }
    watchers = [:]
  }
}
