import Foundation
import Testing

/// Whole feeds, each with what must come out of it beside; why each exists stands in its first lines.
@Suite struct FixtureTests {
  static let names = [
    "rss-blog-with-modules.xml", "rss-undefined-entities.xml", "rss-warning-before-declaration.xml",
    "rss-windows-1251.xml", "rss-missing-namespaces.xml", "rss-broken-off.xml", "rss-podcast.xml", "rss-0.91.xml",
    "rdf-1.0.xml", "atom-1.0-xml-base.xml", "atom-1.0-archive.xml", "atom-0.3-modes.xml", "jsonfeed-1.1.json",
    "jsonfeed-1.0.json",
  ]

  @Test(arguments: names) func readsWholeFeed(_ name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    let input = try Data(contentsOf: folder.appending(path: name))
    let expected = try String(contentsOf: folder.appending(path: name + ".expected"), encoding: .utf8)
    let page = try decode([UInt8](input), url: "https://example.org/blog/feed")
    #expect(text(of: page) == expected)
  }
}
