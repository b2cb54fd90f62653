import Foundation
import HTTPServer
import TestSupport
import Testing
import WeftKit

/// Recipes J: manners, retries and failures, through the whole engine.
@Suite struct MannersTests {
  /// What a run did, as its trace says.
  private func read(
    _ configuration: String, clock: any EngineClock = SystemClock(), cache: String? = nil,
    mode: CachingTransport.Mode = .normal, isStrict: Bool = false
  ) async throws -> (items: [FeedItem], events: [FeedEvent], statuses: [SourceStatus]) {
    let events = Locked<[FeedEvent]>([])
    let transport = Engine.transport(cache: cache.map { (ResponseCache(folder: $0) { _ in }, mode) }, clock: clock)
    let engine = Engine(transport: transport, clock: clock)
    var (settings, _) = try engine.configuration(reading: configuration)
    settings.merge.isStrict = isStrict
    let feed = try engine.feed(of: settings) { event in
      events.with { $0.append(event) }
    }
    feed.scroll(to: 1_000)
    var items: [FeedItem] = []
    for await item in feed { items.append(item) }
    return (items, events.with { $0 }, await feed.statuses)
  }

  /// A feed that is being read to its end, on a clock that the test moves.
  private func reading(
    _ configuration: String, clock: TestClock
  ) throws -> (feed: Feed, reader: Task<[FeedItem], Never>, events: Locked<[FeedEvent]>) {
    let events = Locked<[FeedEvent]>([])
    let engine = Engine(transport: Engine.transport(clock: clock), clock: clock)
    let feed = try engine.feed(of: engine.configuration(reading: configuration).configuration) { event in
      events.with { $0.append(event) }
    }
    feed.scroll(to: 100)
    let reader = Task {
      var items: [FeedItem] = []
      for await item in feed { items.append(item) }
      return items
    }
    return (feed, reader, events)
  }

  private func requests(_ events: [FeedEvent], of name: String) -> [(address: String, attempt: Int, at: Timestamp)] {
    events.compactMap { event in
      guard case .request(name, let address, _, let attempt, _) = event.kind else { return nil }
      return (address, attempt, event.at)
    }
  }

  private func retries(_ events: [FeedEvent]) -> [Duration?] {
    events.compactMap { event in
      guard case .failure(_, _, let retryAt) = event.kind else { return nil }
      return .some(retryAt?.since(event.at))
    }
  }

