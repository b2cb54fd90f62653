import Probing
import TestSupport
import Testing
import WeftKit
import WeftModel

/// What a probe asks, what it keeps to itself, and when it proposes nothing.
@Suite struct ProbeTests {
  private static let json = "application/json"
  private static let html = "text/html"

  @Test func asksAtMostFourTimes() async throws {
    // Each address leads to a page of its own, none of which is a second page.
    let transport = ScriptedTransport { request throws(SourceFailure) in
      let body = (0..<3).map { "{\"id\":\($0),\"title\":\"A title of \($0)\",\"url\":\"https://h.example/\($0)\"}" }
      return Response(
        "{\"items\":[\(body.joined(separator: ","))],\"total\":90,\"page\":1,\"skip\":0,\"after\":\"a\",\"cursor\":\"b\"}",
        headers: ["Content-Type": "application/json"], url: request.url)
    }
    let proposal = try await Engine(transport: transport).proposal(for: "https://h.example/api")
    let asked = await transport.addresses
    #expect(asked.count <= 4 && asked.count > 1)
    #expect(Set(asked).count == asked.count)
    #expect(proposal.requests == asked.count)
    // All that was tried is told of, and none of it is written.
    #expect(proposal.paging != .confirmed)
    #expect(proposal.settings.url == "https://h.example/api")
    #expect(proposal.settings.paging == PagingSettings())
    #expect(proposal.text.contains("not proposed"))
  }

  /// Recipe A10: `page` in the body is the page itself.
  @Test func theCurrentPageIsNoCursor() async throws {
    let proposal = try await PreparedSite("https://h.example/api/posts?page=1").first("totals.json", Self.json)
      .page("https://h.example/api/posts?page=2", "totals-2.json", Self.json).proposal()
    #expect(proposal.settings.paging.cursor == nil)
    #expect(proposal.settings.url == "https://h.example/api/posts?page={page}")
    #expect(proposal.paging == .confirmed)
  }

  /// Recipe H11: milliseconds in an attribute.
  @Test func noticesMilliseconds() async throws {
    let proposal = try await PreparedSite("https://f.example/").first("threads.html", Self.html).proposal()
    let date = proposal.settings.fields.values.first { $0.name == .datePublished }
    var steps = ValueSteps()
    steps.select = "td@data-timestamp"
    steps.unix = .milliseconds
    #expect(date?.value == .steps(steps))
    #expect(proposal.samples.first?.date == Timestamp(seconds: 1_738_612_800))
  }

  @Test func aSecondPageThatIsTheFirstRefutes() async throws {
    let proposal = try await PreparedSite("https://h.example/blog/").first("numbers.html", Self.html)
      .page("https://h.example/blog/page/2/", "numbers.html", Self.html).proposal()
    #expect(proposal.paging == .refuted)
    #expect(proposal.settings.url == "https://h.example/blog/")
    #expect(proposal.text.contains("the second page holds the items of the first one"))
  }

  @Test func aMissingSecondPageRefutes() async throws {
    let proposal = try await PreparedSite("https://h.example/blog/").first("blog.html", Self.html).proposal()
    #expect(proposal.paging == .refuted)
    #expect(proposal.settings.paging.next == nil)
    #expect(proposal.text.contains("answered with 404"))
  }

  @Test func aCompleteListIsNotAskedForMore() async throws {
    let items = (0..<3).map { "{\"id\":\($0),\"title\":\"A title of \($0)\"}" }.joined(separator: ",")
    let site = PreparedSite("https://h.example/all").first("{\"items\":[\(items)],\"total\":3,\"page\":1}", Self.json)
    let transport = site.transport
    let proposal = try await Engine(transport: transport).proposal(for: site.url)
    #expect(await transport.addresses == ["https://h.example/all"])
    #expect(proposal.text.contains("all items stand on this page"))
  }

