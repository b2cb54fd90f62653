import HTTPCache
import TestSupport
import Testing
import WeftModel

@Suite struct CredentialTests {
  private typealias Change = @Sendable (inout Request) -> Void

  /// Requests at one address that may get different answers.
  private static let changes: [Change] = [
    { _ in },
    { $0.credentials.headers = ["Authorization": "Bearer one-token"] },
    { $0.credentials.headers = ["Authorization": "Bearer other-token"] },
    { $0.credentials.headers = ["X-Key": "Bearer one-token"] },
    { $0.headers["Authorization"] = "Bearer one-token" },
    { $0.headers["Cookie"] = "session=1" },
    { $0.headers["X-Api-Key"] = "one" },
    { $0.headers["X-Api-Key"] = "two" },
    { $0.headers["X-Page"] = "2" },
    { $0.credentials.cookies = [.init(name: "session", value: "1")] },
    { $0.credentials.cookies = [.init(name: "session", value: "2")] },
    { $0.credentials.cookies = [.init(name: "session", value: "1"), .init(name: "a", value: "b")] },
    { $0.credentials.cookies = [.init(name: "sessio", value: "n1")] },
    { $0.credentials.query = [.init(name: "session", value: "1")] },
    { $0.credentials.query = [.init(name: "key", value: "1")] },
    { $0.credentials.query = [.init(name: "key", value: "2")] },
    { $0.credentials.jar = "blog" },
    { $0.credentials.jar = "news" },
    { $0.credentials.origin = "https://blog.example" },
    { $0.credentials.trust = ["blog.example"] },
    { $0.connection.isInsecure = true },
    { $0.connection.proxy = "http://proxy.example" },
    { $0.connection.certificateFile = "/etc/ca.pem" },
    { $0.url = "https://ada:one@blog.example/feed?paged=2" },
    { $0.url = "https://ada:two@blog.example/feed?paged=2" },
    { $0.url = "https://blog.example/feed?paged=2&" },
    { $0.url = "https://blog.example/feed?paged=%32" },
  ]

  private static func request(_ change: Change) -> Request {
    var request = Request.page()
    change(&request)
    return request
  }

  @Test func nobodyGetsWhatAnotherWasAnswered() async throws {
    let requests = Self.changes.map(Self.request)
    let world = CacheWorld { request in
      Answer(String(requests.firstIndex(of: request) ?? -1), ["Cache-Control": "max-age=600", "ETag": "\"same\""])
    }
    for (index, request) in requests.enumerated() {
      await #expect(throws: SourceFailure.self) { try await world.get(request, .offline) }
      let response = try await world.get(request)
      #expect(response.text == String(index))
      #expect(response.cacheUse == .none)
    }
    for mode in [CachingTransport.Mode.normal, .offline] {
      for (index, request) in requests.enumerated() {
        let response = try await world.get(request, mode, world.cache())
        #expect(response.text == String(index))
        #expect(response.cacheUse == .stored)
      }
    }
    #expect(await world.server.requests.allSatisfy { $0.headers["If-None-Match"] == nil })
  }

  /// What says how a response may be used, and what it may cost, is no part of whose it is.
  @Test func mannersAndLimitsDoNotMatter() async throws {
    let world = CacheWorld { _ in Answer("page", ["Cache-Control": "max-age=600"]) }
    try await world.get()
    var request = Request.page(CacheWorld.page + "#fragment")
    request.manners = RequestManners(spacing: .seconds(1), obeysRobots: true)
    request.limits.whole = .seconds(1)
    #expect(try await world.get(request).cacheUse == .stored)
  }
}
