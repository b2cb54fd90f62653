import Glibc
import SQLite

/// Where readers stopped, and what they read: a database in the person's state folder.
///
/// It is open only while something is read or written, so that it can be used from any thread.
struct ReaderStore: Sendable {
  private let path: String

  /// Where a reader stopped.
  struct Place: Hashable, Sendable {
    /// A cursor before the item; `nil`: the item is near the top of the feed.
    var cursor: String?
    /// The item at the top of the screen, and the chosen one.
    var top: UInt64
    var selected: UInt64
    /// The item is among so many behind the cursor.
    var limit: Int
  }

  /// So many items are remembered as read; those read longest ago are forgotten.
  static let readLimit = 50_000
  private static let application: Int32 = 0x5765_5264

  /// A store in this file, which is made with its folder when something is kept.
  init(path: String) { self.path = path }

  /// What was kept for a configuration. Where there is no file there is nothing.
  func load(configuration: UInt64) throws(SQLiteError) -> (place: Place?, read: Set<UInt64>) {
    guard access(path, F_OK) == 0 else { return (nil, []) }
    let database = try open()
    let place = try database.first(
      "SELECT cursor, top, selected, reach FROM place WHERE configuration = ?", [Self.value(configuration)]
    ) { row throws(SQLiteError) in
      Place(
        cursor: try row.text(0), top: Self.number(try row.integer(1)), selected: Self.number(try row.integer(2)),
        limit: Int(clamping: min(max(try row.integer(3) ?? 0, 0), 100_000)))
    }
    let read = try database.rows("SELECT item FROM read") { row throws(SQLiteError) in
      Self.number(try row.integer(0))
    }
    return (place, Set(read))
  }

  /// Keeps a place and adds what was read. `place` `nil`: the old one stays.
  func save(configuration: UInt64, place: Place?, read: [UInt64], seconds: Int64) throws(SQLiteError) {
    makeFolder(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)))
    let database = try open()
    try database.transaction { () throws(SQLiteError) in
      if let place {
        try database.run(
          "INSERT OR REPLACE INTO place VALUES (?, ?, ?, ?, ?, ?)",
          [
            Self.value(configuration), SQLiteValue(place.cursor), Self.value(place.top), Self.value(place.selected),
            .integer(Int64(place.limit)), .integer(seconds),
          ])
      }
      for item in read { try database.run("INSERT OR IGNORE INTO read (item) VALUES (?)", [Self.value(item)]) }
      try database.run(
        "DELETE FROM read WHERE number <= (SELECT max(number) FROM read) - ?", [.integer(Int64(Self.readLimit))])
      // Configurations change; places nobody came back to are not kept for ever.
      try database.run(
        "DELETE FROM place WHERE configuration NOT IN (SELECT configuration FROM place ORDER BY saved DESC LIMIT 200)")
    }
  }

  private func open() throws(SQLiteError) -> SQLiteDatabase {
    let database = try SQLiteDatabase(path: path, application: Self.application)
    try database.execute(
      """
      PRAGMA application_id = \(Self.application);
      CREATE TABLE IF NOT EXISTS place (
        configuration INTEGER PRIMARY KEY, cursor TEXT, top INTEGER NOT NULL, selected INTEGER NOT NULL,
        reach INTEGER NOT NULL, saved INTEGER NOT NULL) STRICT;
      CREATE TABLE IF NOT EXISTS read (number INTEGER PRIMARY KEY AUTOINCREMENT, item INTEGER NOT NULL UNIQUE) STRICT;
      """)
    return database
  }

  private func makeFolder(_ path: String) {
    guard path.count > 1, mkdir(path, 0o700) != 0, errno == ENOENT, let slash = path.lastIndex(of: "/") else { return }
    makeFolder(String(path[..<slash]))
    mkdir(path, 0o700)
  }

  private static func value(_ hash: UInt64) -> SQLiteValue { .integer(Int64(bitPattern: hash)) }
  private static func number(_ value: Int64?) -> UInt64 { UInt64(bitPattern: value ?? 0) }
}
