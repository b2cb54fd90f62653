import Foundation
@testable import HTTPCache
import SQLite
import TestSupport
import Testing
import WeftModel

/// Disks fail, hands edit, programs die: pages are delivered all the same.
@Suite struct DamageTests {
  private func filled(_ pages: Int = 30) async throws -> CacheWorld {
    let world = CacheWorld { request in
      request.isConditional
        ? Answer(status: 304) : Answer(request.url + String(repeating: "x", count: 6_000), ["ETag": "\"a\""])
    }
    for number in 0..<pages { try await world.get(Self.page(number)) }
    // What is in the log goes into the file.
    try SQLiteDatabase(path: world.folder.file("responses.sqlite")).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return world
  }

  private static func page(_ number: Int) -> Request { .page("https://blog.example/feed?paged=\(number)") }

  private func edit(_ world: CacheWorld, _ change: (inout Data) -> Void) throws {
    let url = URL(filePath: world.folder.file("responses.sqlite"))
    var data = try Data(contentsOf: url)
    change(&data)
    try data.write(to: url)
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) }
  }

  @Test(arguments: [0, 10, 16, 100, 4_096])
  func aDamagedFileIsSetAside(_ offset: Int) async throws {
    let world = try await filled()
    try edit(world) { data in
      for index in offset..<min(offset + 8_000, data.count) { data[index] = 0x5A }
    }
    let cache = world.cache()
    for number in 0..<5 {
      let response = try await world.get(Self.page(number), .normal, cache)
      #expect(response.text.hasPrefix(Self.page(number).url))
    }
    #expect(world.problems.codes == ["cache_damaged"])
    let path = world.folder.file("responses.sqlite")
    let text = try #require(world.problems.all.first?.text)
    #expect(text.hasPrefix("cache: \(path) is damaged ("))
    #expect(text.hasSuffix("): it is now \(path).damaged, and a new one was begun"))
    #expect(world.folder.names.contains("responses.sqlite.damaged"))
    #expect(try await world.get(Self.page(4), .normal, cache).cacheUse == .validated)
    #expect(try await world.get(Self.page(4), .normal, world.cache()).cacheUse == .validated)
  }

  @Test func aFileThatIsNoDatabaseIsSetAside() async throws {
    let world = CacheWorld { _ in Answer("page", ["Cache-Control": "max-age=600"]) }
    let text = Data(String(repeating: "things to buy\n", count: 500).utf8)
    try text.write(to: URL(filePath: world.folder.file("responses.sqlite")))
    try await world.get()
    #expect(try await world.get().cacheUse == .stored)
    #expect(world.problems.codes == ["cache_damaged"])
    #expect(FileManager.default.contents(atPath: world.folder.file("responses.sqlite.damaged")) == text)
  }

  /// SQLite sees no bit that flips within a body; the tag does.
  @Test func aChangedBodyIsNeverAnswered() async throws {
    let world = try await filled(3)
    try edit(world) { data in
      guard let body = data.range(of: Data((Self.page(1).url + "xxxxxx").utf8)) else {
        return
      }
      data[body.lowerBound + 60] = UInt8(ascii: "y")
    }
    let cache = world.cache()
    await #expect(throws: SourceFailure.self) { try await world.get(Self.page(1), .offline, cache) }
    #expect(try await world.get(Self.page(0), .offline, cache).text.hasSuffix("xxx"))
    #expect(try await world.get(Self.page(1), .normal, cache).cacheUse == .none)
    #expect(try await world.get(Self.page(1), .normal, cache).cacheUse == .validated)
    #expect(world.problems.all.isEmpty)
  }

  @Test(arguments: [
    "status = 404", "validated = validated + 1", "sets_cookie = 1", "is_archive = 1", "vary = 'x'", "head = x'00'",
    "tag = x''",
    "received = 'a'", "marker = x'61'",
  ])
  func aChangedRowIsNeverAnswered(_ change: String) async throws {
    let world = try await filled(1)
    let database = try SQLiteDatabase(path: world.folder.file("responses.sqlite"))
    do { try database.execute("UPDATE responses SET \(change)") } catch { return }
    await #expect(throws: SourceFailure.self) { try await world.get(Self.page(0), .offline) }
    #expect(try await world.get(Self.page(0)).cacheUse == .none)
  }

  /// Bytes changed anywhere: no crash, no wrong body, and a cache that works again.
  @Test func arbitraryDamageIsSurvived() async throws {
    var random = SplitMix64(seed: 11)
    let world = try await filled(12)
    let url = URL(filePath: world.folder.file("responses.sqlite"))
    let whole = try Data(contentsOf: url)
    for round in 0..<(isLong ? 1_500 : 60) {
      for name in world.folder.names { try? FileManager.default.removeItem(atPath: world.folder.file(name)) }
      try whole.write(to: url)
      try edit(world) { data in
        for _ in 0..<(1 + random.below(20)) {
          let start = random.below(random.below(2) == 0 ? data.count : 2_000)
          for index in start..<min(data.count, start + 1 + random.below(300)) { data[index] = UInt8(random.below(256)) }
        }
        if random.below(5) == 0 { data.removeLast(random.below(data.count)) }
      }
      let cache = world.cache()
      for _ in 0..<2 {
        for number in 0..<12 {
          let response = try await world.get(Self.page(number), .normal, cache)
          let expected = Self.page(number).url + String(repeating: "x", count: 6_000)
          #expect(response.text == expected, "seed \(random.seed), round \(round)")
        }
      }
    }
    #expect(Set(world.problems.codes).isSubset(of: ["cache_damaged", "cache_unavailable", "cache_not_written"]))
  }

  /// A disk that damages whatever is written is given up after the second file; each thing is said once.
  @Test func aDiskThatDamagesEverythingIsGivenUp() async throws {
    let world = try await filled(1)
    let failure = SQLiteError(.corrupt, "torn")
    let path = world.folder.file("responses.sqlite")
    for round in 0..<4 {
      await world.cache.withStore { _ throws(SQLiteError) in throw failure }
      #expect(await world.cache.problem == (round < 2 ? nil : "\(path) cannot be used: torn"))
      #expect(try await world.get(Self.page(0)).cacheUse == .none)
    }
    #expect(world.problems.codes == ["cache_damaged", "cache_unavailable"])
  }

  @Test func anotherProgramsDatabaseIsLeftAlone() async throws {
    let world = CacheWorld { _ in Answer("page", ["Cache-Control": "max-age=600"]) }
    let path = world.folder.file("responses.sqlite")
    try SQLiteDatabase(path: path).execute("CREATE TABLE shopping (thing); INSERT INTO shopping VALUES ('milk')")
    for _ in 0..<3 { #expect(try await world.get().cacheUse == .none) }
    let reason = "\(path) cannot be used: it is the database of another program"
    #expect(
      world.problems.all == [
        SourceWarning(code: "cache_unavailable", text: "cache: \(reason); going on without a cache")
      ])
    let failure = SourceFailure(
      .request, "\(CacheWorld.page) is not in the cache: \(reason)", url: CacheWorld.page, retry: .never)
    await #expect(throws: failure) { try await world.get(.page(), .offline) }
    let rows = try SQLiteDatabase(path: path).rows("SELECT thing FROM shopping") { row throws(SQLiteError) in
      try row.text(0)
    }
    #expect(rows == ["milk"])
  }

  @Test func anotherVersionsFileIsLeftAlone() async throws {
    let world = try await filled(1)
    let database = try SQLiteDatabase(path: world.folder.file("responses.sqlite"))
    try database.execute("PRAGMA user_version = 2")
    let cache = world.cache()
    #expect(try await world.get(Self.page(0), .normal, cache).cacheUse == .none)
    #expect(world.problems.all.first?.text.contains("it was made by another version of Weft") == true)
    try database.execute("PRAGMA user_version = 1")
    #expect(try await world.get(Self.page(0), .offline, world.cache()).cacheUse == .stored)
  }

  @Test func aRunThatTookTheFileAwayIsNoticedByNobody() async throws {
    let world = try await filled(2)
    let old = world.cache()
    #expect(try await world.get(Self.page(0), .offline, old).cacheUse == .stored)
    for name in world.folder.names { try FileManager.default.removeItem(atPath: world.folder.file(name)) }
    #expect(try await world.get(Self.page(1), .normal, old).text.hasPrefix(Self.page(1).url))
    #expect(try await world.get(Self.page(1), .normal, world.cache()).cacheUse == .none)
  }
}
