import Foundation
import SQLite
import TestSupport
import Testing

@Suite struct DatabaseTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("db") }

  private func open(_ application: Int32? = nil) throws -> SQLiteDatabase {
    try SQLiteDatabase(path: path, application: application, busyTimeout: .zero)
  }

  private func kind(_ body: () throws -> Void) -> SQLiteError.Kind? {
    do { try body() } catch { return (error as? SQLiteError)?.kind }
    return nil
  }

  private func count(_ database: SQLiteDatabase) throws -> Int64? {
    try database.value("SELECT count(*) FROM kept")?.integer
  }

  private func deleteAll(_ database: SQLiteDatabase) throws {
    try database.transaction { () throws(SQLiteError) in _ = try database.run("DELETE FROM kept") }
  }

  @Test func writesAhead() throws {
    let database = try open()
    #expect(try database.value("PRAGMA journal_mode")?.text == "wal")
    #expect(try database.value("PRAGMA auto_vacuum")?.integer == 2)
    #expect(try database.value("PRAGMA foreign_keys")?.integer == 1)
  }

  @Test func onlyItsOwnerReadsIt() throws {
    let database = try open()
    try database.execute("CREATE TABLE kept (n); INSERT INTO kept VALUES (1)")
    #expect(folder.names == ["db", "db-shm", "db-wal"])
    for name in folder.names {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test func aPathIsNoURI() throws {
    _ = try SQLiteDatabase(path: folder.file("file:a?mode=memory#b"))
    #expect(folder.names.contains("file:a?mode=memory#b"))
  }

  @Test func aTransactionHappensWholeOrNotAtAll() throws {
    let database = try open()
    try database.execute("CREATE TABLE kept (n UNIQUE)")
    try database.transaction { () throws(SQLiteError) in
      try database.run("INSERT INTO kept VALUES (1)")
      try database.run("INSERT INTO kept VALUES (2)")
    }
    #expect(try count(database) == 2)
    let failure = kind {
      try database.transaction { () throws(SQLiteError) in
        try database.run("INSERT INTO kept VALUES (3)")
        try database.run("INSERT INTO kept VALUES (1)")
      }
    }
    #expect(failure == .constraint)
    #expect(try count(database) == 2)
    // The failed one has ended, or this could not begin.
    #expect(try database.transaction { () throws(SQLiteError) in try database.run("DELETE FROM kept") } == 2)
  }

  @Test func twoConnectionsExcludeEachOther() throws {
    let (one, two) = (try open(), try open())
    try one.execute("CREATE TABLE kept (n)")
    try one.execute("BEGIN IMMEDIATE; INSERT INTO kept VALUES (1)")
    #expect(kind { try deleteAll(two) } == .busy)
    // Who reads sees what was there before, and waits for nobody.
    #expect(try count(two) == 0)
    try one.execute("COMMIT")
    #expect(try count(two) == 1)
    #expect(throws: Never.self) {
      try deleteAll(two)
    }
  }

  @Test func whoReadsAndThenWritesNeverFailsInTheMidst() throws {
    let (one, two) = (try open(), try open())
    try one.execute("CREATE TABLE kept (n); INSERT INTO kept VALUES (1)")
    try one.transaction { () throws(SQLiteError) in
      let read = try one.value("SELECT n FROM kept")?.integer
      #expect(kind { try two.run("INSERT INTO kept VALUES (2)") } == .busy)
      try one.run("UPDATE kept SET n = ?", [.integer(((read ?? nil) ?? 0) + 1)])
    }
    #expect(try count(one) == 1)
  }

  @Test func theTimeToWaitCanBeChanged() throws {
    let database = try open()
    for (timeout, expected) in [(Duration.seconds(2), 2_000), (.milliseconds(20), 20), (.seconds(-5), 0)] {
      database.busyTimeout = timeout
      let found = try database.value("PRAGMA busy_timeout")?.integer
      #expect(found == Int64(expected))
    }
    database.busyTimeout = .seconds(Int64.max)
    let found = try database.value("PRAGMA busy_timeout")?.integer
    #expect(found == 3_600_000)
  }

  @Test func whatIsNoDatabaseIsNotChanged() throws {
    let text = Data(String(repeating: "a list of things to buy\n", count: 100).utf8)
    try text.write(to: URL(filePath: path))
    #expect(kind { _ = try open() } == .notADatabase)
    #expect(kind { _ = try open(7) } == .notADatabase)
    #expect(FileManager.default.contents(atPath: path) == text)
  }

  @Test func anotherProgramsDatabaseIsNotChanged() throws {
    try open().execute("PRAGMA application_id = 8; CREATE TABLE kept (n); PRAGMA journal_mode = DELETE")
    let before = FileManager.default.contents(atPath: path)
    #expect(kind { _ = try open(7) } == .foreign)
    #expect(FileManager.default.contents(atPath: path) == before)
    #expect(throws: Never.self) { _ = try open(8) }
  }

  @Test func anEmptyFileBelongsToNobody() throws {
    try Data().write(to: URL(filePath: path))
    #expect(throws: Never.self) { _ = try open(7) }
  }

  @Test func damageIsSeen() throws {
    try open().execute(
      "CREATE TABLE kept (n); WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c LIMIT 20000) "
        + "INSERT INTO kept SELECT n FROM c; PRAGMA wal_checkpoint(TRUNCATE)")
    var bytes = try Data(contentsOf: URL(filePath: path))
    for index in 8_192..<bytes.count { bytes[index] = 0x55 }
    try bytes.write(to: URL(filePath: path))
    let database = try open()
    let failure = kind { _ = try database.rows("SELECT n FROM kept") { row throws(SQLiteError) in try row.integer(0) } }
    #expect(failure == .corrupt)
  }

  @Test(arguments: ["missing/db", "."]) func saysWhatCannotBeOpened(_ name: String) {
    let error = #expect(throws: SQLiteError.self) { _ = try SQLiteDatabase(path: folder.file(name)) }
    #expect(error?.kind == .cannotOpen)
    #expect(error?.message == "unable to open database file")
  }

  @Test func aFullDiskUndoesTheTransaction() throws {
    let database = try open()
    try database.execute("CREATE TABLE kept (n); INSERT INTO kept VALUES (1); PRAGMA max_page_count = 10")
    let failure = kind {
      try database.transaction { () throws(SQLiteError) in
        try database.run("INSERT INTO kept VALUES (2)")
        try database.run("INSERT INTO kept VALUES (?)", [.blob([UInt8](repeating: 1, count: 100_000))])
      }
    }
    #expect(failure == .full)
    #expect(try count(database) == 1)
    #expect(throws: Never.self) {
      try database.transaction { () throws(SQLiteError) in try database.run("INSERT INTO kept VALUES (2)") }
    }
  }
}
