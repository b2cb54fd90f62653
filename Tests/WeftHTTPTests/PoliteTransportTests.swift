import TestSupport
import Testing
import WeftModel

@testable import WeftHTTP

@Suite struct PoliteTransportTests {
  private func transport(
    robots: Response = Response("", status: 404), clock: JumpingClock = JumpingClock(),
    page: @escaping @Sendable (Request) -> Response = { Response("page", url: $0.url) }
  ) -> (polite: PoliteTransport, inner: ScriptedTransport) {
    let inner = ScriptedTransport { request in request.url.hasSuffix("/robots.txt") ? robots : page(request) }
    return (PoliteTransport(inner, userAgent: "Weft/1.0", clock: clock), inner)
  }

  private func request(_ path: String, host: String = "h.example", obeys: Bool = true) -> Request {
    Request(url: "http://\(host)\(path)", manners: RequestManners(obeysRobots: obeys))
  }

  @Test func asksForTheRulesOfAServerOnce() async throws {
    let (polite, inner) = transport()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask { _ = try await polite.response(to: self.request("/\(number)")) }
      }
      try await group.waitForAll()
    }
    _ = try await polite.response(to: request("/x", host: "other.example"))
    let robots = await inner.addresses.filter { $0.hasSuffix("/robots.txt") }
    #expect(robots == ["http://h.example/robots.txt", "http://other.example/robots.txt"])
  }

  @Test func aClosedPageIsAFailureForGood() async {
    let (polite, inner) = transport(robots: Response("User-agent: weft\nDisallow: /private?"))
    let failure = await #expect(throws: SourceFailure.self) {
      try await polite.response(to: self.request("/private?page=2&api_key=secret"))
    }
    #expect(failure?.kind == .robots)
    #expect(failure?.retry == .never)
    #expect(failure?.url == "http://h.example/private?page=2&api_key=***")
    #expect(failure?.message.contains("request.robots: ignore") == true)
    #expect(await inner.requests.count == 1)
    // The path alone is open, and a source that is told to ignore the file is not held up.
    await #expect(throws: Never.self) { try await polite.response(to: self.request("/private")) }
    await #expect(throws: Never.self) { try await polite.response(to: self.request("/private?x", obeys: false)) }
  }

  @Test(arguments: [404, 403, 410, 401]) func aServerWithoutRulesIsOpen(status: Int) async {
    let (polite, _) = transport(robots: Response("User-agent: *\nDisallow: /", status: status))
    await #expect(throws: Never.self) { try await polite.response(to: self.request("/")) }
  }

  @Test(arguments: [500, 503, 429]) func rulesThatCannotBeReadCloseTheServerForNow(status: Int) async {
    let (polite, inner) = transport(robots: Response("", status: status))
    for _ in 0..<2 {
      let failure = await #expect(throws: SourceFailure.self) { try await polite.response(to: self.request("/")) }
      #expect(failure?.retry == .scheduled)
      #expect(failure?.status == status)
    }
    // Asked again, and never a page.
    #expect(await inner.addresses == ["http://h.example/robots.txt", "http://h.example/robots.txt"])
  }

  @Test(arguments: [SourceFailure.Kind.connect, .timeout, .redirect, .tooLarge, .tls])
  func aServerThatDoesNotAnswerForItsRulesHasNone(kind: SourceFailure.Kind) async {
    let inner = ScriptedTransport { request throws(SourceFailure) in
      if request.url.hasSuffix("/robots.txt") { throw SourceFailure(kind, "no answer") }
      return Response("page")
    }
    let polite = PoliteTransport(inner, clock: JumpingClock())
    for _ in 0..<2 {
      await #expect(throws: Never.self) { try await polite.response(to: self.request("/")) }
    }
    #expect(await inner.requests.count == 3)
  }

  @Test func theRequestForTheRulesCarriesNoSecret() async throws {
    let (polite, inner) = transport()
    var request = request("/a")
    request.headers["User-Agent"] = "Mine/2"
    request.credentials = RequestCredentials(
      headers: ["Authorization": "Bearer secret"], cookies: [.init(name: "a", value: "secret")],
      query: [.init(name: "key", value: "secret")], origin: "http://h.example/feed")
    _ = try await polite.response(to: request)
    let asked = try #require(await inner.requests.first)
    #expect(asked.url == "http://h.example/robots.txt")
    #expect(asked.credentials.secretTexts.isEmpty)
    #expect(asked.credentials.jar.isEmpty)
    // A public source must not lead to a private server's file either.
    #expect(asked.credentials.origin == "http://h.example/feed")
    #expect(asked.headers["User-Agent"] == "Mine/2")
  }

  @Test func theNameInTheUserAgentOfTheSourceCounts() async {
    let (polite, _) = transport(robots: Response("User-agent: mine\nDisallow: /"))
    await #expect(throws: Never.self) { try await polite.response(to: self.request("/")) }
    var named = request("/")
    named.headers["User-Agent"] = "Mine/2"
    let closed = named
    await #expect(throws: SourceFailure.self) { try await polite.response(to: closed) }
  }

  @Test func requestsOfOneHostWaitForTheirTurns() async throws {
    let clock = JumpingClock()
    let (polite, _) = transport(clock: clock)
    var request = request("/", obeys: false)
    request.manners.spacing = .milliseconds(500)
    for _ in 0..<3 { _ = try await polite.response(to: request) }
    #expect(clock.sleeps == [.milliseconds(500), .milliseconds(500)])
  }

  @Test func keepsTheDelayThatTheRulesAskFor() async throws {
    let clock = JumpingClock()
    let (polite, _) = transport(robots: Response("User-agent: *\nCrawl-delay: 3600"), clock: clock)
    let first = try await polite.response(to: request("/1"))
    _ = try await polite.response(to: request("/2"))
    // No reader waits for an hour.
    #expect(clock.sleeps == [PoliteTransport.maximalDelay])
    #expect(first.warnings.map(\.code) == ["crawl_delay"])
  }

  @Test func aBusyHostIsAskedMoreSlowly() async throws {
    let clock = JumpingClock()
    let (polite, _) = transport(clock: clock) { Response("", status: $0.url.hasSuffix("/busy") ? 503 : 200) }
    _ = try await polite.response(to: request("/busy", obeys: false))
    _ = try await polite.response(to: request("/", obeys: false))
    _ = try await polite.response(to: request("/", obeys: false))
    #expect(clock.sleeps == [HostPacer.firstPenalty, HostPacer.firstPenalty * 3 / 4])
  }

  @Test func tellsWhoeverAskedThatItWaits() async throws {
    let (polite, _) = transport()
    var request = request("/", obeys: false)
    request.manners.spacing = .seconds(1)
    let spaced = request
    let notes = Notes()
    try await RequestTurn.$current.withValue(RequestTurn { await notes.append($0) }) {
      _ = try await polite.response(to: spaced)
      #expect(await notes.all.isEmpty)
      _ = try await polite.response(to: spaced)
    }
    #expect(await notes.all == [true, false])
  }

  @Test func requestsThatComeMeanwhileWaitForTheRules() async throws {
    let gate = Gate()
    let inner = GatedTransport(gate)
    let polite = PoliteTransport(inner, clock: JumpingClock())
    let tasks = (0..<5).map { number in Task { try await polite.response(to: self.request("/\(number)")) } }
    await gate.arrived(1)
    // Long enough for the others to come, too.
    for _ in 0..<200 { await Task.yield() }
    await gate.open()
    for task in tasks { #expect(try await task.value.status == 200) }
    #expect(await gate.count == 1)
  }

  @Test func aCancelledRequestLeavesTheRulesToOthers() async throws {
    let gate = Gate()
    let inner = GatedTransport(gate)
    let polite = PoliteTransport(inner, clock: JumpingClock())
    let first = Task { try await polite.response(to: self.request("/1")) }
    await gate.arrived(1)
    let second = Task { try await polite.response(to: self.request("/2")) }
    first.cancel()
    await gate.arrived(2)
    await gate.open()
    await #expect(throws: SourceFailure.self) { try await first.value }
    #expect(try await second.value.status == 200)
  }
}

