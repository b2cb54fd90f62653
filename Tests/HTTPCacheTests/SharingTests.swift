@testable import HTTPCache
import SQLite
import TestSupport
import Testing
import WeftModel

/// Several runs on one folder at once.
@Suite struct SharingTests {
  @Test func eachSeesWhatTheOtherKeeps() async throws {
    let world = CacheWorld { request in Answer(request.url, ["Cache-Control": "max-age=600"]) }
    let (one, two) = (world.cache(), world.cache())
    let pages = (1...20).map { Request.page("https://blog.example/feed?paged=\($0)") }
    for (index, page) in pages.enumerated() { try await world.get(page, .normal, index % 2 == 0 ? one : two) }
    for page in pages {
      for cache in [one, two] {
        let response = try await world.get(page, .normal, cache)
        #expect(response.cacheUse == .stored)
        #expect(response.text == page.url)
      }
    }
    #expect(world.problems.all.isEmpty)
  }

  @Test func manyAtOnce() async throws {
    let world = CacheWorld { request in
      Answer(request.url + String(repeating: "x", count: 3_000), ["Cache-Control": "max-age=600"])
    }
    // All of them come to a folder where nothing is yet.
    let caches = (0..<6).map { _ in world.cache(limit: 200_000) }
    await withTaskGroup(of: Void.self) { group in
      for (number, cache) in caches.enumerated() {
        group.addTask {
          var random = SplitMix64(seed: UInt64(number))
          for _ in 0..<(isLong ? 1_000 : 60) {
            let url = "https://blog.example/feed?paged=\(random.below(80))"
            let response = try? await world.get(.page(url), .normal, cache)
            #expect(response?.text == url + String(repeating: "x", count: 3_000))
          }
        }
      }
    }
    #expect(world.problems.all.isEmpty)
  }

  /// Processes that all find nothing there, and all begin the file.
  @Test func severalProcessesBeginAtOnce() throws {
    for round in 0..<(isLong ? 100 : 3) {
      let folder = TemporaryFolder()
      let writers = try (0..<6).map { _ in try WriterProgram(["write", folder.file("cache"), "4"]) }
      for writer in writers {
        #expect(writer.lines(.max) == ["0", "1", "2", "3"], "round \(round)")
        #expect(writer.end() == 0)
      }
    }
  }

  /// A file that is locked when it is opened is opened later; who keeps it for ever is said once.
  @Test func aFileThatIsLockedIsOpenedLater() async throws {
    let world = CacheWorld { _ in Answer("page", ["Cache-Control": "max-age=600"]) }
    // A run that is over by the next line.
    try await world.get(.page(), .normal, world.cache())
    let other = try SQLiteDatabase(path: world.folder.file("responses.sqlite"))
    try other.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; UPDATE cache SET uses = uses")
    let cache = world.cache(lockWait: .zero)
    for _ in 0..<2 { #expect(try await world.get(.page(), .normal, cache).cacheUse == .none) }
    #expect(world.problems.all.isEmpty)
    let stubborn = world.cache(lockWait: .zero)
    for _ in 0..<8 { #expect(try await world.get(.page(), .normal, stubborn).cacheUse == .none) }
    #expect(world.problems.codes == ["cache_unavailable"])
    #expect(world.problems.all.first?.text.contains("database is locked") == true)
    try other.execute("COMMIT; PRAGMA locking_mode = NORMAL; SELECT count(*) FROM cache")
    #expect(try await world.get(.page(), .normal, cache).cacheUse == .stored)
  }

  /// A response that another run has replaced between the question and the 304 stays.
  @Test func aLostRaceLeavesTheNewerOne() async throws {
    let world = CacheWorld { _ in Answer("old", ["ETag": "\"old\""]) }
    try await world.get()
    let entry = try #require(await world.cache.entry(for: .page()))
    var newer = entry.response
    newer.body = Array("new".utf8)
    newer.headers["ETag"] = "\"new\""
    await world.cache().store(newer, for: .page())
    var freshened = entry.response
    freshened.headers["Cache-Control"] = "max-age=600"
    await world.cache.replace(entry, with: freshened, for: .page())
    let response = try await world.get(.page(), .offline)
    #expect(response.text == "new")
    #expect(response.headers == ["ETag": "\"new\""])
    // And a 304 that another run has written already is no longer what this one saw.
    let seen = try #require(await world.cache.entry(for: .page()))
    var confirmed = seen.response
    confirmed.validatedAt = seen.response.validatedAt.advanced(by: .seconds(1))
    await world.cache().replace(seen, with: confirmed, for: .page())
    var late = seen.response
    late.headers["X"] = "late"
    await world.cache.replace(seen, with: late, for: .page())
    #expect(try await world.get(.page(), .offline).headers["X"] == nil)
  }

  /// Somebody who holds the lock for longer than anybody waits costs no page, and no warning either.
  @Test func aLockThatIsNotGivenUpCostsNoPage() async throws {
    let world = CacheWorld { request in Answer(request.url, ["Cache-Control": "max-age=600"]) }
    try await world.get()
    await world.cache.withStore { $0.database.busyTimeout = .zero }
    let other = try SQLiteDatabase(path: world.folder.file("responses.sqlite"))
    try other.execute("BEGIN IMMEDIATE")
    let page = Request.page("https://blog.example/new")
    #expect(try await world.get(page).cacheUse == .none)
    #expect(try await world.get(page).cacheUse == .none)
    // Reading waits for nobody.
    #expect(try await world.get().cacheUse == .stored)
    try other.execute("COMMIT")
    #expect(try await world.get(page).cacheUse == .none)
    #expect(try await world.get(page).cacheUse == .stored)
    #expect(world.problems.all.isEmpty)
  }
}
