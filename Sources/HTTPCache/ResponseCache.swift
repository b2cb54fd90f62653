import SQLite
public import WeftModel

/// Responses on disk, for `CachingTransport`; several processes may share a folder.
///
/// What goes wrong with the disk fails no request: it is reported once, and the run goes on with what is left. A damaged
/// file is set aside and a new one begun. The file holds no secret of a source: see `CacheKey` and `SecretMask`.
///
/// An actor and not a lock: who waits for the disk then holds no thread of the pool.
public actor ResponseCache {
  /// 256 MiB.
  public static let defaultLimit = 256 << 20

  private let file: CacheFile
  private let limit: Int
  /// How long a call waits for another process's lock.
  private var lockWait: Duration
  private let report: @Sendable (SourceWarning) -> Void
  private var state = State.closed
  private var reported: Set<String> = []
  private var timesDamaged = 0
  private var timesBusy = 0

  private enum State {
    /// Nobody has asked yet.
    case closed
    case open(ResponseStore, FileIdentity?)
    /// It can be read, but the disk is full or the like.
    case readable(ResponseStore, FileIdentity?)
    /// What it holds is not what was written.
    case damaged(FileIdentity?, SQLiteError)
    /// Why there is no cache in this run.
    case unavailable(String)
  }

  /// A cache; nothing is opened or made before the first request.
  ///
  /// - Parameters:
  ///   - folder: where the file is; it is made, for the owner only, where it is missing.
  ///   - limit: how many bytes the responses may take; those that were not used for longest go first, and one larger
  ///     than a quarter of it is not kept.
  ///   - report: gets each thing that is wrong with the cache once; codes are `cache_unavailable`, `cache_damaged` and
  ///     `cache_not_written`.
  public init(
    folder: String, limit: Int = defaultLimit, report: @escaping @Sendable (SourceWarning) -> Void
  ) {
    self.init(file: CacheFile(folder: folder), limit: limit, lockWait: .seconds(2), report: report)
  }

  /// - Parameter lockWait: how long a call waits for another process's lock.
  init(file: CacheFile, limit: Int, lockWait: Duration, report: @escaping @Sendable (SourceWarning) -> Void) {
    self.file = file
    self.limit = max(limit, 0)
    self.lockWait = lockWait
    self.report = report
  }

  /// Why there is no cache in this run, as far as that is known; `nil`: there is one.
  public var problem: String? {
    guard case .unavailable(let reason) = state else { return nil }
    return reason
  }

  /// What is stored for the request, whatever its age, within the request's limits.
  func entry(for request: Request) -> StoredEntry? {
    let entry = attempt { store throws(SQLiteError) in try store.entry(for: request) } ?? nil
    guard let entry, entry.response.body.count <= request.limits.bodyBytes,
      entry.response.redirects.count <= request.limits.redirects
    else { return nil }
    return entry
  }

  /// Notes that the entry was used.
  func used(_ entry: StoredEntry) {
    change { store throws(SQLiteError) in try store.used(entry) }
  }

  func store(_ response: StoredResponse, for request: Request) {
    change { store throws(SQLiteError) in try store.store(response, for: request) }
  }

  func replace(_ entry: StoredEntry, with response: StoredResponse, for request: Request) {
    change { store throws(SQLiteError) in try store.replace(entry, with: response, for: request) }
  }

  func remove(_ request: Request) {
    change { store throws(SQLiteError) in try store.remove(request) }
  }

  func invalidate(_ request: Request) {
    change { store throws(SQLiteError) in try store.invalidate(request) }
  }

  /// Opens the file and takes hold of its store; the tests fill its disk and keep its locks with that.
  func withStore(_ body: (ResponseStore) throws(SQLiteError) -> Void) { change(body) }

  /// Runs what only reads.
  private func attempt<Result>(_ body: (ResponseStore) throws(SQLiteError) -> Result) -> Result? {
    open()
    let result = run(body)
    // Not before `run` has let go of the database: SQLite wants it closed before its file gets another name.
    if case .damaged(let identity, let error) = state { setAside(identity, error) }
    return result
  }

  private func run<Result>(_ body: (ResponseStore) throws(SQLiteError) -> Result) -> Result? {
    switch state {
    case .open(let store, let identity), .readable(let store, let identity):
      do throws(SQLiteError) { return try body(store) } catch {
        failed(error, store, identity)
        return nil
      }
    case .closed, .damaged, .unavailable: return nil
    }
  }

  /// Runs what writes, unless that has failed before.
  private func change(_ body: (ResponseStore) throws(SQLiteError) -> Void) {
    open()
    guard case .open = state else { return }
    _ = attempt(body)
  }

  private func open() {
    guard case .closed = state else { return }
    // Twice: what stands there may be damaged, and is then moved away.
    for _ in 0..<2 {
      let identity = file.identity
      do throws(SQLiteError) {
        try makeStore()
        return change { store throws(SQLiteError) in try store.shrink() }
      } catch {
        // Another process has it for very long: a later request may find it free.
        if error.kind == .busy, timesBusy < 10 { return wasBusy() }
        guard error.isDamage else { return giveUp(error) }
        setAside(identity, error)
        guard case .closed = state else { return }
      }
    }
  }

  private func makeStore() throws(SQLiteError) {
    try file.makeFolder()
    let database = try SQLiteDatabase(
      path: file.path, application: ResponseSchema.application, busyTimeout: lockWait)
    let identity = file.identity
    state = .open(try ResponseStore(database, limit: limit), identity)
  }

  private func failed(_ error: SQLiteError, _ store: ResponseStore, _ identity: FileIdentity?) {
    switch error.kind {
    case .busy:
      wasBusy()
      store.database.busyTimeout = lockWait
    case .corrupt, .notADatabase: state = .damaged(identity, error)
    case .full, .readOnly, .inputOutput, .cannotOpen:
      state = .readable(store, identity)
      say("cache_not_written", "\(file.path) cannot be written: \(error.message); going on without keeping responses")
    case .constraint, .tooBig, .memory, .foreign, .other: giveUp(error)
    }
  }

  /// Another process writes for very long. The page counts, not the cache: from now on hardly any time is waited.
  private func wasBusy() {
    timesBusy += 1
    lockWait = min(lockWait, .milliseconds(20))
  }

  /// Moves the damaged file out of the way, so that the next request begins a new one; where that has happened in this
  /// run and did not help, the run goes on without a cache.
  private func setAside(_ identity: FileIdentity?, _ error: SQLiteError) {
    timesDamaged += 1
    guard timesDamaged <= 2 else { return giveUp(error) }
    file.setAside(identity)
    state = .closed
    say(
      "cache_damaged",
      "\(file.path) is damaged (\(error.message)): it is now \(file.damagedPath), and a new one was begun")
  }

  private func giveUp(_ error: SQLiteError) {
    let reason = "\(file.path) cannot be used: \(error.message)"
    state = .unavailable(reason)
    say("cache_unavailable", "\(reason); going on without a cache")
  }

  private func say(_ code: String, _ text: String) {
    guard reported.insert(code).inserted else { return }
    report(SourceWarning(code: code, text: "cache: " + text))
  }
}
