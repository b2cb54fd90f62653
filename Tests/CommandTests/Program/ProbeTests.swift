import DemoSite
import Foundation
import HTTPServer
import Testing

@testable import weft

/// `weft probe`: the demo site's three kinds, and what goes where.
@Suite struct ProbeTests {
  @Test(arguments: [
    ("api", "/api/posts?per_page=20"), ("api-page", "/api/posts?per_page=20&page=1"), ("feed", "/feed"),
    ("news", "/news/"),
  ])
  func demo(_ name: String, _ path: String) throws {
    let site = try DemoSite.start()
    defer { site.stop() }
    let outcome = try BuiltCommand("probe", site.origin + path).run()
    #expect(outcome.status == 0, "\(outcome.errors)")
    try Fixture.compare(PagedFeed.steady(outcome.output, site.origin), with: "demo/probe-\(name).yaml")
    #expect(site.server.requests.count { $0.path != "/robots.txt" } <= 4)

    // The proposal as it was printed is a configuration that weft check has nothing to say against.
    var check = BuiltCommand("check", "-c", "-", "--format", "json")
    check.input = outcome.output
    let checked = try check.run()
    #expect(checked.status == 0 && checked.errors == "", "\(checked.errors)")
    let report = try JSONDecoder().decode(Report.self, from: Data(checked.output.utf8))
    #expect(report.pages == 2)
    #expect(report.items >= 20)
    #expect(report.fields["title"]?.hits == report.items)
    #expect(report.fields["url"]?.hits == report.items)
    #expect(report.next != nil)

    var feed = BuiltCommand("feed", "-c", "-", "--limit", "40", "--format", "ndjson")
    feed.input = outcome.output
    let read = try feed.run()
    #expect(read.status == 0 && read.output.split(separator: "\n").count == 40)
  }

  private struct Report: Decodable {
    struct Hits: Decodable { var hits: Int }
    var items: Int
    var pages: Int
    var fields: [String: Hits]
    var next: String?
  }

  @Test func noProposal() throws {
    let server = try LoopbackServer { request in
      request.path == "/text" ? .text("some words") : .text("gone", status: 410)
    }
    defer { server.stop() }
    for (path, message) in [
      ("/gone", "no proposal: 410 from "), ("/text", "no proposal: plain text (text/plain), not a list"),
    ] {
      let outcome = try BuiltCommand("probe", server.origin + path).run()
      #expect(outcome.status == 1)
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    }
  }

  @Test(arguments: ["nonsense", "ftp://example.org/", "https://"])
  func noAddress(_ text: String) throws {
    let outcome = try BuiltCommand("probe", text).run()
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("weft: an http or https address was expected"), "\(outcome.errors)")
  }

  @Test func closedByRobots() throws {
    let server = try LoopbackServer { request in
      request.path == "/robots.txt" ? .text("User-agent: *\nDisallow: /\n") : DemoSite.response(to: request)
    }
    defer { server.stop() }
    let outcome = try BuiltCommand("probe", server.origin + "/news/").run()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("robots.txt"), "\(outcome.errors)")
    #expect(server.requests.map(\.path) == ["/robots.txt"])
  }

  @Test func secretsStayInside() throws {
    let site = try DemoSite.start()
    defer { site.stop() }
    let outcome = try BuiltCommand("probe", site.origin + "/api/posts?page=1&api_key=hunter2hunter2").run()
    #expect(outcome.status == 0)
    #expect(!(outcome.output + outcome.errors).contains("hunter2"))
    #expect(outcome.errors.contains("set API_KEY in the environment"))
    #expect(site.server.requests.contains { $0.parameter("api_key") == "hunter2hunter2" })
    var check = BuiltCommand("check", "-c", "-")
    check.input = outcome.output
    check.environment = ["API_KEY": "hunter2hunter2"]
    #expect(try check.run().status == 0)
  }
}
