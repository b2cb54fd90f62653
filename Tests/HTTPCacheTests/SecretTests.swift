import Foundation
import HTTPCache
import TestSupport
import Testing
import WeftModel

@Suite struct SecretTests {
  private static let secrets = [
    "b34rer/t0ken+x", "c00kie-v4lue", "qu3ry k3y&more", "own-p4rameter", "p4ssword", "ada:p4ssword", "h34der-key",
    "known-by-n4me", "set-c00kie", "d1gest-nonce",
  ]

  /// A source with a secret in every place that there is for one.
  private static var request: Request {
    var request = Request.page(
      "https://ada:p4ssword@api.example/items?mine=own-p4rameter&api_key=known-by-n4me&page=2",
      ["X-Api-Key": "h34der-key"])
    request.credentials.headers = ["Authorization": "Bearer b34rer/t0ken+x"]
    request.credentials.cookies = [.init(name: "session", value: "c00kie-v4lue")]
    request.credentials.query = [.init(name: "key", value: "qu3ry k3y&more")]
    request.credentials.secretParameters = ["mine"]
    return request
  }

  /// A server that repeats all of them, in the forms that are common.
  private static let answer: Answer = {
    let encoded = "qu3ry%20k3y%26more"
    var answer = Answer(
      """
      {"next": "https:\\/\\/ada:p4ssword@api.example\\/items?key=\(encoded)&mine=own-p4rameter&page=3",
       "token": "b34rer\\/t0ken+x", "plain": "b34rer/t0ken+x", "lower": "b34rer%2ft0ken%2bx", "upper": "b34rer%2Ft0ken%2Bx",
       "cookie": "c00kie-v4lue", "asked": "qu3ry k3y&more", "twice": "h34der-keyh34der-key", "key": "known-by-n4me",
       "almost": "b34rer/t0ken b34re", "tail": "own-p4ramete"}
      """,
      [
        "ETag": "\"h34der-key\"", "Link": "<https://api.example/items?key=\(encoded)&page=3>; rel=next",
        "Set-Cookie": "session=set-c00kie", "Authentication-Info": "nextnonce=\"d1gest-nonce\"",
      ])
    answer.url = "https://www.api.example/items?mine=own-p4rameter&api_key=known-by-n4me&page=2"
    answer.redirects = ["https://ada:p4ssword@api.example/items?mine=own-p4rameter&api_key=known-by-n4me&page=2"]
    answer.warnings = [SourceWarning(code: "moved", text: "to \(encoded)")]
    return answer
  }()

  private func found(_ secrets: [String], in folder: TemporaryFolder) -> [String] {
    let data = Data(folder.bytes)
    return secrets.filter { data.range(of: Data($0.utf8)) != nil }
  }

  @Test func theFileHoldsNone() async throws {
    let world = CacheWorld { request in
      guard request.isConditional else { return Self.answer }
      var answer = Answer(status: 304, ["X-Again": "c00kie-v4lue b34rer/t0ken+x"])
      answer.url = Self.answer.url
      return answer
    }
    let first = try await world.get(Self.request)
    let forms = Self.secrets + ["b34rer%2Ft0ken%2Bx", "b34rer%2ft0ken%2bx", "b34rer\\/t0ken+x", "qu3ry%20k3y%26more"]
    #expect(found(forms, in: world.folder) == [])
    // The search finds what is there: the server's address and words.
    #expect(found(["www.api.example", "almost", "\"tail\": \"own-p4ramete\""], in: world.folder).count == 3)

    let offline = try await world.get(Self.request, .offline, world.cache())
    #expect(offline.body == first.body)
    #expect(offline.url == first.url)
    #expect(offline.redirects == first.redirects)
    #expect(offline.warnings == first.warnings)
    #expect(offline.headers == ["ETag": "\"h34der-key\"", "Link": try #require(first.headers["Link"])])

    #expect(try await world.get(Self.request).cacheUse == .validated)
    #expect(found(forms, in: world.folder) == [])
    let second = try await world.get(Self.request, .offline, world.cache())
    #expect(second.body == first.body)
    #expect(second.headers["X-Again"] == "c00kie-v4lue b34rer/t0ken+x")
  }

  /// What is asked cannot be read from the file either, beyond what the response repeats.
  @Test func theFileHoldsNoAddressThatTheResponseDoesNot() async throws {
    let world = CacheWorld { _ in
      var answer = Answer("page")
      answer.url = "https://blog.example/"
      return answer
    }
    try await world.get(.page("https://blog.example/private-feed-of-ada"))
    #expect(found(["private-feed-of-ada"], in: world.folder) == [])
  }

  @Test func onlyItsOwnerReadsIt() async throws {
    let world = CacheWorld { _ in Answer("page") }
    let cache = world.cache(folder: world.folder.file("one/two"))
    try await world.get(.page(), .normal, cache)
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: world.folder.file(path))[.posixPermissions] as? Int
    }
    #expect(try mode("one") == 0o700)
    #expect(try mode("one/two") == 0o700)
    #expect(try mode("one/two/responses.sqlite") == 0o600)
    #expect(try mode("one/two/responses.sqlite-wal") == 0o600)
  }

  /// Bodies full of secrets, pieces of secrets and what looks like the cache's own marks come back byte for byte.
  @Test func whatIsTakenOutComesBack() async throws {
    var random = SplitMix64(seed: 7)
    for round in 0..<(isLong ? 1_000 : 30) {
      let alphabet = random.pick([["a", "b"], ["a", "/", "%", "2", "F", "\\"], ["ä", "+", " é", "x"]])
      func text(_ length: Int) -> String { (0..<length).map { _ in random.pick(alphabet) }.joined() }
      var request = Request.page()
      let secrets = (0..<(1 + random.below(4))).map { _ in text(4 + random.below(5)) }
      request.credentials.cookies = secrets.map { .init(name: "n", value: $0) }
      let body = (0..<20).map { _ in random.below(3) == 0 ? random.pick(secrets) : text(random.below(12)) }.joined()
      let world = CacheWorld { _ in Answer(body) }
      try await world.get(request)
      #expect(
        found(secrets.filter { $0.utf8.count >= 4 }, in: world.folder) == [], "seed \(random.seed), round \(round)")
      #expect(try await world.get(request, .offline, world.cache()).text == body, "seed \(random.seed), round \(round)")
    }
  }
}
