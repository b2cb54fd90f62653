import Foundation
import Testing
import WeftKit

/// README.md says nothing that does not work.
@Suite struct ReadmeTests {
  private static let readme = Fixture.folder.appending(path: "../../../README.md")

  /// The lines of README.md, compiled; nothing is asked, since nobody calls it.
  private func embedding() async throws {
    // begin
    let engine = Engine()
    let text = "sources: {blog: {url: 'https://blog.example.org/feed/?paged={page}'}}"
    let configuration = try engine.configuration(reading: text).configuration
    for await item in try engine.feed(of: configuration).prefix(20) {
      print(item.position, item.source, item.item.title ?? "")
    }
    // end
  }

  private func block(_ language: String) throws -> String {
    let text = try String(contentsOf: Self.readme, encoding: .utf8)
    let parts = text.components(separatedBy: "```\(language)\n")
    try #require(parts.count == 2)
    return parts[1].components(separatedBy: "```")[0]
  }

  @Test func theSwiftLinesCompile() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let part = source.components(separatedBy: "    // begin\n")[1].components(separatedBy: "    // end\n")[0]
    let compiled = part.split(separator: "\n", omittingEmptySubsequences: false).map { $0.dropFirst(4) }
    #expect(try block("swift") == "import WeftKit\n\n" + compiled.joined(separator: "\n"))
  }

  @Test func theConfigurationIsOne() throws {
    let configuration = try Engine().configuration(reading: block("yaml")).configuration
    #expect(configuration.sources.map(\.name) == ["blog", "api", "magazine"])
  }

  @Test func theKindsAreThose() throws {
    let text = try String(contentsOf: Self.readme, encoding: .utf8)
    for kind in BuiltInKinds.all { #expect(text.contains("| `\(kind.name)`"), "\(kind.name)") }
  }
}
