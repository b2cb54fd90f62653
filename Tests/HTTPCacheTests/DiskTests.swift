import Foundation
@testable import HTTPCache
import SQLite
import TestSupport
import Testing
import WeftModel

@Suite struct DiskTests {
  private func world() -> CacheWorld {
    CacheWorld { request in
      Answer(request.url + String(repeating: "x", count: 20_000), ["Cache-Control": "max-age=600"])
    }
  }

  private static func page(_ number: Int) -> Request { .page("https://blog.example/feed?paged=\(number)") }

  @Test func aFolderThatCannotBeMadeIsSaidOnce() async throws {
    let world = world()
    try Data("text".utf8).write(to: URL(filePath: world.folder.file("file")))
    let folder = world.folder.file("file") + "/cache"
    let cache = world.cache(folder: folder)
    for number in 0..<3 { #expect(try await world.get(Self.page(number), .normal, cache).cacheUse == .none) }
    let reason = "\(folder)/responses.sqlite cannot be used: the folder \(folder) cannot be made: Not a directory"
    #expect(
      world.problems.all == [
        SourceWarning(code: "cache_unavailable", text: "cache: \(reason); going on without a cache")
      ])
    #expect(await cache.problem == reason)
  }

  @Test func aFileInThePlaceOfTheFolderIsSaid() async throws {
    let world = world()
    try Data("text".utf8).write(to: URL(filePath: world.folder.file("file")))
    let cache = world.cache(folder: world.folder.file("file"))
    #expect(try await world.get(Self.page(0), .normal, cache).cacheUse == .none)
    #expect(world.problems.all.first?.text.contains("\(world.folder.file("file")) is no folder") == true)
  }

  @Test(arguments: ["", "/", "//", "/.", "/./"]) func endsOfThePathDoNotMatter(_ end: String) async throws {
    let world = world()
    let cache = world.cache(folder: world.folder.file("one//two") + end)
    try await world.get(Self.page(0), .normal, cache)
    #expect(try await world.get(Self.page(0), .offline, cache).cacheUse == .stored)
    #expect(FileManager.default.fileExists(atPath: world.folder.file("one/two/responses.sqlite")))
  }

  @Test func aFullDiskIsSaidOnce() async throws {
    let world = world()
    try await world.get(Self.page(0))
    await world.cache.withStore { store throws(SQLiteError) in
      try store.database.execute("PRAGMA max_page_count = 40")
    }
    for number in 1..<20 { #expect(try await world.get(Self.page(number)).text.hasPrefix(Self.page(number).url)) }
    #expect(world.problems.codes == ["cache_not_written"])
    #expect(
      world.problems.all.first?.text == "cache: \(world.folder.file("responses.sqlite")) cannot be written: "
        + "database or disk is full; going on without keeping responses")
    // What is there is read on.
    #expect(try await world.get(Self.page(0)).cacheUse == .stored)
    #expect(try await world.get(Self.page(0), .offline).cacheUse == .stored)
  }

  /// As somebody who may not write there; the program gives up what the superuser may do.
  @Test func aFolderThatCannotBeWrittenIsSaidOnce() throws {
    let folder = TemporaryFolder()
    let cache = folder.file("cache")
    try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: false)
    chmod(folder.path, 0o755)
    chmod(cache, 0o555)
    let lines = try WriterProgram.run(["read-only", cache])
    #expect(
      lines == [
        "0 none", "1 none", "2 none",
        "cache: \(cache)/responses.sqlite cannot be used: unable to open database file; going on without a cache",
      ])
  }

  @Test func aFileThatCannotBeWrittenIsSaidOnce() throws {
    let folder = TemporaryFolder()
    let cache = folder.file("cache")
    _ = try WriterProgram.run(["write", cache, "3"])
    chmod(folder.path, 0o755)
    chmod(cache, 0o555)
    for name in try FileManager.default.contentsOfDirectory(atPath: cache) { chmod(cache + "/" + name, 0o444) }
    let lines = try WriterProgram.run(["read-only", cache])
    #expect(lines.count == 4)
    #expect(lines.prefix(3).allSatisfy { $0.hasSuffix(" none") || $0.hasSuffix(" stored") })
    #expect(lines.last?.hasPrefix("cache: \(cache)/responses.sqlite cannot be ") == true)
  }
}
