import HTTPCache
import TestSupport
import Testing
import WeftModel

@Suite struct StorabilityTests {
  @Test(arguments: [200, 203, 204, 300, 301, 308, 404, 410, 414]) func isKept(_ status: Int) async throws {
    let world = CacheWorld { _ in Answer("body", status: status) }
    try await world.get()
    let offline = try await world.get(.page(), .offline)
    #expect(offline.status == status)
    #expect(offline.text == "body")
    #expect(offline.cacheUse == .stored)
  }

  @Test(arguments: [202, 206, 302, 303, 307, 400, 401, 403, 405, 408, 425, 429, 500, 501, 502, 503, 504])
  func isNotKept(_ status: Int) async throws {
    let world = CacheWorld { _ in Answer("body", status: status, ["Cache-Control": "max-age=600"]) }
    try await world.get()
    await #expect(throws: SourceFailure.self) { try await world.get(.page(), .offline) }
    #expect(try await world.get().cacheUse == .none)
  }

  /// What is stored outlives an error: offline, it is still there.
  @Test(arguments: [429, 500, 503]) func anErrorDrivesNothingOut(_ status: Int) async throws {
    let world = CacheWorld { request in
      request.headers["Accept"] == "fail" ? Answer(status: status) : Answer("page", ["ETag": "\"v1\""])
    }
    try await world.get()
    #expect(try await world.get(.page(CacheWorld.page, ["Accept": "fail"])).status == status)
    #expect(await world.server.requests.last?.headers["If-None-Match"] == "\"v1\"")
    #expect(try await world.get(.page(), .offline).text == "page")
  }

  @Test func onlyWhatIsFetchedIsKept() async throws {
    let world = CacheWorld { request in Answer(request.method, ["Cache-Control": "max-age=60"]) }
    for method in ["HEAD", "POST", "PUT", "get"] {
      try await world.get(Request(method: method, url: CacheWorld.page))
      await #expect(throws: SourceFailure.self) { try await world.get(.page(), .offline) }
    }
    for request in [Request(url: CacheWorld.page, body: [1]), .page(CacheWorld.page, ["Range": "bytes=0-9"])] {
      try await world.get(request)
      await #expect(throws: SourceFailure.self) { try await world.get(.page(), .offline) }
      #expect(try await world.get(request).cacheUse == .none)
    }
    try await world.get()
    #expect(try await world.get(Request(method: "HEAD", url: CacheWorld.page)).text == "HEAD")
    #expect(try await world.get().text == "GET")
  }

  /// RFC 9111 section 4.4: for all who have it, whatever their credentials are.
  @Test(arguments: [("POST", 200, true), ("POST", 303, true), ("POST", 500, false), ("HEAD", 200, false)])
  func whatChangesAPageMakesTheStoredOneWorthless(_ method: String, _ status: Int, _ isGone: Bool) async throws {
    let world = CacheWorld { request in
      request.method == "GET" ? Answer("page", ["Cache-Control": "max-age=60"]) : Answer(status: status)
    }
    var other = Request.page()
    other.credentials.jar = "other"
    try await world.get()
    try await world.get(other)
    try await world.get(.page("https://blog.example/feed?paged=3"))
    try await world.get(Request(method: method, url: CacheWorld.page))
    for request in [Request.page(), other] {
      #expect(try await world.get(request).cacheUse == (isGone ? .none : .stored))
    }
    #expect(try await world.get(.page("https://blog.example/feed?paged=3")).cacheUse == .stored)
  }

  /// A page that may not be kept is not answered by the one before it either.
  @Test func noStoreDrivesOutWhatIsOutOfDate() async throws {
    let world = CacheWorld { request in
      request.isConditional ? Answer("new", ["Cache-Control": "no-store"]) : Answer("old", ["ETag": "\"v1\""])
    }
    try await world.get()
    #expect(try await world.get().text == "new")
    await #expect(throws: SourceFailure.self) { try await world.get(.page(), .offline) }
  }

  @Test func equalsTheFirstOne() async throws {
    var answer = Answer("body \u{0} \u{FFFD}", ["ETag": "\"v1\"", "X-A": "1", "x-a": "2", "Link": "<a>; rel=next"])
    answer.url = "https://www.blog.example/feed/"
    answer.redirects = ["https://blog.example/feed?paged=2", "http://www.blog.example/feed"]
    answer.warnings = [SourceWarning(code: "moved", text: "it has moved"), SourceWarning(code: "a", text: "b")]
    let world = CacheWorld { [answer] _ in answer }
    var first = try await world.get(.page(CacheWorld.page + "#top"))
    world.clock.advance(by: .seconds(5_000))
    let offline = try await world.get(.page(), .offline)
    first.cacheUse = .stored
    first.duration = .zero
    #expect(offline == first)
  }

  @Test func fieldsOfTheConnectionAreNotKept() async throws {
    let world = CacheWorld { _ in
      Answer(
        "page",
        [
          "Connection": "close, X-Hop", "X-Hop": "1", "Keep-Alive": "5", "Transfer-Encoding": "chunked",
          "Set-Cookie": "session=abc", "WWW-Authenticate": "Basic", "X-Kept": "2", "Content-Encoding": "gzip",
        ])
    }
    try await world.get()
    #expect(try await world.get(.page(), .offline).headers == ["X-Kept": "2", "Content-Encoding": "gzip"])
  }

  @Test func aBodyOverTheLimitOfTheRequestIsAskedFor() async throws {
    let world = CacheWorld { _ in Answer("0123456789", ["Cache-Control": "max-age=60"]) }
    try await world.get()
    var request = Request.page()
    request.limits.bodyBytes = 10
    #expect(try await world.get(request).cacheUse == .stored)
    request.limits.bodyBytes = 9
    #expect(try await world.get(request).cacheUse == .none)
    await #expect(throws: SourceFailure.self) { try await world.get(request, .offline) }
  }
}
