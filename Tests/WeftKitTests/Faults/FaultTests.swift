import Foundation
import TestSupport
import Testing
import WeftKit

@testable import WeftHTTP

/// Each fault alone and in pairs, on a merged feed of three sources: the others are whole, and nothing is lost after it.
@Suite struct FaultTests {
  private static let sources = ["a", "b", "c"]
  private static let pageSize = 4

  /// Items of the source: its own hours, newest first, three pages.
  private static func page(_ source: Int, _ page: Int) -> String {
    let items = (0..<pageSize).map { index in
      let number = (page - 1) * pageSize + index
      let time = Timestamp(seconds: 1_700_000_000 - Int64(number * 3 + source) * 3_600).rfc3339
      return """
        {"id":"\(sources[source])\(number)","url":"http://h.example/\(sources[source])/\(number)",\
        "title":"\(number)","content_text":"t","date_published":"\(time)"}
        """
    }
    let next = page < 3 ? "\"next_url\":\"?page=\(page + 1)\"," : ""
    return
      "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"t\",\(next)\"items\":[\(items.joined(separator: ","))]}"
  }

  /// The ids of a feed in which nothing is missing.
  private static let whole = (0..<3 * pageSize).flatMap { number in sources.map { "\($0)\(number)" } }

  /// A server on which `faults` happen at page two of their sources, the first `times` times.
  private func server(_ faults: [Int: Fault], times: Int) -> FaultServer {
    let origin = Origin()
    let server = FaultServer { target, number in
      let path = target.prefix { $0 != "?" }
      if path == "/round" { return Fault.all.first { $0.name == "redirect loop" }?.steps("", "") ?? [] }
      let isElsewhere = path == "/elsewhere"
      let page = Int(target.split(separator: "=").last ?? "") ?? (isElsewhere ? 2 : 1)
      let source =
        isElsewhere
        ? faults.first { $0.value.name == "redirect elsewhere" }?.key
        : Self.sources.firstIndex { "/\($0)" == path }
      guard let source else { return [.send(Fault.response(["HTTP/1.1 404 Not Found", "Content-Length: 0"]))] }
      let body = Self.page(source, page)
      guard !isElsewhere, page == 2, number <= times, let fault = faults[source] else {
        return [.send(Fault.whole(body))]
      }
      return fault.steps(body, origin.text)
    }
    origin.text = server.origin
    return server
  }

  private final class Origin: @unchecked Sendable { var text = "" }

  private func feed(
    _ server: FaultServer, retries: Int, cache: String, faulty: Set<Int> = [1], isStrict: Bool = false,
    ended: @escaping @Sendable () -> Void = {}
  )
    throws -> Feed
  {
    let clock = SystemClock()
    let network = CurlTransport(TransferLoop.Configuration(ended: ended), clock: { clock.now() })
    let engine = Engine(
      transport: CachingTransport(
        ResponseCache(folder: cache) { _ in }, clock: clock, inner: PoliteTransport(network, clock: clock)),
      clock: clock)
    // Only a fault runs into the time limit: a busy machine may be slow with the rest.
    let sources = Self.sources.enumerated().map { place, name in
      let limit = faulty.contains(place) ? ", request: {timeout: 1s}" : ""
      return "  \(name): {kind: feed, url: '\(server.origin)/\(name)'\(limit)}\n"
    }.joined()
    var (configuration, _) = try engine.configuration(
      reading: """
        defaults: {request: {max_bytes: 1MiB, retry: {times: \(retries), base: 5ms, cap: 20ms}}}
        sources:
        \(sources)
        merge: {patience: 1h}
        """)
    configuration.merge.isStrict = isStrict
    return try engine.feed(of: configuration)
  }

  private func read(_ feed: Feed) async -> [FeedItem] {
    feed.scroll(to: 1_000)
    var items: [FeedItem] = []
    for await item in feed { items.append(item) }
    return items
  }

