import HTTPCache
import TestSupport
import Testing
import WeftModel

@Suite struct RevalidationTests {
  private static let changed = "Mon, 05 Jan 2026 10:00:00 GMT"

  @Test func sendsWhatItHas() async throws {
    let cases: [(HeaderFields, String?, String?)] = [
      ([:], nil, nil), (["ETag": "\"a\""], "\"a\"", nil), (["ETag": "W/\"a\""], "W/\"a\"", nil),
      (["Last-Modified": Self.changed], nil, Self.changed),
      (["ETag": "\"a\"", "Last-Modified": Self.changed], "\"a\"", Self.changed),
      (["ETag": "", "Last-Modified": "yesterday or so"], nil, nil),
    ]
    for (headers, tag, date) in cases {
      let world = CacheWorld { _ in Answer("page", headers) }
      try await world.get()
      try await world.get()
      let second = await world.server.requests.last
      #expect(second?.headers["If-None-Match"] == tag)
      #expect(second?.headers["If-Modified-Since"] == date)
    }
  }

  /// WordPress gives every page of a feed the same tag.
  @Test func aTagIsOfOneAddress() async throws {
    let world = CacheWorld { request in
      request.isConditional ? Answer(status: 304) : Answer(request.url, ["ETag": "\"all\""])
    }
    for page in 1...4 {
      let url = "https://blog.example/feed?paged=\(page)"
      #expect(try await world.get(.page(url)).text == url)
    }
    #expect(await world.server.requests.allSatisfy { !$0.isConditional })
    #expect(try await world.get(.page("https://blog.example/feed?paged=3#end")).cacheUse == .validated)
    #expect(try await world.get(.page("https://blog.example/feed?paged=3")).text == "https://blog.example/feed?paged=3")
  }

  @Test func notModifiedBringsTheFieldsUpToDate() async throws {
    let world = CacheWorld { request in
      guard request.isConditional else {
        return Answer(
          "page", ["ETag": "\"a\"", "X-Old": "1", "X-Two": "1", "x-two": "2", "Content-Type": "text/xml", "Age": "9"])
      }
      var answer = Answer(
        status: 304,
        [
          "etag": "\"a\"", "Cache-Control": "max-age=60", "X-TWO": "3", "Content-Type": "text/html",
          "Content-Length": "0", "Set-Cookie": "a=b", "Age": "0",
        ])
      answer.warnings = [SourceWarning(code: "moved", text: "said of the 304")]
      return answer
    }
    let first = try await world.get()
    world.clock.advance(by: .seconds(100))
    let second = try await world.get()
    #expect(second.cacheUse == .validated)
    #expect(second.receivedAt == first.receivedAt)
    #expect(second.duration == .milliseconds(80))
    #expect(second.warnings.map(\.text) == ["said of the 304"])
    let expected: HeaderFields = [
      "X-Old": "1", "Content-Type": "text/xml", "etag": "\"a\"", "Cache-Control": "max-age=60", "X-TWO": "3",
      "Age": "0",
    ]
    #expect(second.headers == expected)
    // Its freshness counts from the 304.
    world.clock.advance(by: .seconds(59))
    let third = try await world.get(.page(), .normal, world.cache())
    #expect(third.cacheUse == .stored)
    #expect(third.headers == expected)
    #expect(third.receivedAt == first.receivedAt)
    #expect(third.text == "page")
    #expect(third.warnings == first.warnings)
  }

  @Test func aNewOneTakesThePlace() async throws {
    let world = CacheWorld { request in
      request.headers["If-None-Match"] == "\"a\"" ? Answer("new", ["ETag": "\"b\""]) : Answer("old", ["ETag": "\"a\""])
    }
    try await world.get()
    world.clock.advance(by: .seconds(100))
    let second = try await world.get()
    #expect(second.text == "new")
    #expect(second.cacheUse == .none)
    #expect(second.receivedAt == world.clock.now())
    try await world.get()
    #expect(await world.server.requests.map { $0.headers["If-None-Match"] } == [nil, "\"a\"", "\"b\""])
  }

  /// A server that says "not modified" to whatever it is asked (NetNewsWire 3191).
  @Test func notModifiedToAPlainRequestIsAskedAgainOnce() async throws {
    let world = CacheWorld { _ in Answer(status: 304) }
    #expect(try await world.get().status == 304)
    #expect(await world.count == 2)
    #expect(await world.server.requests.last?.isConditional == false)
    #expect(await world.server.requests.last?.headers["Cache-Control"] == "no-cache")
    await #expect(throws: SourceFailure.self) { try await world.get(.page(), .offline) }
  }

