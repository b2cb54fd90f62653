import Foundation
import Probing
import Testing
import WeftKit
import WeftModel

/// Whole proposals for small pages of our own; `WEFT_RENEW_FIXTURES=1` writes what is proposed now, to be read.
@Suite struct GoldenProposalTests {
  private static let json = "application/json"
  private static let rss = "application/rss+xml"
  private static let html = "text/html; charset=utf-8"

  private static let sites: [(name: String, site: PreparedSite)] = [
    (
      "wordpress",
      PreparedSite("https://blog.example/feed/").first("wordpress.xml", rss)
        .page("https://blog.example/feed/?paged=2", "wordpress-2.xml", rss)
    ),
    ("hugo", PreparedSite("https://blog.example/index.xml").first("hugo.xml", rss)),
    (
      "atom-next",
      PreparedSite("https://www.h.example/feed").first("atom-next.xml", "application/atom+xml")
        .page("https://www.h.example/feed?before=3", "atom-next-2.xml", "application/atom+xml")
    ),
    (
      "blog",
      PreparedSite("https://h.example/blog/").first("blog.html", html)
        .page("https://h.example/blog/?from=x5", "blog-2.html", html)
    ),
    (
      "numbers",
      PreparedSite("https://h.example/blog/").first("numbers.html", html)
        .page("https://h.example/blog/page/2/", "numbers-2.html", html)
    ),
    (
      "advertises",
      PreparedSite("https://blog.example/").first("advertises.html", html)
        .page("https://blog.example/feed/", "wordpress.xml", rss)
        .page("https://blog.example/feed/?paged=2", "wordpress-2.xml", rss)
    ),
    ("broken-feed", PreparedSite("https://blog.example/").first("advertises.html", html)),
    ("threads", PreparedSite("https://f.example/").first("threads.html", html)),
    (
      "totals",
      PreparedSite("https://h.example/api/posts?per_page=3").first("totals.json", json)
        .page("https://h.example/api/posts?per_page=3&page=2", "totals-2.json", json)
    ),
    (
      "totals-in-address",
      PreparedSite("https://h.example/api/posts?page=1").first("totals.json", json)
        .page("https://h.example/api/posts?page=2", "totals-2.json", json)
    ),
    (
      "cursor",
      PreparedSite("https://chat.example/api/history?channel=c").first("cursor.json", json)
        .page("https://chat.example/api/history?channel=c&cursor=dXNlcjpVMDYx", "cursor-2.json", json)
    ),
    (
      "links",
      PreparedSite("https://api.example/articles").first("links.json", json)
        .page("https://api.example/articles?page%5Bafter%5D=3", "links-2.json", json)
    ),
    (
      "offset",
      PreparedSite("https://h.example/items?limit=4&skip=0").first("offset.json", json)
        .page("https://h.example/items?limit=4&skip=3", "offset-2.json", json)
    ),
    (
      "releases",
      PreparedSite("https://api.example/releases")
        .first("releases.json", json, ["Link": "<https://api.example/releases?page=2>; rel=\"next\""])
        .page("https://api.example/releases?page=2", "releases-2.json", json)
    ),
  ]

  @Test(arguments: sites.map(\.name))
  func proposal(_ name: String) async throws {
    let site = try #require(Self.sites.first { $0.name == name }?.site)
    let proposal = try await site.proposal()
    let file = PreparedSite.folder.appending(path: "proposals/\(name).yaml")
    if ProcessInfo.processInfo.environment["WEFT_RENEW_FIXTURES"] != nil {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(proposal.text.utf8).write(to: file)
    }
    #expect(proposal.text == (try String(contentsOf: file, encoding: .utf8)))
    // What is printed is what was proposed.
    #expect(try proposal.loaded() == proposal.settings)
    #expect(proposal.requests <= 4)
  }
}