  @Test(arguments: Fault.all) func aFaultThatDoesNotEnd(fault: Fault) async throws {
    let folder = TemporaryFolder()
    let server = server([1: fault], times: .max)
    defer { server.stop() }
    let feed = try feed(server, retries: 1, cache: folder.path)
    let ids = await read(feed).map(\.item.id)
    let status = try #require(await feed.statuses.first { $0.name == "b" })
    guard let kind = fault.kind else {
      #expect(ids == Self.whole)
      #expect(status.failure == nil)
      return
    }
    // Page one of it was there, and the others are whole and in order.
    #expect(ids == Self.whole.filter { !$0.hasPrefix("b") || Int($0.dropFirst()).map { $0 < Self.pageSize } == true })
    #expect(status.state == .error)
    #expect(status.failure?.kind == kind, "\(status.failure?.message ?? "")")
    #expect(
      status.failure?.message.contains(fault.message) == true || fault.message.isEmpty,
      "\(status.failure?.message ?? "")")
    #expect(await feed.statuses.filter { $0.state == .full }.map(\.name) == ["a", "c"])
  }

  @Test(arguments: Fault.all) func aFaultThatEnds(fault: Fault) async throws {
    let folder = TemporaryFolder()
    let server = server([1: fault], times: 1)
    defer { server.stop() }
    let isRead = fault.kind == nil || fault.isRetried || fault.name == "304 of nothing"
    // Whoever waits for it gets all in order; others go on, and get the rest late.
    let feed = try feed(server, retries: 2, cache: folder.path, isStrict: isRead)
    var items = await read(feed)
    if isRead {
      #expect(items.map(\.item.id) == Self.whole)
    } else {
      #expect(items.count == Self.whole.count - 2 * Self.pageSize)
      await feed.retry("b")
      items += await read(feed)
      #expect(items.map(\.item.id).sorted() == Self.whole.sorted())
      #expect(items.filter(\.isLate).allSatisfy { $0.source == "b" })
    }
    #expect(await feed.statuses.allSatisfy { $0.state == .full && $0.failure == nil })
  }

  @Test(arguments: 0..<(isLong ? 300 : 24)) func twoFaultsAtOnce(seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    let folder = TemporaryFolder()
    let (first, second) = (random.pick(Fault.all), random.pick(Fault.all))
    let healthy = random.below(3)
    let others = (0..<3).filter { $0 != healthy }
    let times = random.below(3) + 1
    let server = server([others[0]: first, others[1]: second], times: times)
    defer { server.stop() }
    let feed = try feed(server, retries: 3, cache: folder.path, faulty: Set(others))
    var items = await read(feed)
    let name = "seed \(seed): \(first) and \(second), \(times) times"
    #expect(items.filter { $0.source == Self.sources[healthy] }.count == 3 * Self.pageSize, "\(name)")
    // In order as far as nothing was late.
    let shown = items.filter { !$0.isLate }.map(\.item.id)
    #expect(shown == Self.whole.filter(Set(shown).contains), "\(name)")
    for _ in 0...times where items.count < Self.whole.count {
      for source in Self.sources { await feed.retry(source) }
      items += await read(feed)
    }
    #expect(items.map(\.item.id).sorted() == Self.whole.sorted(), "\(name)")
  }

  /// What was opened is closed when feed and engine are gone.
  @Test(arguments: ["hang", "drip", "reset", "2 GB", "cut gzip"])
  func nothingStaysOpen(name: String) async throws {
    func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    let fault = try #require(Fault.all.first { $0.name == name })
    let folder = TemporaryFolder()
    let server = server([1: fault], times: .max)
    defer { server.stop() }
    let before = try descriptors()
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    do {
      let feed = try feed(server, retries: 1, cache: folder.path, ended: { end.finish() })
      #expect(await read(feed).count == Self.whole.count - 2 * Self.pageSize)
    }
    // The thread of the transport ends when the last reference is gone, and with it all connections.
    for await _ in ends {}
    await server.wait()
    #expect(try descriptors() <= before)
  }
}
