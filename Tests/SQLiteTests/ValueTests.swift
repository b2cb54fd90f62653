import SQLite
import TestSupport
import Testing

@Suite struct ValueTests {
  private let folder = TemporaryFolder()

  private static let values: [SQLiteValue] = [
    nil, 0, -1, .integer(.min), .integer(.max), .real(0.5), .real(-.infinity), .real(.greatestFiniteMagnitude),
    "", "a", "ä 日本 🎈", .text("before\u{0}after"), .text(String(repeating: "long ", count: 20_000)),
    .blob([]), .blob([0]), .blob([0, 255, 0]), .blob([UInt8](repeating: 7, count: 300_000)),
    SQLiteValue(true), SQLiteValue(42), SQLiteValue(nil as String?), SQLiteValue("x" as String?),
    SQLiteValue([1, 2] as [UInt8]?),
  ]

  @Test(arguments: values) func comesBackAsItWas(_ value: SQLiteValue) throws {
    let database = try SQLiteDatabase(path: folder.file("db"))
    try database.execute("CREATE TABLE kept (value)")
    try database.run("INSERT INTO kept VALUES (?)", [value])
    let found = try database.rows("SELECT value FROM kept") { row throws(SQLiteError) in try row.value(0) }
    #expect(found == [value])
  }

  @Test func notANumberIsNull() throws {
    let database = try SQLiteDatabase(path: folder.file("db"))
    let found = try database.value("SELECT ?", [.real(.nan)])
    #expect(found == .null)
  }

  @Test func aTextThatIsNoUTF8IsMended() throws {
    let database = try SQLiteDatabase(path: folder.file("db"))
    let found = try database.value("SELECT CAST(x'61FF62' AS TEXT)")?.text
    #expect(found == "a\u{FFFD}b")
  }

  @Test func typedColumnsAnswerTheirTypeOnly() throws {
    let database = try SQLiteDatabase(path: folder.file("db"))
    try database.first("SELECT 7, 1.5, 'text', x'0102', NULL") { row throws(SQLiteError) in
      #expect(try row.integer(0) == 7)
      #expect(try row.real(0) == 7)
      #expect(try row.text(0) == nil)
      #expect(try row.integer(1) == nil)
      #expect(try row.real(1) == 1.5)
      #expect(try row.text(2) == "text")
      #expect(try row.blob(2) == nil)
      #expect(try row.real(2) == nil)
      #expect(try row.blob(3) == [1, 2])
      #expect(try row.text(3) == nil)
      #expect(try row.value(4) == .null)
      #expect(try row.integer(4) == nil)
      #expect(throws: SQLiteError.self) { try row.value(5) }
      #expect(throws: SQLiteError.self) { try row.value(-1) }
    }
  }
}
