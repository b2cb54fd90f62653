import DemoSite
import Foundation
import HTTPServer
import Testing
import WeftKit

@testable import weft

/// A folder for the key of the cursors.
struct StateFolder {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "weft-state-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  var key: String { path + "/weft/cursor.key" }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

/// `--after` and `_weft.cursor`: the feed in pieces, each piece a process of its own.
@Suite final class ResumeTests {
  private let site: DemoSite
  private let state: StateFolder

  init() throws {
    site = try DemoSite.start()
    state = try StateFolder()
  }

  deinit {
    site.stop()
    state.remove()
  }

  private struct Document: Decodable {
    struct Entry: Decodable { var id: String }
    struct Extension: Decodable {
      var cursor: String?
      var watermark: String?
      var degraded: [String]?
    }
    var items: [Entry]
    var next_url: String?
    var _weft: Extension?
  }

  private func run(_ arguments: String...) throws -> BuiltCommand.Outcome {
    var command = BuiltCommand("feed", "-c", Fixture.folder.appending(path: "demo.yaml").path)
    command.arguments += arguments
    command.environment = ["WEFT_DEMO": site.origin, "XDG_STATE_HOME": state.path]
    return try command.run()
  }

  private func document(_ outcome: BuiltCommand.Outcome) throws -> Document {
    #expect(outcome.status == 0 && outcome.errors == "")
    return try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
  }

  @Test(arguments: ["newest", "interleave", "rank"])
  func piecesAreTheWhole(_ order: String) throws {
    let whole = try document(run("--limit", "all", "--format", "json", "--order", order))
    #expect(whole._weft == nil)
    var ids: [String] = []
    var cursor: String?
    for limit in [1, 7, 40, 100, 400] {
      let arguments = ["--limit", String(limit), "--format", "json", "--order", order]
      var command = BuiltCommand("feed", "-c", Fixture.folder.appending(path: "demo.yaml").path)
      command.arguments += arguments + (cursor.map { ["--after", $0] } ?? [])
      command.environment = ["WEFT_DEMO": site.origin, "XDG_STATE_HOME": state.path]
      let piece = try document(command.run())
      ids += piece.items.map(\.id)
      cursor = piece._weft?.cursor
      if cursor == nil { break }
    }
    #expect(cursor == nil)
    #expect(ids == whole.items.map(\.id))
  }

  @Test func theKeyIsForItsUserAlone() throws {
    _ = try run("--limit", "1", "--format", "json")
    let attributes = try FileManager.default.attributesOfItem(atPath: state.key)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(attributes[.size] as? Int == 32)
    #expect(try FileManager.default.contentsOfDirectory(atPath: state.path + "/weft") == ["cursor.key"])
  }

  @Test func refusals() throws {
    // Two keys that are told apart: a cursor names its key by one byte, so that two made by chance may look alike.
    _ = try run("--limit", "1", "--format", "json")
    try Data(repeating: 1, count: 32).write(to: URL(filePath: state.key))
    let cursor = try #require(try document(run("--limit", "3", "--format", "json"))._weft?.cursor)
    let changed = String(cursor.dropLast()) + (cursor.last == "A" ? "B" : "A")
    for (text, words) in [(changed, "damaged"), ("nonsense", "damaged"), (String(cursor.dropLast(4)), "damaged")] {
      let outcome = try run("--after", text)
      #expect(outcome.status == 2 && outcome.output == "")
      #expect(outcome.errors.contains("--after: the cursor is \(words)"))
    }
    let other = try run("--after", cursor, "--order", "interleave")
    #expect(other.status == 2 && other.errors.contains("belongs to another configuration"))
    try Data(repeating: 7, count: 32).write(to: URL(filePath: state.key))
    let foreign = try run("--after", cursor)
    #expect(foreign.status == 2 && foreign.errors.contains("made with another key"))
    try Data(repeating: 7, count: 5).write(to: URL(filePath: state.key))
    let broken = try run("--after", cursor)
    #expect(broken.status == 2 && broken.errors.contains("is no key: it has 5 bytes where 32 were expected"))
    try FileManager.default.removeItem(atPath: state.key)
    let lost = try run("--after", cursor)
    #expect(lost.status == 2 && lost.errors.contains("the cursor"))
  }

  @Test func withoutAFolderThereIsNoCursor() throws {
    var command = BuiltCommand("feed", "-c", Fixture.folder.appending(path: "demo.yaml").path, "--format", "json")
    command.arguments += ["--limit", "3"]
    command.environment = ["WEFT_DEMO": site.origin]
    let outcome = try command.run()
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("no cursor: neither $XDG_STATE_HOME nor $HOME"))
    #expect(try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))._weft == nil)
  }

  @Test func pagesNameTheNext() throws {
    let template = "https://example.org/feed?page={cursor}"
    let json = try document(run("--limit", "3", "--format", "json", "--page-url", template))
    let cursor = try #require(json._weft?.cursor)
    #expect(json.next_url == "https://example.org/feed?page=\(cursor)")
    #expect(json._weft?.watermark != nil)
    for format in ["atom", "rss"] {
      let outcome = try run("--limit", "3", "--format", format, "--page-url", template)
      #expect(outcome.output.contains("rel=\"next\" href=\"https://example.org/feed?page="), "\(format)")
      let last = try run("--limit", "all", "--format", format, "--page-url", template)
      #expect(!last.output.contains("rel=\"next\""), "\(format)")
    }
    let wrong = try run("--page-url", "https://example.org/")
    #expect(wrong.status == 2 && wrong.errors.contains("with {cursor} in it was expected"))
  }

  @Test func manyProcessesMakeOneKey() async throws {
    let path = state.path + "/a/b/cursor.key"
    let keys = await withTaskGroup(of: [UInt8]?.self) { group in
      for _ in 0..<8 { group.addTask { try? CursorKey.read(path) ?? CursorKey.make(path) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(keys.count == 8)
    #expect(Set(keys.compactMap { $0 }).count == 1)
  }
}
