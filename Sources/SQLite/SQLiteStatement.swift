internal import CSQLite

/// A prepared statement. Each run binds its values anew and ends with the statement reset, so that none is left holding
/// a lock.
///
///     let titles = try database.prepare("SELECT title FROM items WHERE source = ? ORDER BY position")
///     for title in try titles.rows([.text("blog")], { try $0.text(0) ?? "" }) { … }
public final class SQLiteStatement {
  private let connection: SQLiteConnection
  private let handle: OpaquePointer
  private var isRunning = false

  /// Prepares the one statement that the text holds.
  init(_ sql: String, _ connection: SQLiteConnection) throws(SQLiteError) {
    var sql = sql
    var prepared: OpaquePointer?
    var rest = 0
    let code = sql.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(
          connection.handle, text.baseAddress, Int32(clamping: text.count), UInt32(SQLITE_PREPARE_PERSISTENT),
          &prepared, &tail)
        if let tail, let start = text.baseAddress { rest = text.count - (tail - start) }
        return code
      }
    }
    try connection.check(code)
    guard let prepared else { throw SQLiteError(code: SQLITE_MISUSE, message: "the SQL holds no statement") }
    self.connection = connection
    handle = prepared
    // A second statement would never run, and nobody would notice.
    guard sql.utf8.suffix(rest).allSatisfy({ $0 <= 0x20 || $0 == UInt8(ascii: ";") }) else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "the SQL holds more than one statement")
    }
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs a statement that answers no rows; rows are passed over.
  ///
  /// - Returns: how many rows it inserted, changed or deleted, those of triggers left out.
  @discardableResult
  public func run(_ values: [SQLiteValue] = []) throws(SQLiteError) -> Int {
    try started(values) { () throws(SQLiteError) in
      while try step() {}
      return sqlite3_stmt_readonly(handle) != 0 ? 0 : Int(sqlite3_changes64(connection.handle))
    }
  }

  /// The rows, each as the closure reads it from the columns.
  public func rows<Row>(_ values: [SQLiteValue] = [], _ read: (SQLiteRow) throws(SQLiteError) -> Row)
    throws(SQLiteError) -> [Row]
  {
    try started(values) { () throws(SQLiteError) in
      var rows: [Row] = []
      while try step() { rows.append(try read(SQLiteRow(self))) }
      return rows
    }
  }

  /// The first row as the closure reads it; `nil` where there is none.
  public func first<Row>(_ values: [SQLiteValue] = [], _ read: (SQLiteRow) throws(SQLiteError) -> Row)
    throws(SQLiteError) -> Row?
  {
    try started(values) { () throws(SQLiteError) in try step() ? try read(SQLiteRow(self)) : nil }
  }

  private func started<Result>(_ values: [SQLiteValue], _ body: () throws(SQLiteError) -> Result)
    throws(SQLiteError) -> Result
  {
    guard !isRunning else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "the statement is already running")
    }
    isRunning = true
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
      isRunning = false
    }
    guard values.count == Int(sqlite3_bind_parameter_count(handle)) else {
      throw SQLiteError(
        code: SQLITE_RANGE,
        message: "\(values.count) values for \(sqlite3_bind_parameter_count(handle)) parameters")
    }
    for (index, value) in values.enumerated() { try bind(value, at: Int32(clamping: index + 1)) }
    return try body()
  }

  private func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
    let code =
      switch value {
      case .null: sqlite3_bind_null(handle, index)
      case .integer(let number): sqlite3_bind_int64(handle, index, number)
      case .real(let number): sqlite3_bind_double(handle, index, number)
      case .text(var text):
        text.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) { text in
            // No address is NULL for SQLite, and an empty text may have none.
            weft_sqlite_bind_text(handle, index, text.baseAddress ?? emptyText, UInt64(text.count))
          }
        }
      case .blob(let bytes):
        bytes.withUnsafeBytes { weft_sqlite_bind_blob(handle, index, $0.baseAddress, UInt64($0.count)) }
      }
    try connection.check(code)
  }

  /// Whether there is a further row.
  private func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw connection.error(code)
    }
  }

  /// The column's value, copied; `nil` for a column that is not there.
  func column(_ index: Int) throws(SQLiteError) -> SQLiteValue {
    guard index >= 0, index < Int(sqlite3_data_count(handle)) else {
      throw SQLiteError(code: SQLITE_RANGE, message: "the row has no column \(index)")
    }
    let index = Int32(clamping: index)
    switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, index))
    case SQLITE_TEXT:
      let start = sqlite3_column_text(handle, index)
      let length = Int(sqlite3_column_bytes(handle, index))
      guard let start else { throw SQLiteError(code: SQLITE_NOMEM, message: "out of memory") }
      return .text(String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(handle, index)
      let length = Int(sqlite3_column_bytes(handle, index))
      guard let start, length > 0 else {
        // NULL for an empty blob, and where memory ran out.
        if length == 0 { return .blob([]) }
        throw SQLiteError(code: SQLITE_NOMEM, message: "out of memory")
      }
      return .blob([UInt8](UnsafeRawBufferPointer(start: start, count: length)))
    default: return .null
    }
  }
}

/// An empty text with an address; it lives as long as the program.
nonisolated(unsafe) private let emptyText: UnsafePointer<CChar> = {
  let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
  text.initialize(to: 0)
  return UnsafePointer(text)
}()