  /// Each of these names a wait of two seconds.
  @Test(arguments: ["Retry-After: 2", "X-RateLimit-Reset: 1000000002", "Retry-After: Sun, 09 Sep 2001 01:46:42 GMT"])
  func j1_theServersWaitIsKeptAndOthersGoOn(field: String) async throws {
    let server = try RecipeServer(numbered: { request, _ in
      .items(request.path == "/a" ? 1...2 : 3...4)
    })
    let limited = Locked(0)
    let busy = try RecipeServer { _ in
      guard
        limited.with({ count in
          count += 1; return count == 1
        })
      else { return .items(1...2) }
      let parts = field.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      return .json("{}", status: 429, headers: [.init(parts[0], parts[1])])
    }
    let clock = TestClock()
    let (feed, reader, events) = try reading(
      """
      defaults: {items: $.items, fields: {id: id}}
      sources: {busy: {url: "\(busy.origin)/"}, b: {url: "\(server.origin)/b"}}
      merge: {order: interleave, patience: 1h}
      """, clock: clock)
    for await status in feed.changes where status.name == "busy" && status.state == .error { break }
    for await status in feed.changes where status.name == "b" && status.state == .full { break }
    #expect(busy.requests.count == 1)
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(1_999))
    #expect(busy.requests.count == 1)
    clock.advance(by: .milliseconds(1))
    #expect(await reader.value.map(\.item.id).sorted() == ["1", "2", "3", "4"])
    #expect(retries(events.with { $0 }) == [.seconds(2)])
    #expect(busy.targets == ["/", "/"])
  }

  @Test(arguments: [("0", true), ("5", false), (nil, false)])
  func j4_aRateLimitMaySay403(remaining: String?, isRetried: Bool) async throws {
    let server = try RecipeServer(numbered: { _, number in
      guard number == 1 else { return .items(1...2) }
      let fields = remaining.map { [ServerRequest.Field("X-RateLimit-Remaining", $0)] } ?? []
      return .json("{}", status: 403, headers: fields)
    })
    let run = try await read(
      "sources: {a: {url: '\(server.origin)/', items: $.items, fields: {id: id}, request: {retry: {base: 1ms}}}}")
    #expect(run.items.count == (isRetried ? 2 : 0))
    let willRetry = retries(run.events).map { $0 != nil }
    #expect(willRetry == [isRetried])
    #expect(server.requests.count == (isRetried ? 2 : 1))
  }

  @Test func j5_requestsOfOneHostAreSpacedAcrossSources() async throws {
    let server = try RecipeServer { request in .items([Int(request.path.dropFirst()) ?? 0]) }
    let clock = JumpingClock()
    let sources = (1...8).map { "s\($0): {url: '\(server.origin)/\($0)'}" }.joined(separator: ", ")
    let run = try await read(
      "defaults: {items: $.items, fields: {id: id}, request: {rate: 2/s}}\nsources: {\(sources)}",
      clock: clock, isStrict: true)
    #expect(run.items.count == 8)
    let late = run.items.filter(\.isLate)
    #expect(late.isEmpty)
    // The clock went on by what eight requests need: seven times half a second.
    #expect(clock.now().since(Timestamp(seconds: 1_700_000_000)) == .milliseconds(3_500))
  }

  /// A request that waits for its turn has not been sent: nobody's patience with its source runs.
  @Test func j5_whoWaitsForATurnIsNotSlow() async throws {
    let server = try RecipeServer { request in .items([Int(request.path.dropFirst()) ?? 0]) }
    let clock = TestClock()
    let (feed, reader, events) = try reading(
      """
      defaults: {items: $.items, fields: {id: id}, request: {rate: 1/s}}
      sources: {a: {url: "\(server.origin)/1"}, b: {url: "\(server.origin)/2"}}
      merge: {order: interleave, patience: 100ms}
      """, clock: clock)
    for await status in feed.changes where status.state == .full { break }
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(999))
    // What a patience would do by now is done.
    _ = await feed.statuses
    for _ in 0..<100 { await Task.yield() }
    #expect(server.requests.count == 1)
    clock.advance(by: .milliseconds(1))
    let late = await reader.value.filter(\.isLate)
    #expect(late.isEmpty)
    let excluded = events.with { $0 }.filter { if case .exclude = $0.kind { true } else { false } }
    #expect(excluded.isEmpty)
    #expect(server.requests.count == 2)
  }

  @Test func j7_aSourceThatFailedComesBackWithTheNextLoad() async throws {
    let server = try RecipeServer(numbered: { _, number in
      number <= 4 ? .json("{}", status: 500) : .items(1...2)
    })
    let text = """
      sources: {a: {url: "\(server.origin)/", items: $.items, fields: {id: id}, request: {retry: {times: 3, base: 1ms}}}}
      """
    let engine = Engine()
    let feed = try engine.feed(of: engine.configuration(reading: text).configuration)
    feed.scroll(to: 10)
    var count = 0
    for await _ in feed { count += 1 }
    #expect(count == 0)
    #expect(await feed.statuses.first?.state == .error)
    await feed.retry("a")
    for await _ in feed { count += 1 }
    #expect(count == 2)
    #expect(await feed.statuses.first?.state == .full)
  }

  @Test func j8_aServerThatHangsUpIsAskedAgainLaterAndLater() async throws {
    let server = try RecipeServer(numbered: { _, number in number <= 2 ? .hangUp : .items(1...2) })
    let run = try await read(
      "sources: {a: {url: '\(server.origin)/', items: $.items, fields: {id: id}, request: {retry: {base: 10ms}}}}")
    #expect(run.items.count == 2)
    let waits = retries(run.events).compactMap { $0?.inMicroseconds }
    try #require(waits.count == 2)
    #expect((8_000...12_000).contains(waits[0]))
    #expect((16_000...24_000).contains(waits[1]))
    #expect(requests(run.events, of: "a").map(\.attempt) == [1, 2, 3])
  }

  @Test func j10_a304ForEverIsNoEnd() async throws {
    let folder = TemporaryFolder()
    let isStuck = Flag()
    let server = try RecipeServer { request in
      // It says 304 even to those who have nothing, once it is stuck; but a plain reload it answers.
      if isStuck.isSet, request.header("If-None-Match") != nil { return ServerResponse(status: 304) }
      return .json(RecipeServer.object(isStuck.isSet ? 2 : 1), headers: [.init("ETag", "\"same for ever\"")])
    }
    let text = "sources: {a: {url: '\(server.origin)/', items: $.items, fields: {id: id}}}"
    #expect(try await read(text, cache: folder.path).items.map(\.item.id) == ["1"])
    isStuck.set()
    #expect(try await read(text, cache: folder.path).items.map(\.item.id) == ["1"])
    #expect(try await read(text, cache: folder.path, mode: .refresh).items.map(\.item.id) == ["2"])
    #expect(server.requests.last?.header("If-None-Match") == nil)
  }

  @Test func j10_a304WithoutACacheIsAskedForPlainly() async throws {
    let folder = TemporaryFolder()
    let server = try RecipeServer(numbered: { _, number in
      number == 1 ? ServerResponse(status: 304) : .items(1...2)
    })
    let run = try await read(
      "sources: {a: {url: '\(server.origin)/', items: $.items, fields: {id: id}}}", cache: folder.path)
    #expect(run.items.count == 2)
    #expect(retries(run.events).isEmpty)
    #expect(server.requests.count == 2)
  }

  @Test func j14_pagesThatSendTheReaderToEachOtherAreLeft() async throws {
    let server = try RecipeServer { request in
      let other = request.path == "/one" ? "/two" : "/one"
      return ServerResponse(
        "text/html", "<!DOCTYPE html><html><meta http-equiv=refresh content=\"0; url=\(other)\"><p>moved</html>")
    }
    let run = try await read(
      "sources: {a: {kind: html, url: '\(server.origin)/one', items: article, fields: {title: h2}, request: {retry: {times: 0}}}}"
    )
    #expect(run.statuses.first?.failure?.kind == .redirect)
    #expect(server.requests.count <= 5)
  }

  @Test(arguments: [
    #"{"errors": [{"message": "quota exceeded"}]}"#, #"{"items": [], "errors": [{"message": "quota exceeded"}]}"#,
    #"{"error": "quota exceeded"}"#,
  ])
  func j15_aListOfErrorsIsNoEmptyPage(body: String) async throws {
    let server = try RecipeServer { _ in .json(body) }
    let run = try await read(
      "sources: {a: {url: '\(server.origin)/', items: $.items, fields: {id: id}, request: {retry: {times: 0}}}}")
    #expect(run.statuses.first?.state == .error)
    #expect(run.statuses.first?.failure?.kind == .reported)
    #expect(run.statuses.first?.failure?.message.contains("quota exceeded") == true)
  }

  @Test func j16_theLastStatusIsReportedWithTheWayThere() async throws {
    let server = try RecipeServer { request in
      request.path == "/old" ? .redirect("/new", status: 301) : .json("{}", status: 403)
    }
    let run = try await read(
      "sources: {a: {url: '\(server.origin)/old', items: $.items, fields: {id: id}, request: {retry: {times: 0}}}}")
    let failure = try #require(run.statuses.first?.failure)
    #expect(failure.status == 403)
    #expect(failure.message.contains("403 from") && failure.message.contains("\(server.origin)/old"))
  }
}

extension RecipeServer {
  /// An object with a list of one item.
  static func object(_ id: Int) -> String { #"{"items": [{"id": \#(id)}]}"# }
}
