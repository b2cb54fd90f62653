import HTTPCache
import TestSupport
import Testing
import WeftModel

@Suite struct VaryTests {
  /// Answers with what it was asked for.
  private func world(_ vary: String...) -> CacheWorld {
    CacheWorld { request in
      var headers: HeaderFields = ["Cache-Control": "max-age=600"]
      for value in vary { headers.append("Vary", value) }
      return Answer(
        (request.headers["Accept"] ?? "-") + " " + (request.headers["Accept-Language"] ?? "-"), headers)
    }
  }

  private func page(_ headers: HeaderFields) -> Request { .page(CacheWorld.page, headers) }

  @Test func eachVariantIsKept() async throws {
    let world = world("Accept-Language, accept")
    let requests = ["de", "en", "", "de, en"].flatMap { language in
      ["text/html", "*/*"].map { page(["Accept": $0, "Accept-Language": language]) }
    }
    let all = requests + [page(["Accept": "*/*"]), page([:])]
    for request in all { #expect(try await world.get(request).cacheUse == .none) }
    for request in all {
      let response = try await world.get(request)
      #expect(response.cacheUse == .stored)
      let language = request.headers["Accept-Language"] ?? "-"
      #expect(response.text == (request.headers["Accept"] ?? "-") + " " + language)
    }
  }

  @Test func whatIsNotNamedDoesNotMatter() async throws {
    for world in [world("Accept"), world("accept", "Accept-Encoding")] {
      try await world.get(page(["Accept": "a", "Accept-Language": "de", "User-Agent": "1"]))
      let same = page(["accept": "a", "Accept-Language": "en", "User-Agent": "2", "Accept-Encoding": "br"])
      #expect(try await world.get(same).cacheUse == .stored)
      #expect(try await world.get(page(["Accept": "b", "Accept-Language": "de"])).cacheUse == .none)
    }
  }

  @Test func fieldsOfOneNameAreAList() async throws {
    let world = world("Accept")
    try await world.get(page(["Accept": "a", "Accept": "b"]))
    #expect(try await world.get(page(["Accept": "a, b"])).cacheUse == .none)
    #expect(try await world.get(page(["Accept": "a", "Accept": "b"])).cacheUse == .stored)
    #expect(try await world.get(page(["Accept": "b", "Accept": "a"])).cacheUse == .none)
  }

  @Test func aStarMatchesNothing() async throws {
    for world in [world("*"), world("Accept", "*"), world("Accept, *")] {
      try await world.get()
      #expect(try await world.get().cacheUse == .none)
      await #expect(throws: SourceFailure.self) { try await world.get(.page(), .offline) }
    }
  }

  /// The newest of those that fit, where the server has changed its mind about what matters.
  @Test func aNewVaryTakesThePlaceOfWhatItWouldHaveAnswered() async throws {
    let world = CacheWorld { request in
      switch request.headers["Accept-Language"] {
      case "de": Answer("for all", ["ETag": "\"1\""])
      default: Answer("for English", ["Vary": "Accept-Language", "ETag": "\"2\""])
      }
    }
    try await world.get(page(["Accept-Language": "de"]))
    #expect(try await world.get(page(["Accept-Language": "en"])).text == "for English")
    #expect(try await world.get(page(["Accept-Language": "en"]), .offline).text == "for English")
    await #expect(throws: SourceFailure.self) { try await world.get(page(["Accept-Language": "de"]), .offline) }
  }

  @Test func notModifiedMayChangeWhatMatters() async throws {
    let world = CacheWorld { request in
      request.isConditional
        ? Answer(status: 304, ["Vary": "Accept-Language", "Cache-Control": "max-age=60"])
        : Answer("page", ["ETag": "\"1\""])
    }
    try await world.get(page(["Accept-Language": "de"]))
    #expect(try await world.get(page(["Accept-Language": "de"])).cacheUse == .validated)
    #expect(try await world.get(page(["Accept-Language": "de"])).cacheUse == .stored)
    #expect(try await world.get(page(["Accept-Language": "en"])).cacheUse == .none)
  }

  /// Who has been told that the newer one holds is not given the older one when the newer is gone.
  @Test func whatIsConfirmedDrivesOutWhatIsOlder() async throws {
    let clock = JumpingClock(CacheWorld.start)
    let world = CacheWorld { request in
      if request.isConditional { return Answer(status: 304) }
      switch clock.now().since(CacheWorld.start) {
      case .zero: return Answer("first", ["Vary": "Accept-Language", "Cache-Control": "max-age=600"])
      case .seconds(1): return Answer("second", ["Vary": "Accept", "ETag": "\"2\""])
      default: return Answer("third", ["Vary": "Accept, Accept-Language"])
      }
    }
    for (languages, expected) in [
      ("en", "first"), ("de", "second"), ("en", "second"), ("fr", "third"), ("en", "third"),
    ] {
      let response = try await world.get(
        page(["Accept": "a", "Accept-Language": languages]), languages == "fr" ? .refresh : .normal)
      #expect(response.text == expected)
      if languages == "en", expected == "second" { #expect(response.cacheUse == .validated) }
      for clock in [clock, world.clock] { clock.advance(by: .seconds(1)) }
    }
  }
}
