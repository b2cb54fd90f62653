internal import CSQLite

/// The handle of an open database; statements keep it alive, so that it closes after the last of them is finalized.
final class SQLiteConnection {
  let handle: OpaquePointer

  /// Opens or creates the file.
  init(path: String) throws(SQLiteError) {
    var opened: OpaquePointer?
    // No mutex of SQLite's own: whoever holds the database uses it from one place at a time, which the compiler checks,
    // because it is not Sendable. No URI: a path is a path, whatever signs it holds.
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else { throw SQLiteError(code: code, message: String(cString: sqlite3_errstr(code))) }
    handle = opened
    sqlite3_extended_result_codes(handle, 1)
    guard code == SQLITE_OK else { throw error(code) }
  }

  deinit { sqlite3_close_v2(handle) }

  /// The error of the last call, which returned the code.
  func error(_ code: Int32) -> SQLiteError {
    SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)))
  }

  /// Throws where the code is not `SQLITE_OK`.
  func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw error(code) }
  }
}
