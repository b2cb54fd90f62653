import Glibc
@testable import HTTPCache
import SQLite
import TestSupport
import Testing
import WeftModel

@Suite struct KilledWriterTests {
  /// The page ends with a sum of what stands before it.
  private func isWhole(_ body: [UInt8], _ url: String) -> Bool {
    guard let space = body.lastIndex(of: UInt8(ascii: " ")) else { return false }
    let sum = body[..<space].reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    return body.starts(with: (url + " of ").utf8) && body[(space + 1)...].elementsEqual(String(sum).utf8)
  }

  /// A process that is killed while it writes leaves a cache that opens, whose pages are whole, and that another process
  /// has gone on using meanwhile.
  @Test func aWriterThatIsKilledLeavesWholePages() async throws {
    var random = SplitMix64(seed: 1)
    let folder = TemporaryFolder()
    let problems = Problems()
    let world = CacheWorld { _ in Answer() }
    var found = 0
    for round in 0..<(isLong ? 200 : 5) {
      let writer = try WriterProgram(["write", folder.path, "100000"])
      let count = 1 + random.below(90)
      #expect(writer.lines(count).count == count, "seed \(random.seed), round \(round)")
      let cache = ResponseCache(folder: folder.path, limit: 1 << 20, report: problems.add)
      if random.below(2) == 0 { await read(cache, world, &found, "beside it, round \(round)") }
      // Somewhere within the next write: some turns of the processor, not a time.
      for _ in 0..<random.below(400) { sched_yield() }
      writer.kill()
      try expectWholeWrites(folder, "seed \(random.seed), round \(round)")
      await read(cache, world, &found, "round \(round)")
      await read(ResponseCache(folder: folder.path, report: problems.add), world, &found, "anew, round \(round)")
    }
    #expect(found > 100)
    #expect(problems.all.isEmpty, "\(problems.all)")
    let database = try SQLiteDatabase(path: folder.file("responses.sqlite"))
    #expect(try database.value("PRAGMA integrity_check")?.text == "ok")
  }

  /// No row without its body, no body without its row, and the sum is that of the rows: all of a write, or nothing.
  private func expectWholeWrites(_ folder: TemporaryFolder, _ when: Comment) throws {
    let database = try SQLiteDatabase(path: folder.file("responses.sqlite"))
    for count in [
      "SELECT count(*) FROM bodies LEFT JOIN responses USING (id) WHERE head IS NULL",
      "SELECT count(*) FROM responses LEFT JOIN bodies USING (id) WHERE body IS NULL",
      "SELECT bytes - (SELECT total(size) FROM responses) FROM cache",
    ] {
      #expect(try database.value(count)?.real == 0, when)
    }
  }

  private func read(_ cache: ResponseCache, _ world: CacheWorld, _ found: inout Int, _ when: Comment) async {
    for number in 0..<40 {
      let url = "https://blog.example/feed?paged=\(number)"
      guard let response = try? await world.get(Request(url: url), .offline, cache) else { continue }
      found += 1
      #expect(isWhole(response.body, url), "page \(number) \(when)")
    }
  }
}
