import Foundation
@testable import HTTPCache
import SQLite
import TestSupport
import Testing
import WeftModel

@Suite struct EvictionTests {
  private static func url(_ number: Int) -> String { "https://blog.example/feed?paged=\(number)" }

  private func isKept(_ world: CacheWorld, _ number: Int, _ cache: ResponseCache? = nil) async -> Bool {
    await (try? world.get(.page(Self.url(number)), .offline, cache)) != nil
  }

  /// Counts the rows as the file has them, beside what it says of itself.
  private func sizes(_ folder: TemporaryFolder) throws -> (told: Int64?, real: Int64?) {
    let database = try SQLiteDatabase(path: folder.file("responses.sqlite"))
    let real = "SELECT sum(length(body) + length(head)) FROM bodies JOIN responses USING (id)"
    return (try database.value("SELECT bytes FROM cache")?.integer, try database.value(real)?.integer)
  }

  @Test func whatWasNotUsedForLongestGoesFirst() async throws {
    // Each takes two pages of the database, so five of them are forty kilobytes.
    let world = CacheWorld(limit: 40_960) { _ in
      Answer(String(repeating: "x", count: 5_000), ["Cache-Control": "max-age=600"])
    }
    for number in 1...5 { try await world.get(.page(Self.url(number))) }
    // Used: by itself, and by a 304 or offline, which `isKept` does for all of them in this order.
    for number in [3, 1, 5, 2, 4] { #expect(await isKept(world, number)) }
    for number in 6...8 { try await world.get(.page(Self.url(number))) }
    for (number, isThere) in [
      (3, false), (1, false), (5, false), (2, true), (4, true), (6, true), (7, true), (8, true),
    ] {
      #expect(await isKept(world, number) == isThere, "\(number)")
    }
  }

  @Test func pagesOfArchivesGoLast() async throws {
    let archives = Set([1] + (13...20)).map { Self.url($0) }
    let world = CacheWorld(limit: 40_960) { request in
      archives.contains(request.url) ? .archive(5_000) : Answer(String(repeating: "x", count: 5_000))
    }
    for number in 1...12 { try await world.get(.page(Self.url(number))) }
    #expect(await isKept(world, 1))
    #expect(await isKept(world, 12))
    for number in 13...20 { try await world.get(.page(Self.url(number))) }
    #expect(await !isKept(world, 1))
    #expect(await isKept(world, 20))
  }

  @Test(arguments: [(12_000, true), (12_300, false), (1_000_000, false)])
  func oneThatWouldDriveOutAQuarterIsNotKept(_ size: Int, _ isThere: Bool) async throws {
    let world = CacheWorld(limit: 4 * 12_288) { request in
      Answer(String(repeating: "x", count: request.url.hasSuffix("=9") ? size : 10), ["ETag": "\"a\""])
    }
    for number in 1...3 { try await world.get(.page(Self.url(number))) }
    try await world.get(.page(Self.url(9)))
    #expect(await isKept(world, 9) == isThere)
    for number in 1...3 { #expect(await isKept(world, number)) }
  }

  /// A page that has grown too large is not answered by its smaller self.
  @Test func aPageThatHasGrownTooLargeIsGone() async throws {
    let clock = JumpingClock(CacheWorld.start)
    let world = CacheWorld(limit: 40_960) { _ in
      Answer(String(repeating: "x", count: clock.now() == CacheWorld.start ? 10 : 20_000))
    }
    try await world.get(.page(Self.url(1)))
    world.clock.advance(by: .seconds(1))
    clock.advance(by: .seconds(1))
    try await world.get(.page(Self.url(1)))
    #expect(await !isKept(world, 1))
  }

  @Test func nothingIsKeptWithoutRoom() async throws {
    let world = CacheWorld(limit: 0) { _ in Answer("page", ["Cache-Control": "max-age=600"]) }
    for _ in 0..<2 { #expect(try await world.get().cacheUse == .none) }
    #expect(world.problems.all.isEmpty)
  }

  @Test func theFileStaysUnderTheLimit() async throws {
    var random = SplitMix64(seed: 3)
    let limit = 1 << 20
    let sizes = (0..<400).map { _ in random.below(random.below(10) == 0 ? 300_000 : 20_000) }
    let world = CacheWorld(limit: limit) { request in
      let number = Int(request.url.split(separator: "=").last ?? "") ?? 0
      let headers: HeaderFields = request.isConditional ? ["ETag": "\"b\""] : ["ETag": "\"a\""]
      if number % 5 == 0 { return .archive(sizes[number], headers) }
      return Answer(String(repeating: "x", count: sizes[number]), headers)
    }
    for step in 0..<(isLong ? 4_000 : 400) {
      try await world.get(.page(Self.url(random.below(400))))
      guard step % 50 == 0 else { continue }
      let (told, real) = try self.sizes(world.folder)
      let sum = try #require(told)
      #expect(sum <= limit, "seed \(random.seed), step \(step)")
      #expect(try #require(real) <= sum)
    }
    #expect(world.problems.all.isEmpty)
    let size = try FileManager.default.attributesOfItem(atPath: world.folder.file("responses.sqlite"))[.size] as? Int
    #expect(try #require(size) < limit * 5 / 4)
  }

  @Test func aLowerLimitGivesSpaceBack() async throws {
    let world = CacheWorld { _ in Answer(String(repeating: "x", count: 100_000)) }
    for number in 1...20 { try await world.get(.page(Self.url(number))) }
    let small = world.cache(limit: 500_000)
    #expect(await isKept(world, 20, small))
    #expect(await !isKept(world, 1, small))
    let database = try SQLiteDatabase(path: world.folder.file("responses.sqlite"))
    let pages = try database.value("PRAGMA page_count")?.integer
    #expect(try #require(pages) * 4_096 < 600_000)
  }
}
