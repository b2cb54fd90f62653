import HTTPCache
import TestSupport
import Testing
import WeftModel

/// One line of RFC 9111: what the first response says, how long ago that was, and what the second request gets.
struct FreshnessCase: Sendable, CustomTestStringConvertible {
  var name: String
  var headers: HeaderFields
  var after: Duration
  var expected: CacheUse
  var request = Request.page()
  var status = 200

  init(
    _ name: String, _ headers: HeaderFields, after: Int, _ expected: CacheUse, _ request: Request = .page(),
    status: Int = 200
  ) {
    self.name = name
    self.headers = headers
    self.after = .seconds(after)
    self.expected = expected
    self.request = request
    self.status = status
  }

  var testDescription: String { name }
}

@Suite struct FreshnessTests {
  private static let date = "Mon, 05 Jan 2026 12:00:00 GMT"

  private static let server: [FreshnessCase] = [
    .init("nothing said", [:], after: 1, .validated),
    .init(
      "nothing said but an old date of change", ["Last-Modified": "Wed, 05 Jan 2000 12:00:00 GMT"], after: 1, .validated
    ),
    .init("max-age", ["Cache-Control": "max-age=60"], after: 59, .stored),
    // Strictly: a response of that age is stale (4.2). The request took 80 ms.
    .init("max-age reached", ["Cache-Control": "max-age=60"], after: 60, .validated),
    .init("capitals and spaces", ["cache-control": " Public , MAX-AGE=60 "], after: 30, .stored),
    .init("a quoted number", ["Cache-Control": "max-age=\"60\""], after: 30, .stored),
    .init("max-age within a quoted string", ["Cache-Control": "x=\"a, max-age=60\""], after: 1, .validated),
    .init("a quoted string, then max-age", ["Cache-Control": "x=\"a\\\", b\", max-age=60"], after: 30, .stored),
    .init("an open quoted string", ["Cache-Control": "x=\"a, max-age=60"], after: 1, .validated),
    .init("no number", ["Cache-Control": "max-age=soon"], after: 1, .validated),
    .init("a negative number", ["Cache-Control": "max-age=-1"], after: 1, .validated),
    .init("no value", ["Cache-Control": "max-age"], after: 1, .validated),
    .init("a fraction", ["Cache-Control": "max-age=60.5"], after: 1, .validated),
    .init("beyond 64 bits", ["Cache-Control": "max-age=99999999999999999999999"], after: 86_400 * 365, .stored),
    .init("two that differ", ["Cache-Control": "max-age=60, max-age=90"], after: 1, .validated),
    .init("two that agree", ["Cache-Control": "max-age=60, max-age=60"], after: 1, .stored),
    .init("two fields", ["Cache-Control": "public", "Cache-Control": "max-age=60"], after: 1, .stored),
    .init("s-maxage is for others", ["Cache-Control": "s-maxage=600"], after: 1, .validated),
    .init("s-maxage beside max-age", ["Cache-Control": "s-maxage=1, max-age=60"], after: 30, .stored),
    .init("private is for us", ["Cache-Control": "private, max-age=60"], after: 30, .stored),
    .init("private with fields", ["Cache-Control": "private=\"Set-Cookie\", max-age=60"], after: 30, .stored),
    .init("no-cache", ["Cache-Control": "no-cache, max-age=60"], after: 1, .validated),
    .init("no-cache with fields", ["Cache-Control": "no-cache=\"Set-Cookie\", max-age=60"], after: 1, .validated),
    .init("no-store", ["Cache-Control": "no-store, max-age=60"], after: 1, .none),
    .init("must-revalidate while fresh", ["Cache-Control": "must-revalidate, max-age=60"], after: 59, .stored),
    .init("must-revalidate when stale", ["Cache-Control": "must-revalidate, max-age=60"], after: 61, .validated),
    .init("immutable while fresh", ["Cache-Control": "max-age=60, immutable"], after: 59, .stored),
    .init("immutable is not for ever", ["Cache-Control": "max-age=60, immutable"], after: 61, .validated),
    .init("immutable alone", ["Cache-Control": "immutable"], after: 1, .validated),
    .init(
      "stale-while-revalidate is asked", ["Cache-Control": "max-age=1, stale-while-revalidate=99"], after: 2, .validated
    ),
    .init("Expires", ["Expires": "Mon, 05 Jan 2026 12:01:00 GMT"], after: 59, .stored),
    .init("Expires reached", ["Expires": "Mon, 05 Jan 2026 12:01:00 GMT"], after: 60, .validated),
    .init(
      "Expires counts from Date",
      ["Date": "Mon, 05 Jan 2026 11:59:30 GMT", "Expires": "Mon, 05 Jan 2026 12:00:00 GMT"], after: 1, .validated),
    // A server whose clock goes an hour ahead gives a minute all the same.
    .init(
      "a clock ahead", ["Date": "Mon, 05 Jan 2026 13:00:00 GMT", "Expires": "Mon, 05 Jan 2026 13:01:00 GMT"], after: 61,
      .validated),
    .init(
      "a clock ahead, fresh", ["Date": "Mon, 05 Jan 2026 13:00:00 GMT", "Expires": "Mon, 05 Jan 2026 13:01:00 GMT"],
      after: 59, .stored),
    .init("RFC 850", ["Expires": "Monday, 05-Jan-26 12:01:00 GMT"], after: 59, .stored),
    .init("asctime", ["Expires": "Mon Jan  5 12:01:00 2026"], after: 59, .stored),
    .init("Expires: 0", ["Expires": "0"], after: 1, .validated),
    .init("Expires: -1", ["Expires": "-1"], after: 1, .validated),
    .init("Expires as a number", ["Expires": "9999999999"], after: 1, .validated),
    .init(
      "two Expires", ["Expires": "Mon, 05 Jan 2026 12:01:00 GMT", "Expires": "Mon, 05 Jan 2026 13:00:00 GMT"], after: 1,
      .validated),
    .init(
      "max-age before Expires", ["Cache-Control": "max-age=1", "Expires": "Mon, 05 Jan 2026 13:00:00 GMT"], after: 30,
      .validated),
    .init("max-age wins over a past", ["Cache-Control": "max-age=60", "Expires": "0"], after: 30, .stored),
    .init(
      "a broken max-age is not made good", ["Cache-Control": "max-age=x", "Expires": "Mon, 05 Jan 2026 13:00:00 GMT"],
      after: 1, .validated),
    .init("Age", ["Cache-Control": "max-age=60", "Age": "40"], after: 19, .stored),
    .init("Age counts", ["Cache-Control": "max-age=60", "Age": "40"], after: 20, .validated),
    .init("Age of two caches", ["Cache-Control": "max-age=60", "Age": "40, 5"], after: 20, .validated),
    .init("Age that is none", ["Cache-Control": "max-age=60", "Age": "old"], after: 30, .stored),
    .init("Age without end", ["Cache-Control": "max-age=60", "Age": "99999999999999999999"], after: 1, .validated),
    .init(
      "an old Date is an age", ["Cache-Control": "max-age=60", "Date": "Mon, 05 Jan 2026 11:59:20 GMT"], after: 20,
      .validated),
    .init(
      "an old Date, fresh", ["Cache-Control": "max-age=60", "Date": "Mon, 05 Jan 2026 11:59:20 GMT"], after: 19, .stored
    ),
    .init("Pragma alone", ["Pragma": "no-cache", "Expires": "Mon, 05 Jan 2026 13:00:00 GMT"], after: 1, .validated),
    .init("Pragma beside Cache-Control", ["Pragma": "no-cache", "Cache-Control": "max-age=60"], after: 30, .stored),
  ]

