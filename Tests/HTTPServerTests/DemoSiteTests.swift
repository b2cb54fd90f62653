import DemoSite
import HTTPServer
import TestSupport
import Testing

@Suite struct DemoSiteTests {
  static func body(_ target: String) -> String {
    let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
    let response = DemoSite.response(
      to: ServerRequest(
        path: parts[0], query: parts.count > 1 ? parts[1] : nil, headers: [.init("Host", "demo.test")]))
    guard response.status == 200, case .bytes(let bytes) = response.body else { return "\(response.status)" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whoever changes the content on purpose changes these numbers with it.
  @Test(arguments: [
    ("/", "8qmnv6d589bg"), ("/api/posts", "1vnw3xxec3nr9"), ("/api/posts?page=2&per_page=50", "2imsqfrw4kza3"),
    ("/feed", "22pdjd57b49es"),
    ("/feed?paged=10", "28f5kbsfhu1hs"), ("/news/", "73egum9z47v6"), ("/news/page/7/", "10q9jtp64ru3e"),
    ("/images/3.svg", "1c9h9zcr7q9uc"),
  ])
  func sameBytesInEveryRun(target: String, expected: String) {
    let bytes = DemoSiteTests.body(target).utf8
    let hash = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    #expect(String(hash, radix: 36) == expected, "\(target)")
  }

  @Test func timesDescendAndInterleave() {
    let lists = DemoPost.Source.allCases.map(DemoPost.all)
    #expect(lists.map(\.count) == [103, 100, 97])
    for list in lists {
      let times = list.map(\.published)
      #expect(times == times.sorted(by: >))
      #expect(Set(times).count == times.count)
      #expect((times.first ?? 0) - (times.last ?? 0) > 690 * 86_400)
    }
    // The sources take turns: at most three in a row from one.
    let merged = lists.joined().sorted { $0.published > $1.published }.map(\.source)
    var run = 1
    for (left, right) in zip(merged, merged.dropFirst()) {
      run = left == right ? run + 1 : 1
      #expect(run <= 3 || merged.suffix(8).contains(left))
    }
    let times = lists.map { Set($0.map(\.published)) }
    #expect(times[0].intersection(times[1]).intersection(times[2]).count == 5)
  }

  @Test func onePinnedOneUndated() {
    let all = DemoPost.Source.allCases.flatMap(DemoPost.all)
    #expect(all.filter(\.isPinned).map(\.number) == [66])
    #expect(all.filter(\.isUndated).map(\.source) == [.news])
    #expect(Set(all.map(\.path)).count == all.count)
  }

  @Test func pagesHoldEachItemOnce() {
    let posts = (1...6).map { DemoSiteTests.body("/api/posts?page=\($0)&per_page=20") }.joined()
    #expect(posts.ranges(of: "\"id\":").count == 103)
    let letters = (1...10).map { DemoSiteTests.body("/feed?paged=\($0)") }.joined()
    #expect(letters.ranges(of: "<item>").count == 100)
    let news = (2...7).map { DemoSiteTests.body("/news/page/\($0)/") }.joined() + DemoSiteTests.body("/news/")
    #expect(news.ranges(of: "<article").count == 97)
    #expect(news.ranges(of: "class=\"older\"").count == 6)
  }

  @Test(arguments: [
    ("/feed?paged=11", "404"), ("/feed?paged=x", "404"), ("/news/page/8/", "404"), ("/news/page/1/", "404"),
    ("/api/posts?page=0", "400"), ("/api/posts?per_page=101", "400"), ("/nothing", "404"), ("/images/99.svg", "404"),
    ("/news", "301"),
  ])
  func whatIsNotThere(target: String, status: String) { #expect(DemoSiteTests.body(target) == status) }

  @Test func pastTheEndTheAPIIsEmpty() {
    #expect(DemoSiteTests.body("/api/posts?page=99").contains("\"posts\":[]"))
  }

  @Test func firstItems() {
    let feed = DemoSiteTests.body("/feed")
    #expect(feed.contains("<link>http://demo.test/letters/100-"))
    #expect(feed.contains("<atom:link rel=\"next\" href=\"http://demo.test/feed?paged=2\"/>"))
    #expect(DemoSiteTests.body("/news/").contains("<a class=\"older\" rel=\"next\" href=\"page/2/\">"))
    #expect(DemoSiteTests.body("/news/page/2/").contains("href=\"../../page/3/\""))
    #expect(DemoSiteTests.body("/api/posts").contains("{\"page\":1,\"per_page\":20,\"total\":103,\"total_pages\":6,"))
  }

  @Test func everyItemHasItsPage() {
    for post in DemoPost.Source.allCases.flatMap(DemoPost.all) {
      #expect(DemoSiteTests.body(post.path).contains("<h1>\(post.titleHTML)</h1>"))
    }
  }

  @Test func overTheWire() throws {
    let site = try DemoSite.start()
    defer { site.stop() }
    let first = try #require(PlainClient.get(site.port, "/api/posts?page=2"))
    #expect(first.head.contains("Link: <http://demo.test/api/posts?page=1&per_page=20>; rel=\"prev\", "))
    #expect(first.body == DemoSiteTests.body("/api/posts?page=2"))
  }
}
