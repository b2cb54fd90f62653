import DemoSite
import Foundation
import HTTPServer
import Testing

/// Two Wefts in a chain: the pages of one are a source of the other, and what comes out is the flat merge.
@Suite struct ChainTests {
  private static let news = """
      news:
        url: ORIGIN/news/
        items: article.teaser
        fields: {url: h2 a@href, title: h2 a, date_published: time@datetime}
        paging: {next: "a.older@href"}
    """
  private static let inner = """
      posts:
        url: ORIGIN/api/posts?per_page=20&page={page}
        items: posts
        fields: {id: id, url: link, title: title.rendered, date_published: published_at}
        paging: {stop: {total_items: total}}
      letters:
        url: ORIGIN/feed?paged={page}
    """

  private func titles(_ outcome: BuiltCommand.Outcome) throws -> [String] {
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    return try outcome.output.split(separator: "\n").map { line in
      let item = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return item?["title"] as? String ?? ""
    }
  }

  @Test(arguments: ["json", "atom", "rss"])
  func aChainIsTheFlatMerge(_ format: String) throws {
    let site = try DemoSite.start()
    defer { site.stop() }
    let state = try StateFolder()
    defer { state.remove() }
    @Sendable func command(_ sources: String, _ arguments: String...) -> BuiltCommand {
      var command = BuiltCommand("feed", "-c", "-")
      command.arguments += arguments
      command.input =
        "sources:\n" + sources.replacing("ORIGIN", with: site.origin) + "\nmerge: {dedupe: {scope: source}}\n"
      command.environment = ["XDG_STATE_HOME": state.path]
      return command
    }

    // Serves the feed of the inner Weft seven items a page, each page from a process of its own.
    let server = try LoopbackServer { request in
      guard request.path == "/inner" else { return .text("no such page", status: 404) }
      let template = "http://\(request.header("Host") ?? "")/inner?cursor={cursor}"
      var page = command(Self.inner, "--limit", "7", "--format", format, "--page-url", template)
      if let cursor = request.parameter("cursor") { page.arguments += ["--after", cursor] }
      guard let outcome = try? page.run(), outcome.status == 0 else { return .text("failed", status: 500) }
      let type = ["json": "application/feed+json", "atom": "application/atom+xml"][format] ?? "application/rss+xml"
      return ServerResponse(type, outcome.output)
    }
    defer { server.stop() }

    let flat = try titles(command(Self.inner + "\n" + Self.news, "--limit", "60", "--format", "ndjson").run())
    let outer = "  inner: {url: \"\(server.origin)/inner\"}\n" + Self.news
    let chain = try titles(command(outer, "--limit", "60", "--format", "ndjson").run())
    #expect(flat.count == 60)
    #expect(chain == flat)
    // No page was asked for twice, and only those that the sixty items need.
    let cursors = server.requests.filter { $0.path == "/inner" }.map { $0.parameter("cursor") ?? "" }
    #expect(Set(cursors).count == cursors.count && cursors.count < 9)
  }
}
