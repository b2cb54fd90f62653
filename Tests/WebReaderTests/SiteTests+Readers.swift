import Dispatch
import HTTPServer
import TestSupport
import Testing
import WeftKit

@testable import WebReader

/// Many readers of one site, slow sources, and what is at hand.
extension SiteTests {
  /// What is at hand is given without being made again, until something changes.
  @Test func answersAreMadeOnce() async {
    let made = Locked(0)
    let site = site(made: made)
    let first = text(await get(site, "/feed.json?limit=2"))
    let count = made.with { $0 }
    for _ in 0..<5 { #expect(text(await get(site, "/feed.json?limit=2")) == first) }
    // A deeper page that is new changes nothing of the first.
    _ = await get(site, "/feed.json?limit=10")
    #expect(made.with { $0 } == count + 1)
    #expect(text(await get(site, "/feed.json?limit=2")) == first)
    #expect(made.with { $0 } == count + 1)
    clock.advance(by: .seconds(61))
    _ = await get(site, "/feed.json?limit=2")
    #expect(made.with { $0 } == count + 2)
  }

  /// Made again of the same pages, an answer is the same, cursor and all; a source that goes on failing changes nothing.
  @Test func readersStayTogether() async {
    let made = Locked(0)
    let site = site(made: made)
    let failure = SourceFailure(.status, "500 from b", retry: .scheduled)
    b.fail(failure, failure, failure, failure)
    let first = text(await get(site, "/feed.json?limit=2"))
    // The first was made while the failure came; the second is kept.
    #expect(text(await get(site, "/feed.json?limit=2")) == first)
    let count = made.with { $0 }
    for _ in 0..<3 {
      clock.advance(by: .seconds(15))
      _ = await site.feed.page(limit: 1)
      #expect(text(await get(site, "/feed.json?limit=2")) == first)
    }
    #expect(b.asked.count > 1)
    #expect(made.with { $0 } == count)
    #expect(text(await get(site, "/feed.json?limit=2&x")) == first)
  }

  /// However many ask the same at one time, it is made once, and each page asked for once.
  @Test func readersAtOneTime() async {
    let made = Locked(0)
    let site = site(made: made)
    a.close()
    let answers = await withTaskGroup(of: String.self) { group in
      for _ in 0..<50 { group.addTask { text(await get(site, "/feed.json?limit=5")) } }
      while a.asked.isEmpty { await Task.yield() }
      a.open()
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(answers.count == 1)
    #expect(a.asked.filter { $0 == "first page" }.count == 1)
    // Some of the fifty may have come when the first answer was gone; none has made it anew after it was kept.
    #expect(made.with { $0 } <= 2)
  }

  @Test func aClientHasABudget() async {
    let site = site(budget: .init(burst: 3, perSecond: 1))
    var statuses: [Int] = []
    for limit in 1...4 { statuses.append(await get(site, "/feed.json?limit=\(limit)").status) }
    #expect(statuses == [200, 200, 200, 429])
    #expect(header(await get(site, "/status.json"), "Retry-After") == "1")
    // What is at hand costs nothing.
    #expect(await get(site, "/feed.json?limit=3").status == 200)
    clock.advance(by: .seconds(1))
    #expect(await get(site, "/feed.json?limit=4").status == 200)
  }

  /// Tokens cannot be tried quickly; who has the right one is not hindered by what is at hand.
  @Test func triesOfTokensCost() async {
    let site = site(SitePolicy(token: "0123456789abcdef"), budget: .init(burst: 100, perSecond: 1))
    var statuses: [Int] = []
    for number in 0..<6 {
      statuses.append(await get(site, "/", ["Authorization": "Bearer wrong-\(number)"]).status)
    }
    #expect(statuses == [401, 401, 401, 401, 401, 429])
  }

  /// What is at hand is at hand for those alone who may read.
  @Test func whatIsAtHandIsGuarded() async {
    let site = site(SitePolicy(token: "0123456789abcdef"))
    @Sendable func respond(_ headers: [String: String]) async -> Int {
      let fields = headers.map { ServerRequest.Field($0.key, $0.value) }
      let request = ServerRequest(path: "/feed.json", headers: fields)
      // As a server's own thread does it.
      return await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: site.respond(to: request).status) }
      }
    }
    let allowed = ["Host": "localhost", "Authorization": "Bearer 0123456789abcdef"]
    for _ in 0..<3 { #expect(await respond(allowed) == 200) }
    #expect(await respond(["Host": "localhost"]) == 401)
    #expect(await respond(["Host": "evil.example", "Authorization": "Bearer 0123456789abcdef"]) == 421)
    #expect(await respond(allowed.merging(["Sec-Fetch-Site": "cross-site"]) { $1 }) == 403)
    #expect(await respond(allowed) == 200)
  }

  @Test func nextPagesBehindAProxy() async {
    let site = site(SitePolicy(publicOrigin: Origin(of: "https://feeds.example.org")))
    let answer = text(await get(site, "/feed.json?limit=1", ["X-Forwarded-Proto": "gopher"]))
    #expect(answer.contains(" https://feeds.example.org/feed.json?cursor="))
  }

  /// HEAD says what GET says; the server leaves the body out.
  @Test func heads() async {
    let site = site()
    let full = await get(site, "/feed.json")
    let head = await get(site, "/feed.json", method: "HEAD")
    #expect(header(head, "ETag") == header(full, "ETag"))
    #expect(header(head, "Content-Type") == "application/feed+json")
    #expect(await get(site, "/nothing", method: "HEAD").status == 404)
  }

  /// Nobody waits for a source for longer than the patience of all; when it answers, its items are there.
  @Test(.timeLimit(.minutes(1))) func aSlowSource() async throws {
    b.close()
    let site = site()
    let first = Task { await get(site, "/") }
    while b.asked.isEmpty { await Task.yield() }
    await clock.sleepers(1)
    clock.advance(by: .seconds(3_600))
    let page = text(await first.value)
    #expect(page.contains("Items may be missing from b."))
    #expect(page.contains(">slow</span>"))
    #expect(text(await get(site, "/status.json")).contains("readers do not wait for it"))
    // The next reader does not wait at all, and it is not asked again.
    #expect(text(await get(site, "/feed.json")).hasPrefix("json a-90 a-80"))
    #expect(b.asked.count == 1)
    b.open()
    while await site.feed.store.state(of: "b")?.word != "ready" { await Task.yield() }
    #expect(text(await get(site, "/feed.json")).hasPrefix("json a-90 b-85"))
    #expect(!text(await get(site, "/")).contains("Items may be missing"))
  }
}
