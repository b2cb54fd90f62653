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
  public func integer(_ column: Int) throws(SQLiteError) -> Int64? { try value(column).integer }

  /// The column's number, an integer too; `nil` where it holds something else.
  public func real(_ column: Int) throws(SQLiteError) -> Double? { try value(column).real }

  /// The column's text; `nil` where it holds something else.
  public func text(_ column: Int) throws(SQLiteError) -> String? { try value(column).text }

  /// The column's bytes; `nil` where it holds something else.
  public func blob(_ column: Int) throws(SQLiteError) -> [UInt8]? { try value(column).blob }
}
