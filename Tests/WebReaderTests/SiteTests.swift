import Foundation
import HTTPServer
import TestSupport
import Testing
import WeftKit

@testable import WebReader

/// What a site answers, request by request.
@Suite struct SiteTests {
  let clock = TestClock()
  let a = ScriptedPages("a", days: [90, 80, 70, 60, 50, 40, 30])
  let b = ScriptedPages("b", days: [85, 75, 65, 55, 45])

  func site(
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

  func get(
    _ site: Site, _ target: String, method: String = "GET", _ headers: [String: String] = [:]
  ) async -> ServerResponse {
    let parts = target.split(separator: "?", maxSplits: 1)
    var fields = headers.map { ServerRequest.Field($0.key, $0.value) }
    fields.append(.init("Host", "localhost:8080"))
    return await site.answer(
      to: ServerRequest(
        method: method, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil, headers: fields))
  }

  func text(_ response: ServerResponse) -> String {
    guard case .bytes(let bytes) = response.body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  func header(_ response: ServerResponse, _ name: String) -> String? {
    response.headers.first { $0.name == name }?.value
  }

  static let all = [
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

  /// Where the last page is full, nothing is behind it, and that is no empty feed.
  @Test func behindAFullLastPage() async {
    let site = site()
    var target = "/?limit=12"
    var page = ""
    for _ in 0..<3 {
      page = text(await get(site, target))
      guard let next = page.firstMatch(of: /rel="next" href="([^"]+)"/) else { break }
      target = String(next.1).replacing("&amp;", with: "&")
    }
    #expect(page.contains("That is all.") && !page.contains("There is nothing here."))
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
    #expect(await get(site, "/feed.json?source=a&cursor=\(cursor)").status == 410)
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
    // Failed ones come first, and the page of one says why.
    let first = page.firstRange(of: "data-source=\"b\"")?.lowerBound ?? page.endIndex
    #expect(page[first...].contains("data-source=\"a\""))
    let own = text(await get(site, "/?source=b"))
    #expect(own.contains("<p class=\"notice\">b: http://b.example/: 500 from &lt;b&gt;; asked again from "))
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
