internal import CSQLite
import Glibc

/// A database file, open for reading and writing, with a write-ahead log.
///
/// It is not Sendable: an actor or a lock confines it. Several processes, or several databases in one, may have the same
/// file open; each waits for the others' locks as long as `busyTimeout` says.
///
///     let database = try SQLiteDatabase(path: "/home/ada/.cache/weft/responses.sqlite")
///     try database.execute("CREATE TABLE IF NOT EXISTS pages (url TEXT PRIMARY KEY, body BLOB) STRICT")
///     try database.run("INSERT INTO pages VALUES (?, ?)", [.text(url), .blob(body)])
public final class SQLiteDatabase {
  private let connection: SQLiteConnection
  private var prepared: [String: SQLiteStatement] = [:]

  /// How long a call waits for the lock of another connection before it fails as `busy`.
  public var busyTimeout: Duration {
    didSet { setBusyTimeout() }
  }

  /// Opens the file, or creates it, readable by its owner only.
  ///
  /// - Parameter application: the number that `PRAGMA application_id` of the file must say, unless it is empty.
  /// - Throws: `cannotOpen`, `notADatabase`, `corrupt`, `readOnly`, `foreign` where the number is another one, or `busy`
  ///   where another connection keeps the file locked.
  public init(path: String, application: Int32? = nil, busyTimeout: Duration = .seconds(2)) throws(SQLiteError) {
    // SQLite would make it readable for all; its log and its index take their modes from the file.
    let descriptor = open(path, O_CREAT | O_RDONLY | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    connection = try SQLiteConnection(path: path)
    self.busyTimeout = busyTimeout
    setBusyTimeout()
    if let application { try check(application) }
    // Before the first table: later, space that was freed could only be given back by writing the whole file anew.
    try execute("PRAGMA auto_vacuum = INCREMENTAL")
    try writeAhead()
    // With a write-ahead log a power failure may lose the last transactions, but never damages the file.
    try execute("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 4194304")
  }

  private func setBusyTimeout() {
    let (seconds, attoseconds) = min(max(busyTimeout, .zero), .seconds(3_600)).components
    sqlite3_busy_timeout(connection.handle, Int32(seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
  }

  /// Throws where the file belongs to another program, before anything in it is changed.
  private func check(_ application: Int32) throws(SQLiteError) {
    // The tables first: whoever makes them writes the number with them, perhaps at this moment.
    guard try value("SELECT count(*) FROM sqlite_schema")?.integer != 0 else { return }
    if try value("PRAGMA application_id")?.integer != Int64(application) {
      throw SQLiteError(.foreign, "it is the database of another program")
    }
  }

  /// Turns the log on. SQLite does not wait where two connections do so at once, so it is tried again.
  private func writeAhead() throws(SQLiteError) {
    let step = Duration.milliseconds(5)
    var waited = Duration.zero
    while true {
      do throws(SQLiteError) {
        return try execute("PRAGMA journal_mode = WAL")
      } catch {
        guard error.kind == .busy, waited < busyTimeout else { throw error }
      }
      usleep(5_000)
      waited += step
    }
  }

  /// Runs all statements of a text; what they answer is passed over.
  public func execute(_ script: String) throws(SQLiteError) {
    try connection.check(sqlite3_exec(connection.handle, script, nil, nil, nil))
  }

  /// The prepared statement of the text; it is prepared once for each text.
  public func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    if let statement = prepared[sql] { return statement }
    let statement = try SQLiteStatement(sql, connection)
    prepared[sql] = statement
    return statement
  }

  /// Runs one statement with its values.
  ///
  /// - Returns: how many rows it inserted, changed or deleted.
  @discardableResult
  public func run(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int {
    try prepare(sql).run(values)
  }

  /// The rows that the statement answers, each as the closure reads it.
  public func rows<Row>(
    _ sql: String, _ values: [SQLiteValue] = [], _ read: (SQLiteRow) throws(SQLiteError) -> Row
  ) throws(SQLiteError) -> [Row] {
    try prepare(sql).rows(values, read)
  }

  /// The first row that the statement answers, as the closure reads it.
  public func first<Row>(
    _ sql: String, _ values: [SQLiteValue] = [], _ read: (SQLiteRow) throws(SQLiteError) -> Row
  ) throws(SQLiteError) -> Row? {
    try prepare(sql).first(values, read)
  }

  /// The first column of the first row that the statement answers; `nil` where there is no row.
  public func value(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> SQLiteValue? {
    try first(sql, values) { row throws(SQLiteError) in try row.value(0) }
  }

  /// The row id of the last row that was inserted.
  public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(connection.handle) }

  /// Runs the closure in a transaction that may write: all of it happens, or, where the closure throws or the process
  /// ends, nothing.
  ///
  /// The lock is taken at the beginning, so that only the beginning can fail as `busy`.
  @discardableResult
  public func transaction<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
    try run("BEGIN IMMEDIATE")
    do throws(SQLiteError) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // SQLite has rolled back by itself after some errors, a full disk among them.
      if sqlite3_get_autocommit(connection.handle) == 0 { _ = try? run("ROLLBACK") }
      throw error
    }
  }
}
