import Dispatch
import Foundation
import HTTPServer
import TestSupport
import Testing
import WeftKit

@testable import WebReader

/// What a site answers, request by request.
@Suite struct SiteTests {
  private let clock = TestClock()
  private let a = ScriptedPages("a", days: [90, 80, 70, 60, 50, 40, 30])
  private let b = ScriptedPages("b", days: [85, 75, 65, 55, 45])

  private func site(
    _ policy: SitePolicy = SitePolicy(), key: UInt8 = 1, budget: ClientBudgets.Budget = .init(),
    made: Locked<Int> = Locked(0)
  ) -> Site {
    var settings = MergeSettings()
    settings.prefetch = 0
    settings.patience = .seconds(3_600)
    return Site(
      title: "Two <sources>", feed: SharedFeed(sources: [a.source, b.source], settings: settings, clock: clock),
      titles: ["a": "A & co"], policy: policy,
      cursors: CursorPaper(key: [UInt8](repeating: key, count: 32), configuration: 7), clock: clock, budget: budget,
      writer: { format, page, ending in
        made.with { $0 += 1 }
        return Array(([format] + page.items.map(\.item.id) + [ending.nextURL ?? "end"]).joined(separator: " ").utf8)
      })
  }

  private func get(
    _ site: Site, _ target: String, method: String = "GET", _ headers: [String: String] = [:]
  ) async -> ServerResponse {
    let parts = target.split(separator: "?", maxSplits: 1)
    var fields = headers.map { ServerRequest.Field($0.key, $0.value) }
    fields.append(.init("Host", "localhost:8080"))
    return await site.answer(
      to: ServerRequest(
        method: method, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil, headers: fields))
  }