  @Test func conditionsOfTheSettingsAreSentAndThenLeftOut() async throws {
    let world = CacheWorld { request in
      request.isConditional ? Answer(status: 304, ["ETag": "\"mine\""]) : Answer("page", ["ETag": "\"v1\""])
    }
    for headers: HeaderFields in [["If-None-Match": "\"mine\""], ["if-modified-since": Self.changed]] {
      let before = await world.count
      let response = try await world.get(.page(CacheWorld.page, headers))
      #expect(response.text == "page")
      #expect(response.cacheUse == .none)
      #expect(await world.server.requests.dropFirst(before).map(\.isConditional) == [true, false])
    }
    #expect(try await world.get(.page(CacheWorld.page, ["If-None-Match": "\"x\""]), .refresh).text == "page")
    #expect(await world.server.requests.last?.isConditional == false)
    #expect(try await world.get(.page(CacheWorld.page, ["If-None-Match": "\"x\""]), .offline).text == "page")
  }

  /// A 304 that names another validator is about something else (RFC 9111 section 4.3.4).
  @Test(
    arguments: [
      (["ETag": "\"a\""], ["ETag": "\"b\""], false), (["ETag": "\"a\""], ["ETag": "W/\"a\""], true),
      (["ETag": "W/\"a\""], ["ETag": "\"a\""], true), (["ETag": "\"a\""], [:], true),
      (["Last-Modified": changed], ["Last-Modified": "Mon, 05 Jan 2026 11:00:00 GMT"], false),
      (["Last-Modified": changed], ["Last-Modified": changed], true),
      (["ETag": "\"a\"", "Last-Modified": changed], ["ETag": "\"a\"", "Last-Modified": "now"], true),
    ] as [(HeaderFields, HeaderFields, Bool)])
  func anotherValidatorConfirmsNothing(_ first: HeaderFields, _ told: HeaderFields, _ confirms: Bool) async throws {
    let world = CacheWorld { request in request.isConditional ? Answer(status: 304, told) : Answer("page", first) }
    try await world.get()
    #expect(try await world.get().cacheUse == (confirms ? .validated : .none))
    #expect(await world.server.requests.map(\.isConditional) == (confirms ? [false, true] : [false, true, false]))
  }

  /// The validators belong to the address that answered; one that it has moved to since says nothing about them.
  @Test func notModifiedFromAnotherAddressConfirmsNothing() async throws {
    let world = CacheWorld { request in
      var answer = request.isConditional ? Answer(status: 304) : Answer("page", ["ETag": "\"a\""])
      answer.redirects = [request.url]
      answer.url = request.isConditional ? "https://blog.example/c" : "https://blog.example/b"
      return answer
    }
    try await world.get()
    let second = try await world.get()
    #expect(second.cacheUse == .none)
    #expect(await world.server.requests.map(\.isConditional) == [false, true, false])
  }

  /// Nobody told how long the redirect holds.
  @Test func aRedirectedPageIsAskedFor() async throws {
    let world = CacheWorld { request in
      var answer =
        request.isConditional ? Answer(status: 304) : Answer("page", ["ETag": "\"a\"", "Cache-Control": "max-age=600"])
      answer.redirects = [request.url]
      answer.url = "https://blog.example/b"
      return answer
    }
    let first = try await world.get()
    let second = try await world.get()
    #expect(second.cacheUse == .validated)
    #expect(second.url == first.url)
    #expect(second.redirects == first.redirects)
    #expect(try await world.get(.page(fresh: .seconds(60))).cacheUse == .stored)
  }

  /// The cookie is not kept, and the next page may want it.
  @Test func aPageThatSetACookieIsAskedForWhereThereIsAJar() async throws {
    let world = CacheWorld { request in
      request.isConditional
        ? Answer(status: 304) : Answer("page", ["ETag": "\"a\"", "Cache-Control": "max-age=600", "Set-Cookie": "a=b"])
    }
    var request = Request.page()
    try await world.get(request)
    #expect(try await world.get(request).cacheUse == .stored)
    request.credentials.jar = "blog"
    try await world.get(request)
    #expect(try await world.get(request).cacheUse == .validated)
    #expect(try await world.get(request).cacheUse == .validated)
    request.manners.cache.fresh = .seconds(60)
    #expect(try await world.get(request).cacheUse == .stored)
  }

  /// What a 304 forbids to keep is not kept.
  @Test func notModifiedMayForbidToKeepIt() async throws {
    for headers: HeaderFields in [["Cache-Control": "no-store"], ["Vary": "*"]] {
      let world = CacheWorld { request in
        request.isConditional ? Answer(status: 304, headers) : Answer("page", ["ETag": "\"a\""])
      }
      try await world.get()
      #expect(try await world.get().text == "page")
      await #expect(throws: SourceFailure.self) { try await world.get(.page(), .offline) }
    }
  }

  @Test func aFailureIsAFailure() async throws {
    let world = CacheWorld { _ in Answer("page", ["ETag": "\"a\""]) }
    try await world.get()
    let failure = SourceFailure(.connect, "no connection", retry: .scheduled)
    let broken = ScriptedTransport { _ throws(SourceFailure) in throw failure }
    let transport = CachingTransport(world.cache, clock: world.clock, inner: broken)
    await #expect(throws: failure) { try await transport.response(to: .page()) }
    #expect(try await world.get(.page(), .offline).text == "page")
  }
}