private actor Notes {
  private(set) var all: [Bool] = []
  func append(_ note: Bool) { all.append(note) }
}

/// Lets requests for `robots.txt` pass when it is opened, and ends those that are cancelled.
private actor Gate {
  private var isOpen = false
  private(set) var count = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  func arrive() {
    count += 1
    watchers.removeAll { watcher in
      if watcher.count <= count { watcher.continuation.resume() }
      return watcher.count <= count
    }
  }

  func arrived(_ wanted: Int) async {
    guard count < wanted else { return }
    await withCheckedContinuation { watchers.append((wanted, $0)) }
  }

  func pass() async {
    guard !isOpen else { return }
    await withCheckedContinuation { continuation in
      // Who was cancelled before it came here is let through by nobody.
      if Task.isCancelled { continuation.resume() } else { waiting.append(continuation) }
    }
  }

  func open() {
    isOpen = true
    release()
  }

  func release() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

private struct GatedTransport: Transport {
  let gate: Gate
  init(_ gate: Gate) { self.gate = gate }

  func response(to request: Request) async throws(SourceFailure) -> Response {
    guard request.url.hasSuffix("/robots.txt") else { return Response("page") }
    await gate.arrive()
    await withTaskCancellationHandler {
      await gate.pass()
    } onCancel: {
      Task { await gate.release() }
    }
    if Task.isCancelled { throw SourceFailure(.cancelled, "cancelled") }
    return Response("", status: 404)
  }
}
