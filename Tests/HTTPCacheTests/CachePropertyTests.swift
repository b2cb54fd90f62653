import HTTPCache
import TestSupport
import Testing
import WeftModel

/// A server of a random world: pages change, whole and in what they say of themselves, and each body names all that it
/// depends on.
private struct World {
  struct Page {
    var version = 0
    var headers = HeaderFields()
    var status = 200
  }

  var pages: [String: Page] = [:]

  /// What the server would answer at this moment.
  func answer(_ request: Request) -> Answer {
    let page = pages[request.url] ?? Page()
    var parts = [request.url, "version \(page.version)", request.credentials.headers["Authorization"] ?? "nobody"]
    for name in page.headers.values(of: "Vary").flatMap({ $0.split(separator: ", ") }) where name != "*" {
      parts.append("\(name)=\(request.headers[String(name)] ?? "none")")
    }
    if page.headers["ETag"] != nil, request.headers["If-None-Match"] == page.headers["ETag"] {
      return Answer(status: 304, page.headers)
    }
    return Answer(parts.joined(separator: "; "), status: page.status, page.headers)
  }
}

/// The world, changed by the test and read by the server.
private actor WorldServer: Transport {
  private var world = World()
  private let clock: JumpingClock
  private(set) var asked = 0

  init(_ clock: JumpingClock) { self.clock = clock }

  func change(_ url: String, _ page: World.Page) { world.pages[url] = page }
  func page(_ url: String) -> World.Page { world.pages[url] ?? World.Page() }
  func truth(_ request: Request) -> Answer { world.answer(request) }

  func response(to request: Request) async throws(SourceFailure) -> Response {
    asked += 1
    return world.answer(request).response(to: request, at: clock.now())
  }
}

@Suite struct CachePropertyTests {
  private static let controls: [HeaderFields] = [
    [:], ["Cache-Control": "max-age=30"], ["Cache-Control": "max-age=5"], ["Cache-Control": "no-cache"],
    ["Cache-Control": "no-store"], ["Cache-Control": "max-age=30, must-revalidate"], ["Cache-Control": "private"],
  ]
  private static let varies: [String?] = [nil, nil, "Accept", "Accept-Language", "Accept, Accept-Language", "*"]

  /// In any order of requests and changes, by several runs: a body is never answered to another address, variant or
  /// holder; what nobody was asked about is what the server had said within the time that it allowed.
  @Test(arguments: 0..<(isLong ? 300 : 12)) func neverAnswersWhatItMustNot(_ seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    let clock = JumpingClock(CacheWorld.start)
    let server = WorldServer(clock)
    let folder = TemporaryFolder()
    let problems = Problems()
    let limit = random.pick([60_000, 1 << 20])
    var caches = (0..<2).map { _ in ResponseCache(folder: folder.path, limit: limit, report: problems.add) }
    // When the server last gave or confirmed what a request gets, and for how long that holds.
    var allowed: [Request: (until: Timestamp, body: String)] = [:]
    for step in 0..<150 {
      let url = "https://blog.example/\(random.below(4))"
      switch random.below(10) {
      case 0..<2:
        var page = await server.page(url)
        page.version += 1
        page.headers = random.pick(Self.controls)
        // A tag that says nothing of the address.
        if random.below(3) > 0 { page.headers["ETag"] = "\"\(page.version)\"" }
        if let vary = random.pick(Self.varies) { page.headers["Vary"] = vary }
        page.status = random.pick([200, 200, 200, 404, 503])
        await server.change(url, page)
      case 2: clock.advance(by: .seconds(random.below(12)))
      case 3 where random.below(4) == 0:
        caches[random.below(2)] = ResponseCache(folder: folder.path, limit: limit, report: problems.add)
      default:
        var request = Request(url: url, headers: ["Accept": random.pick(["a", "b"])])
        if random.below(2) == 0 { request.headers["Accept-Language"] = random.pick(["de", "en"]) }
        if random.below(2) == 0 {
          request.credentials.headers = ["Authorization": random.pick(["ada", "bob"])]
        }
        let before = await server.asked
        let transport = CachingTransport(caches[random.below(2)], clock: clock, inner: server)
        let response = try await transport.response(to: request)
        let truth = await server.truth(request)
        let context: Comment = "seed \(seed), step \(step)"
        guard response.cacheUse == .stored else {
          #expect(await server.asked > before, context)
          #expect(response.text == truth.body, context)
          #expect(response.status == truth.status, context)
          // An error takes nothing back that was allowed before.
          guard response.status != 503 else { continue }
          let lifetime = truth.headers["Cache-Control"].flatMap {
            $0.contains("max-age=30") ? 30 : $0.contains("max-age=5") ? 5 : nil
          }
          // What the same one was told before holds no longer, whatever it was.
          allowed[request] = (clock.now().advanced(by: .seconds(lifetime ?? 0)), response.text)
          continue
        }
        #expect(await server.asked == before, context)
        // Somebody with the same selecting fields may have got it: the body names them.
        let parts = response.text.split(separator: "; ").map(String.init)
        #expect(parts.first == url, context)
        #expect(parts.dropFirst(2).first == request.credentials.headers["Authorization"] ?? "nobody", context)
        for part in parts.dropFirst(3) {
          let field = part.split(separator: "=")
          #expect(field.last.map(String.init) == request.headers[String(field[0])] ?? "none", context)
        }
        let isAllowed = allowed.contains { $0.value.body == response.text && $0.value.until > clock.now() }
        #expect(isAllowed, context)
      }
    }
    #expect(problems.all.isEmpty)
  }
}
