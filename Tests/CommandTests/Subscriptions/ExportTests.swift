import TestSupport
import Testing
import WeftKit

@testable import weft

/// `weft export`, and the way there and back.
@Suite struct ExportTests {
  private static let text = """
    sources:
      blog: {url: "https://blog.example.org/feed/?paged={page}", title: "Blog & \\"Co\\""}
      by-offset: {url: "https://o.example.org/{limit}/{offset}", paging: {size: 10, start: 20}}
      first: {url: "https://f.example.org/{page}", first_url: "https://f.example.org/", kind: feed, enabled: false}
      secret: {url: "https://s.example.org/?k=${TOKEN}"}
      title: {url: "https://t.example.org/", title: "for ${TOKEN}"}
      plain: {url: "https://p.example.org/", title: "a $${x}"}
      listing: {url: "https://l.example.org/{page}", kind: html, items: article, fields: {url: a@href}}
      program: {kind: command, command: [cat, x]}
    """

  private func entries() throws -> [OPMLWriter.Entry] {
    let configuration = try Engine().configuration(reading: Self.text) { _ in "s3cret-value" }.configuration
    return try ExportCommand.entries(of: configuration, written: WrittenSources(Array(Self.text.utf8)))
  }

  @Test func feedsLinksAndWhatStaysAtHome() throws {
    #expect(
      try entries() == [
        .feed(
          name: "blog", title: "Blog & \"Co\"", address: "https://blog.example.org/feed/?paged=1",
          template: "https://blog.example.org/feed/?paged={page}"),
        .feed(
          name: "by-offset", title: "by-offset", address: "https://o.example.org/10/20",
          template: "https://o.example.org/{limit}/{offset}"),
        .feed(
          name: "first", title: "first", address: "https://f.example.org/", template: "https://f.example.org/{page}"),
        .comment("secret: its address holds a variable, so it is nobody else's"),
        .feed(name: "title", title: "title", address: "https://t.example.org/", template: "https://t.example.org/"),
        .feed(name: "plain", title: "a ${x}", address: "https://p.example.org/", template: "https://p.example.org/"),
        .link(title: "listing", address: "https://l.example.org/1"), .comment("program: it has no address"),
      ])
  }

  @Test func noSecretLeaves() throws {
    let document = OPMLWriter.document(title: "Weft", try entries())
    #expect(!document.contains("s3cret"))
    #expect(!document.contains("TOKEN"))
  }

  @Test func theDocumentIsWellFormed() throws {
    let hostile = "--> ]]> <x> & \u{1B}\" ' --"
    let document = OPMLWriter.document(
      title: hostile, [.comment(hostile), .link(title: hostile, address: "https://x.example/?a&b")])
    let tree = try MarkupTree.xml(Array(document.utf8))
    #expect(tree.root?.name == "opml")
    #expect(tree.elementCount == 5)
  }

  @Test func thereAndBack() throws {
    let reader = try OPMLReader(Array(OPMLWriter.document(title: "Weft", try entries()).utf8))
    let list = SubscriptionList(reader.subscriptions) { _ in nil }
    #expect(list.problems == [])
    let read = WrittenSources(Array(list.configuration(from: "f").utf8))
    #expect(read.names == ["blog", "by-offset", "first", "title", "plain"])
    for name in read.names {
      #expect(read.text("url", of: name) == WrittenSources(Array(Self.text.utf8)).text("url", of: name), "\(name)")
    }
    // And once more: the same document.
    #expect(
      reader.problems.map(\.message) == [
        "\u{201C}listing\u{201D} is no feed but a link to https://l.example.org/1; left out"
      ])
  }

  @Test func theProgramsGoTogether() throws {
    var export = BuiltCommand("export", "-c", "-")
    export.input =
      "sources: {blog: {url: 'https://b.example.org/{page}', title: 'B #1'}, no: {url: 'https://n.example.org'}}"
    let document = try export.run()
    #expect(document.status == 0 && document.output.contains("xmlUrl=\"https://b.example.org/1\""), "\(document)")
    var back = BuiltCommand("import", "-")
    back.input = document.output
    let outcome = try back.run()
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.output.contains("url: \"https://b.example.org/{page}\"") && outcome.output.contains("\"no\":"))
  }
}
