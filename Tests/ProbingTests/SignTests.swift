import TestSupport
import Testing
import WeftKit
import WeftModel

@testable import Probing

/// Single signs that a proposal is made from.
@Suite struct SignTests {
  @Test func fourRequestsAndNoMore() async throws {
    let pages = FetchedPages(ScriptedTransport { request throws(SourceFailure) in Response("x", url: request.url) })
    for number in 1...4 {
      for _ in 1...2 { _ = try await pages.response(to: Request(url: "https://h.example/\(number)")) }
    }
    #expect(await pages.count == 4)
    #expect(await !pages.hasRequestsLeft)
    await #expect(throws: SourceFailure.self) { try await pages.response(to: Request(url: "https://h.example/5")) }
  }

  @Test(arguments: [
    ("teaser", true), ("entry-title", true), ("h2title", true), ("css-1x2y3z", false), ("post-1234", false),
    ("sc-bdVaJa", false), ("odd", false), ("a:b", false), ("é", false), ("1st", false), ("category-news", false),
  ])
  func classNames(_ name: String, _ isStable: Bool) { #expect(ClassName.isStable(name) == isStable) }

  /// An address for people is taken before one for programs, whatever its name.
  @Test func addressesForPeople() async throws {
    let items = (0..<3).map {
      "{\"id\":\($0),\"title\":\"A title of \($0)\",\"url\":\"https://api.h.example/v1/\($0)\",\"link\":\"https://h.example/\($0)\"}"
    }
    let proposal = try await PreparedSite("https://h.example/x")
      .first("[\(items.joined(separator: ","))]", "application/json").proposal()
    #expect(proposal.settings.fields.values.first { $0.name == .url }?.value == .selector("link"))
  }
}
