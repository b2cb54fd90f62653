/// The current row of a statement; its columns count from 0.
///
/// It is only of use within the closure that got it.
public struct SQLiteRow {
  private let statement: SQLiteStatement

  init(_ statement: SQLiteStatement) { self.statement = statement }

  /// The column's value.
  ///
  /// - Throws: where the row has no such column.
  public func value(_ column: Int) throws(SQLiteError) -> SQLiteValue { try statement.column(column) }

  /// The column's integer; `nil` where it holds something else.
  public func integer(_ column: Int) throws(SQLiteError) -> Int64? {
    guard case .integer(let number) = try value(column) else { return nil }
    return number
  }

  /// The column's number, an integer too; `nil` where it holds something else.
  public func real(_ column: Int) throws(SQLiteError) -> Double? {
    switch try value(column) {
    case .real(let number): return number
    case .integer(let number): return Double(number)
    case .null, .text, .blob: return nil
    }
  }

  /// The column's text; `nil` where it holds something else.
  public func text(_ column: Int) throws(SQLiteError) -> String? {
    guard case .text(let text) = try value(column) else { return nil }
    return text
  }

  /// The column's bytes; `nil` where it holds something else.
  public func blob(_ column: Int) throws(SQLiteError) -> [UInt8]? {
    guard case .blob(let bytes) = try value(column) else { return nil }
    return bytes
  }
}
