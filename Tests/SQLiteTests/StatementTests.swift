import SQLite
import TestSupport
import Testing

@Suite struct StatementTests {
  private let folder = TemporaryFolder()
  private let database: SQLiteDatabase

  init() throws {
    database = try SQLiteDatabase(path: folder.file("db"))
    try database.execute("CREATE TABLE numbers (n INTEGER UNIQUE); INSERT INTO numbers VALUES (1), (2), (3)")
  }

  private func kind(_ body: () throws -> Void) -> SQLiteError.Kind? {
    do { try body() } catch { return (error as? SQLiteError)?.kind }
    return nil
  }

  private func numbers(_ database: SQLiteDatabase) throws -> [Int64?] {
    try database.rows("SELECT n FROM numbers ORDER BY n") { row throws(SQLiteError) in try row.integer(0) }
  }

  @Test func bindsAnewAtEachRun() throws {
    let statement = try database.prepare("SELECT n FROM numbers WHERE n > ? AND n < ? ORDER BY n")
    let read = { (row: SQLiteRow) throws(SQLiteError) -> Int64? in try row.integer(0) }
    #expect(try statement.rows([0, 3], read) == [1, 2])
    #expect(try statement.rows([2, 9], read) == [3])
    #expect(try statement.first([0, 9], read) == 1)
    #expect(try statement.first([3, 9], read) == nil)
    #expect(try statement.rows([0, 3], read) == [1, 2])
  }

  @Test func isPreparedOnce() throws {
    #expect(try database.prepare("SELECT 1") === database.prepare("SELECT 1"))
  }

  @Test func countsWhatItChanged() throws {
    #expect(try database.run("UPDATE numbers SET n = n + 10 WHERE n > 1") == 2)
    #expect(try database.run("DELETE FROM numbers") == 3)
    #expect(try database.run("DELETE FROM numbers") == 0)
    // What the statement before changed is not what a question changed.
    try database.run("INSERT INTO numbers VALUES (9)")
    #expect(try database.run("SELECT n FROM numbers") == 0)
    #expect(database.lastInsertedRow == 1)
  }

  @Test(arguments: [[], [1], [1, 2, 3]] as [[SQLiteValue]]) func wantsAValueForEachParameter(_ values: [SQLiteValue]) {
    let error = #expect(throws: SQLiteError.self) {
      try database.run("SELECT n FROM numbers WHERE n > ? AND n < ?", values)
    }
    #expect(error?.message == "\(values.count) values for 2 parameters")
  }

  @Test(arguments: ["", "  ", "-- only a comment", "SELECT 1; SELECT 2"]) func isOneStatement(_ sql: String) {
    #expect(throws: SQLiteError.self) { try database.prepare(sql) }
  }

  @Test func mayEndWithASemicolon() throws { #expect(try database.run("DELETE FROM numbers; \n") == 3) }

  @Test func saysWhatSQLiteSays() throws {
    let error = #expect(throws: SQLiteError.self) { try database.run("SELECT x FROM numbers") }
    #expect(error?.description == "no such column: x (1)")
    #expect(error?.kind == .other)
    let broken = #expect(throws: SQLiteError.self) { try database.run("INSERT INTO numbers VALUES (1)") }
    #expect(broken?.description == "UNIQUE constraint failed: numbers.n (2067)")
    #expect(broken?.kind == .constraint)
  }

  /// SQLite would go on with the outer run's bindings and rows.
  @Test func isNotRunWithinItself() throws {
    let statement = try database.prepare("SELECT n FROM numbers")
    let error = #expect(throws: SQLiteError.self) {
      try statement.rows { row throws(SQLiteError) in try statement.run() }
    }
    #expect(error?.message == "the statement is already running")
    #expect(try numbers(database) == [1, 2, 3])
  }

  /// A statement that was left in the midst of its rows would keep its view of the file, and the log would grow.
  @Test func endsWhereItsReaderThrows() throws {
    #expect(throws: SQLiteError.self) {
      try database.rows("SELECT n FROM numbers") { row throws(SQLiteError) in try row.value(9) }
    }
    _ = try database.value("SELECT n FROM numbers")
    let other = try SQLiteDatabase(path: folder.file("db"))
    try other.run("INSERT INTO numbers VALUES (4)")
    #expect(try numbers(database) == [1, 2, 3, 4])
    let busy = try other.value("PRAGMA wal_checkpoint(TRUNCATE)")?.integer
    #expect(busy == 0)
  }

  @Test func outlivesItsDatabase() throws {
    var second: SQLiteDatabase? = try SQLiteDatabase(path: folder.file("db"))
    let statement = try #require(try second?.prepare("SELECT count(*) FROM numbers"))
    second = nil
    #expect(try statement.first { row throws(SQLiteError) in try row.integer(0) } == 3)
  }

  @Test func aValueCanBeTooLarge() throws {
    let error = kind { try database.run("SELECT zeroblob(2000000000)") }
    #expect(error == .tooBig)
  }
}