  private func text(_ response: ServerResponse) -> String {
    guard case .bytes(let bytes) = response.body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func header(_ response: ServerResponse, _ name: String) -> String? {
    response.headers.first { $0.name == name }?.value
  }

  private static let all = [
    "a-90", "b-85", "a-80", "b-75", "a-70", "b-65", "a-60", "b-55", "a-50", "b-45", "a-40", "a-30",
  ]

  /// Following next_url from page to page gives the whole feed, in every form.
  @Test(arguments: ["json", "atom", "rss"], [1, 5, 12])
  func pageByPage(form: String, limit: Int) async {
    let site = site()
    var target = "/feed.\(form)?limit=\(limit)"
    var ids: [String] = []
    for _ in 0..<20 {
      let response = await get(site, target)
      #expect(response.status == 200)
      let words = text(response).split(separator: " ").map(String.init)
      #expect(words.first == form)
      ids += words.dropFirst().dropLast()
      guard let next = words.last, next != "end" else { break }
      #expect(next.hasPrefix("http://localhost:8080/feed.\(form)?cursor="))
      target = String(next.dropFirst("http://localhost:8080".count))
    }
    #expect(ids == Self.all)
  }

  @Test func thePageForPeople() async {
    let response = await get(site(), "/?limit=2")
    let page = text(response)
    #expect(header(response, "Content-Type") == "text/html; charset=utf-8")
    #expect(page.contains("<title>Two &lt;sources&gt;</title>"))
    #expect(page.contains("aria-posinset=\"1\"") && page.contains("aria-posinset=\"2\""))
    #expect(!page.contains("aria-posinset=\"3\""))
    #expect(page.contains(">A &amp; co</a>"))
    #expect(page.contains("<a rel=\"next\" href=\"/?cursor="))
    #expect(!page.contains("<script>"))
  }

  /// Positions go on from page to page; the last page knows the size.
  @Test func positionsGoOn() async throws {
    let site = site()
    var target = "/?limit=5"
    var positions: [Int] = []
    for _ in 0..<5 {
      let page = text(await get(site, target))
      positions += page.matches(of: /aria-posinset="(\d+)"/).compactMap { Int($0.1) }
      guard let next = page.firstMatch(of: /rel="next" href="([^"]+)"/) else {
        #expect(page.contains("aria-setsize=\"12\""))
        #expect(page.contains("That is all."))
        break
      }
      target = String(next.1).replacing("&amp;", with: "&")
    }
    #expect(positions == Array(1...12))
  }

  @Test func someSources() async {
    let site = site()
    #expect(text(await get(site, "/feed.json?source=b")) == "json b-85 b-75 b-65 b-55 b-45 end")
    #expect(await get(site, "/feed.json?source=c").status == 400)
    // A cursor of some is none of all.
    let next = text(await get(site, "/feed.json?source=b&limit=2")).split(separator: " ").last.map(String.init) ?? ""
    let cursor = next.firstMatch(of: /cursor=([^&]+)/).map { String($0.1) } ?? ""
    #expect(await get(site, "/feed.json?source=b&cursor=\(cursor)").status == 200)
    #expect(await get(site, "/feed.json?cursor=\(cursor)").status == 410)
  }

  @Test(arguments: ["limit=0", "limit=201", "limit=x", "limit=-1", "limit=99999999999999999999"])
  func badQueries(query: String) async {
    #expect(await get(site(), "/feed.json?" + query).status == 400)
  }

  @Test func badCursors() async {
    let next = text(await get(site(key: 2), "/feed.json?limit=1")).split(separator: " ").last.map(String.init) ?? ""
    let foreign = next.firstMatch(of: /cursor=([^&]+)/).map { String($0.1) } ?? ""
    for cursor in ["x", "%00", "%FF%FE", foreign, foreign.dropLast() + "A", String(repeating: "A", count: 100_000)] {
      let response = await get(site(), "/feed.json?cursor=\(cursor)")
      #expect(response.status == 410, "\(cursor.prefix(20))")
      #expect(text(response).contains("Without a cursor the feed starts at its top"))
    }
    let own = text(await get(site(), "/feed.json?limit=1")).split(separator: " ").last.map(String.init) ?? ""
    let target = "/feed.json?cursor=" + (own.firstMatch(of: /cursor=([^&]+)/).map { String($0.1) } ?? "")
    #expect(await get(site(), target).status == 200)
    clock.advance(by: .seconds(400 * 86_400))
    let expired = await get(site(), target)
    #expect(expired.status == 410)
    #expect(text(expired).contains("expired"))
  }

  /// Each bit of a cursor counts.
  @Test func tamperedCursors() async {
    let site = site()
    let next = text(await get(site, "/feed.json?limit=1")).split(separator: " ").last.map(String.init) ?? ""
    let cursor = next.firstMatch(of: /cursor=([^&]+)/).map { String($0.1) } ?? ""
    #expect(cursor.utf8.count > 20)
    for (index, letter) in cursor.enumerated() {
      let other = letter == "A" ? "B" : "A"
      let changed = cursor.prefix(index) + other + cursor.dropFirst(index + 1)
      let status = await get(site, "/feed.json?limit=1&cursor=\(changed)").status
      #expect(status == 410, "letter \(index)")
    }
  }

  // MARK: many readers

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

  @Test func addressesAndMethods() async {
    let site = site()
    #expect(await get(site, "/nothing").status == 404)
    #expect(await get(site, "/../etc/passwd").status == 404)
    #expect(await get(site, "/", method: "DELETE").status == 405)
    #expect(await get(site, "/", method: "POST").status == 405)
    #expect(await get(site, "/retry").status == 405)
    #expect(header(await get(site, "/retry"), "Allow") == "POST")
    #expect(await get(site, "/", method: "HEAD").status == 200)
  }

  @Test func everyAnswerIsGuarded() async {
    for target in ["/", "/feed.json", "/nothing", "/reader.js", "/status.json", "/?limit=x"] {
      let response = await get(site(), target)
      #expect(header(response, "Content-Security-Policy")?.contains("default-src 'none'") == true, "\(target)")
      #expect(header(response, "X-Content-Type-Options") == "nosniff")
      #expect(header(response, "Access-Control-Allow-Origin") == nil)
    }
  }

  @Test func unchangedIsNotSentAgain() async {
    let site = site()
    let first = await get(site, "/feed.json")
    let tag = header(first, "ETag") ?? ""
    #expect(await get(site, "/feed.json", ["If-None-Match": tag]).status == 304)
    #expect(await get(site, "/feed.json", ["If-None-Match": "\"other\", W/\(tag)"]).status == 304)
    #expect(await get(site, "/feed.json", ["If-None-Match": "\"other\""]).status == 200)
    a.insert(day: 95)
    clock.advance(by: .seconds(60))
    let second = await get(site, "/feed.json", ["If-None-Match": tag])
    #expect(second.status == 200)
    #expect(text(second).contains("a-95"))
  }

  /// A compressed answer has a tag of its own and is the same bytes.
  @Test func compression() async throws {
    let site = site()
    let plain = await get(site, "/reader.js")
    for accepted in ["gzip", "br, gzip;q=0.5", "GZIP"] {
      let packed = await get(site, "/reader.js", ["Accept-Encoding": accepted])
      #expect(header(packed, "Content-Encoding") == "gzip", "\(accepted)")
      #expect(header(packed, "ETag") != header(plain, "ETag"))
      guard case .bytes(let bytes) = packed.body else { continue }
      #expect(bytes.starts(with: [0x1F, 0x8B]))
      #expect(bytes.count < text(plain).utf8.count / 2)
    }
    for refused in ["", "br", "gzip;q=0", "xgzip"] {
      #expect(header(await get(site, "/reader.js", ["Accept-Encoding": refused]), "Content-Encoding") == nil)
    }
  }

  @Test func aFailedSourceIsNamedAndAskedAgain() async throws {
    let site = site()
    b.fail(SourceFailure(.status, "500 from <b>", url: "http://b.example/", retry: .scheduled), nil)
    let page = text(await get(site, "/"))
    #expect(page.contains("Items may be missing from b."))
    #expect(page.contains("data-source=\"b\" data-state=\"error\" title=\"http://b.example/: 500 from &lt;b&gt;"))
    let status = text(await get(site, "/status.json"))
    let object = try JSONSerialization.jsonObject(with: Data(status.utf8)) as? [String: Any]
    let sources = object?["sources"] as? [[String: Any]]
    #expect(sources?.map { $0["state"] as? String } == ["ready", "error"])
    #expect(await get(site, "/retry?source=c", method: "POST").status == 404)
    #expect(await get(site, "/retry?source=b", method: "POST").status == 200)
    #expect(!text(await get(site, "/")).contains("Items may be missing"))
  }

  @Test func nothingIsThereYet() async {
    a.fail(SourceFailure(.status, "500"))
    b.fail(SourceFailure(.status, "500"))
    let page = text(await get(site(), "/"))
    #expect(page.contains("There is nothing here."))
    #expect(page.contains("Items may be missing from A &amp; co, b."))
  }
}