  private static let client: [FreshnessCase] = [
    .init("fresh", [:], after: 600, .stored, .page(fresh: .seconds(600))),
    .init("fresh is over", [:], after: 601, .validated, .page(fresh: .seconds(600))),
    .init("fresh is a least", ["Cache-Control": "max-age=900"], after: 800, .stored, .page(fresh: .seconds(600))),
    .init("fresh against no-cache", ["Cache-Control": "no-cache"], after: 600, .stored, .page(fresh: .seconds(600))),
    .init("fresh against no-store", ["Cache-Control": "no-store"], after: 1, .none, .page(fresh: .seconds(600))),
    .init("fresh against Vary: *", ["Vary": "*"], after: 1, .none, .page(fresh: .seconds(600))),
    .init("fresh is not for errors", [:], after: 1, .validated, .page(fresh: .seconds(600)), status: 404),
    .init("an error's own freshness", ["Cache-Control": "max-age=60"], after: 30, .stored, status: 410),
    .init(
      "asked with no-cache", ["Cache-Control": "max-age=60"], after: 1, .validated,
      .page(CacheWorld.page, ["Cache-Control": "no-cache"], fresh: .seconds(600))),
    .init(
      "asked with Pragma", ["Cache-Control": "max-age=60"], after: 1, .validated,
      .page(CacheWorld.page, ["Pragma": "no-cache"])),
    .init(
      "asked with Pragma and Cache-Control", ["Cache-Control": "max-age=60"], after: 1, .stored,
      .page(CacheWorld.page, ["Pragma": "no-cache", "Cache-Control": "x"])),
    .init(
      "asked with max-age=0", ["Cache-Control": "max-age=60"], after: 1, .validated,
      .page(CacheWorld.page, ["Cache-Control": "max-age=0"])),
    .init(
      "asked with max-age", ["Cache-Control": "max-age=60"], after: 9, .stored,
      .page(CacheWorld.page, ["Cache-Control": "max-age=10"])),
    .init(
      "asked with min-fresh", ["Cache-Control": "max-age=60"], after: 30, .validated,
      .page(CacheWorld.page, ["Cache-Control": "min-fresh=40"])),
    .init(
      "asked with min-fresh, which it is", ["Cache-Control": "max-age=60"], after: 10, .stored,
      .page(CacheWorld.page, ["Cache-Control": "min-fresh=40"])),
    .init(
      "asked with no-store", ["Cache-Control": "max-age=60"], after: 1, .none,
      .page(CacheWorld.page, ["Cache-Control": "no-store"])),
    .init("without conditions", [:], after: 1, .none, .page(isConditional: false)),
    .init(
      "without conditions while fresh", ["Cache-Control": "max-age=60"], after: 1, .stored, .page(isConditional: false)),
  ]

