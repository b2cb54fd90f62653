import MessageAuthentication
import SQLite
import WeftModel

/// A stored response and the row that it came from.
struct StoredEntry: Sendable {
  var id: Int64
  /// The tag of the row: another one stands there once somebody has changed it.
  var tag: [UInt8]
  var response: StoredResponse
}

/// The responses in their database file. Every change is one transaction, so that a process which is killed leaves
/// either the old response or the new one.
final class ResponseStore {
  let database: SQLiteDatabase
  /// The key of all tags, made with the file.
  private let salt: [UInt8]
  /// How many bytes the responses may take.
  private let limit: Int

  init(_ database: SQLiteDatabase, limit: Int) throws(SQLiteError) {
    self.database = database
    self.limit = limit
    salt = try ResponseSchema.prepare(database)
  }

  /// The newest response that the request's address, holder and fields select (RFC 9111 section 4.1).
  func entry(for request: Request) throws(SQLiteError) -> StoredEntry? {
    guard let (id, row) = try rows(try key(request)).first else { return nil }
    // Another process may have taken it away between the two questions.
    guard let body = try database.value("SELECT body FROM bodies WHERE id = ?", [.integer(id)])?.blob else {
      return nil
    }
    guard let response = row.response(body, SecretMask(request), salt) else {
      // It is not what was written: the disk, or a hand, has changed it.
      try database.transaction { () throws(SQLiteError) in try delete(id) }
      return nil
    }
    return StoredEntry(id: id, tag: row.tag, response: response)
  }

  /// Keeps the response, in the place of those that would have answered the same request. One that takes more than a
  /// quarter of the limit is not kept: it would drive out too much else.
  func store(_ response: StoredResponse, for request: Request) throws(SQLiteError) {
    let key = try key(request)
    let (row, body) = try row(of: response, key, request)
    try database.transaction { () throws(SQLiteError) in
      for (id, _) in try rows(key) { try delete(id) }
      guard row.size <= limit / 4 else { return }
      try evict(for: row.size)
      try database.run(
        "INSERT INTO responses (address, holder, used, \(ResponseRow.columns)) VALUES (?, ?, ?\(placeholders))",
        [.blob(key.address), .blob(key.holder), .integer(try nextUse())] + row.values)
      try database.run(
        "INSERT INTO bodies (id, body) VALUES (?, ?)", [.integer(database.lastInsertedRow), .blob(body)])
    }
  }

  /// Writes what a 304 has changed; where another process has replaced the response meanwhile, its own stays.
  func replace(_ entry: StoredEntry, with response: StoredResponse, for request: Request) throws(SQLiteError) {
    let key = try key(request)
    let (row, body) = try row(of: response, key, request)
    let assignments = ResponseRow.columns.split(separator: ",").map { $0 + " = ?" }.joined(separator: ",")
    try database.transaction { () throws(SQLiteError) in
      let changed = try database.run(
        "UPDATE responses SET \(assignments), used = ? WHERE id = ? AND tag = ?",
        row.values + [.integer(try nextUse()), .integer(entry.id), .blob(entry.tag)])
      guard changed > 0 else { return }
      // Older ones under another Vary may fit as well, and would answer once this one is gone.
      for (id, _) in try rows(key) where id != entry.id { try delete(id) }
      // The marker of the secrets has changed with the row.
      if !row.marker.isEmpty {
        try database.run("UPDATE bodies SET body = ? WHERE id = ?", [.blob(body), .integer(entry.id)])
      }
    }
  }

  /// Notes that the response was used, so that others go before it.
  func used(_ entry: StoredEntry) throws(SQLiteError) {
    try database.transaction { () throws(SQLiteError) in
      try database.run(
        "UPDATE responses SET used = ? WHERE id = ?", [.integer(try nextUse()), .integer(entry.id)])
    }
  }

  /// Removes what would answer the request.
  func remove(_ request: Request) throws(SQLiteError) {
    let key = try key(request)
    try database.transaction { () throws(SQLiteError) in
      for (id, _) in try rows(key) { try delete(id) }
    }
  }

  /// Removes all that is stored of the request's address, whoever asked for it.
  func invalidate(_ request: Request) throws(SQLiteError) {
    let key = try key(request)
    try database.transaction { () throws(SQLiteError) in
      try database.run("DELETE FROM responses WHERE address = ?", [.blob(key.address)])
    }
  }

  /// The sum of what the responses count for, in bytes.
  func bytes() throws(SQLiteError) -> Int {
    Int(clamping: try database.value("SELECT bytes FROM cache")?.integer ?? 0)
  }

  /// Gives up what is over the limit, which may have been lowered since the file was written, and gives the space back.
  func shrink() throws(SQLiteError) {
    guard try bytes() > limit else { return }
    try database.transaction { () throws(SQLiteError) in try evict(for: 0) }
    try database.execute("PRAGMA incremental_vacuum")
  }

  private func key(_ request: Request) throws(SQLiteError) -> CacheKey {
    guard let key = CacheKey(request, salt: salt) else { throw SQLiteError(.other, "libcrypto makes no tag") }
    return key
  }

  private func row(of response: StoredResponse, _ key: CacheKey, _ request: Request) throws(SQLiteError) -> (
    ResponseRow, [UInt8]
  ) {
    guard let made = ResponseRow.make(response, key, SecretMask(request), salt) else {
      throw SQLiteError(.other, "libcrypto makes no tag")
    }
    return made
  }

  /// The rows that the key selects, the newest first.
  private func rows(_ key: CacheKey) throws(SQLiteError) -> [(id: Int64, row: ResponseRow)] {
    let all = try database.rows(
      "SELECT id, \(ResponseRow.columns) FROM responses WHERE address = ? AND holder = ? "
        + "ORDER BY validated DESC, id DESC", [.blob(key.address), .blob(key.holder)]
    ) { row throws(SQLiteError) in (try row.integer(0) ?? 0, try ResponseRow(row, from: 1)) }
    return all.filter { _, row in
      key.variant(VariantNames(names: row.vary)) == row.variant
    }
  }

  private func delete(_ id: Int64) throws(SQLiteError) {
    try database.run("DELETE FROM responses WHERE id = ?", [.integer(id)])
  }

  private func nextUse() throws(SQLiteError) -> Int64 {
    try database.run("UPDATE cache SET uses = uses + 1")
    return try database.value("SELECT uses FROM cache")?.integer ?? 0
  }

  /// Makes room: what was not used for longest goes first, pages of archives last.
  private func evict(for size: Int) throws(SQLiteError) {
    while try bytes() + size > limit {
      let oldest = try database.rows("SELECT id, size FROM responses ORDER BY is_archive, used LIMIT 32") {
        row throws(SQLiteError) in (id: try row.integer(0) ?? 0, size: Int(clamping: try row.integer(1) ?? 0))
      }
      guard !oldest.isEmpty else { return }
      var excess = try bytes() + size - limit
      for (id, size) in oldest where excess > 0 {
        try delete(id)
        excess -= size
      }
    }
  }
}

/// A parameter for each column of a row.
private let placeholders = String(repeating: ", ?", count: ResponseRow.columns.split(separator: ",").count)
