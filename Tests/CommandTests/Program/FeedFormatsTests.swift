import DemoSite
import Foundation
import HTTPServer
import Testing

@testable import weft

/// `weft feed` on the demo site: whole outputs.
@Suite struct FeedFormatsTests {
  private func command(_ site: DemoSite, _ arguments: String...) -> BuiltCommand {
    var command = BuiltCommand("feed", "-c", Fixture.folder.appending(path: "demo.yaml").path)
    command.arguments += arguments
    command.environment = ["WEFT_DEMO": site.origin]
    return command
  }

  @Test(arguments: FormatName.allCases)
  func format(_ format: FormatName) throws {
    let site = try DemoSite.start()
    defer { site.stop() }
    let state = try StateFolder()
    defer { state.remove() }
    var command = command(site, "--limit", "6", "--format", format.rawValue)
    command.environment["XDG_STATE_HOME"] = state.path
    let outcome = try command.run()
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    try Fixture.compare(PagedFeed.steady(outcome.output, site.origin), with: "demo/feed.\(format.rawValue)")
  }

  @Test func bounds() throws {
    let site = try DemoSite.start()
    defer { site.stop() }
    let outcome = try command(
      site, "--since", "2025-05-20", "--until", "2025-06-13T05:52:00Z", "--limit", "all"
    ).run()
    try Fixture.compare(outcome.output, with: "demo/bounds.text")
  }

  @Test func theDemoPrintsItsOwnFeed() throws {
    let site = try DemoSite.start()
    defer { site.stop() }
    let path = Fixture.folder.appending(path: "demo.yaml").path
    let outcome = try BuiltCommand("demo", "--feed", "-c", path, "--limit", "6").run()
    #expect(outcome == (try command(site, "--limit", "6").run()))
  }

  @Test func statistics() throws {
    let site = try DemoSite.start()
    defer { site.stop() }
    let outcome = try command(site, "--limit", "0", "--stats").run()
    try Fixture.compare(outcome.errors, with: "demo/stats.text")
    #expect(site.server.requests.isEmpty)
    #expect(outcome.output == "")
  }
}
