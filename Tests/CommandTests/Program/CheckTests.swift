import DemoSite
import Foundation
import HTTPServer
import Testing
import WeftKit

@testable import weft

/// `weft check`: what it says of each source, and how it ends.
@Suite struct CheckTests {
  @Test(arguments: ["text", "json"])
  func demo(_ format: String) throws {
    let site = try DemoSite.start()
    defer { site.stop() }
    var command = BuiltCommand("check", "-c", Fixture.folder.appending(path: "demo.yaml").path, "--format", format)
    command.environment = ["WEFT_DEMO": site.origin]
    let outcome = try command.run()
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    try Fixture.compare(PagedFeed.steady(outcome.output, site.origin), with: "demo/check.\(format)")
    // Two pages of each, and nothing else.
    #expect(site.server.requests.count { $0.path != "/robots.txt" } == 6)
  }

  @Test func secretsStayInside() throws {
    let server = try LoopbackServer { _ in PagedFeed.page("good", 1...2) }
    defer { server.stop() }
    var command = BuiltCommand("check", "-c", "-", "--format", "json")
    command.environment = ["TOKEN": "hunter2hunter2"]
    command.input = """
      sources:
        private:
          url: \(server.origin)/feed
          request:
            auth:
              bearer: ${TOKEN}
      """
    let outcome = try command.run()
    #expect(outcome.status == 0)
    #expect(server.requests.contains { $0.header("Authorization") == "Bearer hunter2hunter2" })
    #expect(!(outcome.output + outcome.errors).contains("hunter2"))
  }

  @Test(arguments: [(["good"], 0), (["gone"], 2), ([], 1)] as [([String], Int32)])
  func status(_ names: [String], _ status: Int32) throws {
    let server = try LoopbackServer { request in
      request.path == "/good" ? PagedFeed.page("good", 1...2) : .text("gone", status: 410)
    }
    defer { server.stop() }
    var command = BuiltCommand("check", "-c", "-")
    command.arguments += names
    command.input = PagedFeed.configuration([("good", "/good"), ("gone", "/gone")], origin: server.origin)
    let outcome = try command.run()
    #expect(outcome.status == status)
    #expect(outcome.output.contains("failed   page 1, \(server.origin)/gone: ") == !names.contains("good"))
  }

  @Test func anUnknownName() throws {
    var command = BuiltCommand("check", "-c", "-", "god")
    command.input = "sources: {good: {url: 'http://127.0.0.1:1/'}}\n"
    let outcome = try command.run()
    #expect(outcome.status == 2)
    #expect(outcome.errors == "weft: there is no source “god”; the sources are good; did you mean good?\n")
  }

  @Test(arguments: [
    (PagingMethod.none, "one page only: paging is none"),
    (
      .link(relation: "next"),
      "links with rel=next: Link header, then what the document's own standard names; nothing else is set"
    ),
    (.page(start: 0, step: 2), "page numbers from 0 by 2: the url or the body has {page}"),
    (
      .offset(start: 0, step: nil, overlap: 1),
      "offsets from 0 by the items received, 1 asked back: the url or the body has {offset}"
    ),
    (.cursor, "the token that paging.cursor finds: meta.next"),
  ])
  func paging(_ method: PagingMethod, _ text: String) {
    let settings = SourceSettings(name: "x", url: "http://x/", paging: PagingSettings(cursor: "meta.next"))
    #expect(PagingExplanation.text(method, settings) == text)
  }
}