  @Test(arguments: server + client) func theSecondRequest(_ line: FreshnessCase) async throws {
    let world = CacheWorld { request in
      if request.isConditional { return Answer(status: 304) }
      var headers = line.headers
      headers["ETag"] = "\"v1\""
      return Answer("first", status: line.status, headers)
    }
    let first = try await world.get(line.request)
    #expect(first.cacheUse == .none)
    world.clock.advance(by: line.after)
    let second = try await world.get(line.request)
    #expect(second.cacheUse == line.expected)
    #expect(second.status == line.status)
    #expect(second.text == "first")
    #expect(await world.count == (line.expected == .stored ? 1 : 2))
    #expect(await world.server.requests.last?.isConditional == (line.expected == .validated))
    if line.expected != .none { #expect(second.receivedAt == CacheWorld.start) }
    #expect(world.problems.all.isEmpty)
  }

  @Test func aClockThatWasSetBackIsNoReasonToTrust() async throws {
    let world = CacheWorld { _ in Answer("page", ["Cache-Control": "max-age=60"]) }
    try await world.get(.page(fresh: .seconds(60)))
    world.clock.advance(by: .seconds(-1))
    #expect(try await world.get(.page(fresh: .seconds(60))).cacheUse == .none)
  }

  /// By the word of its publisher it does not change any more; that holds for thirty days, and for no error.
  @Test(arguments: [
    (200, 86_400 * 30 - 1, CacheUse.stored), (200, 86_400 * 30, .validated), (404, 1, .validated),
  ])
  func anArchiveIsKeptLong(status: Int, after: Int, expected: CacheUse) async throws {
    let world = CacheWorld { request in
      request.isConditional ? Answer(status: 304) : .archive(status: status, ["ETag": "\"v1\""])
    }
    try await world.get()
    world.clock.advance(by: .seconds(after))
    #expect(try await world.get().cacheUse == expected)
  }

  @Test func theTimeOfARequestIsPartOfTheAge() async throws {
    let clock = JumpingClock(CacheWorld.start)
    let world = CacheWorld { _ in Answer("page") }
    let slow = ScriptedTransport { request in
      var response = Answer("page", ["Cache-Control": "max-age=60"]).response(to: request, at: clock.now())
      response.duration = .seconds(20)
      return response
    }
    let transport = CachingTransport(world.cache, clock: clock, inner: slow)
    for (wait, expected) in [(0, CacheUse.none), (39, .stored), (1, .none)] {
      clock.advance(by: .seconds(wait))
      #expect(try await transport.response(to: .page()).cacheUse == expected)
    }
  }
}