  @Test func pagesForPeopleAreAskedForAsRobots() async throws {
    let transport = PreparedSite("https://h.example/blog/").first("blog.html", Self.html).transport
    _ = try await Engine(transport: transport).proposal(for: "https://h.example/blog/")
    #expect(await transport.requests.allSatisfy(\.manners.obeysRobots))
  }

  // MARK: Secrets

  @Test func keysAreNotPrinted() async throws {
    let key = "9f8e7d6c5b4a39281706"
    let site = PreparedSite("https://h.example/api?api_key=\(key)&page=1")
    let transport = ScriptedTransport { request throws(SourceFailure) in
      let page = request.url.contains("page=2") ? 1 : 0
      let items = (0..<3).map { number in
        let id = number + 3 * page
        return "{\"id\":\(id),\"title\":\"T \(id)\",\"url\":\"https://h.example/\(id)?api_key=\(key)\"}"
      }
      return Response(
        "{\"items\":[\(items.joined(separator: ","))],\"total\":9}", headers: ["Content-Type": "application/json"],
        url: request.url)
    }
    let proposal = try await Engine(transport: transport).proposal(for: site.url)
    #expect(!proposal.text.contains(key))
    #expect(proposal.settings.url == "https://h.example/api?api_key=${API_KEY}&page={page}")
    #expect(proposal.secrets.map(\.name) == ["API_KEY"])
    // The key went to the server, and as a credential of its origin.
    let requests = await transport.requests
    #expect(requests.allSatisfy { $0.credentials.query.contains { $0.value == key } })
    #expect(try proposal.loaded().request.secretValues.contains(key))
  }

  @Test func aLoginBecomesCredentials() async throws {
    let site = PreparedSite("https://mara:hunter2hunter2@h.example/api/posts?page=1")
    let transport = PreparedSite("https://h.example/api/posts?page=1").first("totals.json", Self.json).transport
    let proposal = try await Engine(transport: transport).proposal(for: site.url)
    #expect(!proposal.text.contains("hunter2"))
    #expect(proposal.settings.request.authorization == .basic(user: "mara", password: "${PASSWORD}"))
    #expect(try proposal.loaded().request.authorization == .basic(user: "mara", password: "hunter2hunter2"))
    let sent = await transport.requests.first?.credentials.headers["Authorization"]
    #expect(sent?.hasPrefix("Basic ") == true)
  }

  @Test func aFailureHoldsNoSecret() async throws {
    let failure = await PreparedSite("https://h.example/gone?access_token=9f8e7d6c5b4a39281706").failure()
    #expect(failure?.status == 404)
    #expect("\(String(describing: failure))".contains("9f8e7d6c") == false)
  }

  // MARK: No proposal

  @Test(arguments: [
    ("login.html", "text/html", "a login form"), ("article.html", "text/html", "without a list"),
    (
      "no-list.json", "application/json",
      "JSON without a list of objects that could be items (its members: status, version)"
    ),
    ("{\"broken\": ", "application/json", "broken JSON"),
    ("some words\n", "text/plain", "plain text (text/plain), not a list"),
    ("\u{89}PNG", "image/png", "not a list"), (" \n", "text/html", "the answer is empty"),
    ("<?xml version=\"1.0\"?><urlset><url/></urlset>", "application/xml", "an XML document with the root <urlset>"),
    (
      "<html><body><div id=root></div><script src=a.js></script><script src=b.js></script></body></html>", "text/html",
      "scripts fill in the browser"
    ),
  ])
  func says(_ content: String, _ type: String, _ message: String) async throws {
    let failure = await PreparedSite("https://h.example/x").first(content, type).failure()
    #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "a proposal")")
  }

  @Test(arguments: [
    "", "example.org", "ftp://h.example/", "file:///etc/passwd", "https://", "http://[::1", "://", "https:///x",
  ])
  func refusesOtherAddresses(_ url: String) async throws {
    let failure = await PreparedSite(url).failure()
    #expect(failure?.kind == .request)
  }
}
