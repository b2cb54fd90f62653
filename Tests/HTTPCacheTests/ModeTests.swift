import HTTPCache
import TestSupport
import Testing
import WeftModel

@Suite struct ModeTests {
  @Test func refreshAsksPlainlyAndStores() async throws {
    let clock = JumpingClock(CacheWorld.start)
    let world = CacheWorld { request in
      if request.isConditional { return Answer(status: 304) }
      return Answer("at \(clock.now().microseconds)", ["ETag": "\"a\"", "Cache-Control": "max-age=600"])
    }
    let request = Request.page(fresh: .seconds(600))
    try await world.get(request)
    clock.advance(by: .seconds(1))
    let second = try await world.get(request, .refresh)
    #expect(second.cacheUse == .none)
    #expect(second.text == "at \(clock.now().microseconds)")
    #expect(await world.server.requests.allSatisfy { !$0.isConditional })
    // Caches on the way shall not answer either.
    #expect(await world.server.requests.map { $0.headers["Cache-Control"] } == [nil, "no-cache"])
    #expect(try await world.get(request).text == second.text)
    #expect(try await world.get(request).cacheUse == .stored)
  }

  @Test func offlineAnswersWhateverItsAge() async throws {
    for headers: HeaderFields in [[:], ["Cache-Control": "no-cache"], ["Cache-Control": "must-revalidate, max-age=1"]] {
      let world = CacheWorld { _ in Answer("page", headers) }
      try await world.get()
      world.clock.advance(by: .seconds(86_400 * 1_000))
      let response = try await world.get(.page(), .offline)
      #expect(response.text == "page")
      #expect(response.cacheUse == .stored)
      #expect(response.receivedAt == CacheWorld.start)
      #expect(await world.count == 1)
    }
  }

  @Test func offlineSaysWhatIsMissing() async throws {
    let world = CacheWorld { _ in Answer("page") }
    try await world.get()
    let requests = [
      Request.page("https://blog.example/feed?paged=3"), .page("https://blog.example/feed"),
      .page("http://blog.example/feed?paged=2"), Request(method: "POST", url: CacheWorld.page),
      Request(url: CacheWorld.page, body: []),
    ]
    for request in requests {
      let failure = SourceFailure(
        .request, "\(request.url) is not in the cache", url: request.url, retry: .never)
      await #expect(throws: failure) { try await world.get(request, .offline) }
    }
    #expect(await world.count == 1)
  }

  @Test func offlineShowsNoSecret() async throws {
    let world = CacheWorld { _ in Answer("page") }
    var request = Request.page("https://ada:lovelace@blog.example/?q=1&api_key=k3y&mine=s3cret")
    request.credentials.secretParameters = ["mine"]
    let shown = "https://***@blog.example/?q=1&api_key=***&mine=***"
    let failure = SourceFailure(.request, "\(shown) is not in the cache", url: shown)
    await #expect(throws: failure) { try await world.get(request, .offline) }
  }

  @Test func nothingIsOpenedBeforeTheFirstRequest() async throws {
    let folder = TemporaryFolder()
    let world = CacheWorld { _ in Answer("page") }
    let cache = world.cache(folder: folder.file("a/b"))
    _ = world.transport(.normal, cache)
    #expect(folder.names.isEmpty)
    try await world.get(.page(), .normal, cache)
    #expect(folder.names == ["a"])
  }
}
