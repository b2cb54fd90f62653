import FoundationEssentials
import TestSupport
import Testing
import WeftModel

@testable import WeftPaging

/// Walks of random servers through paging style and machine, without sockets.
struct ModelTests {
  struct Walked {
    var items: [Int] = []
    var requests = 0
    var state = PaginationStateMachine.State.initial
    var repeatedRequests = 0
  }

  static func walk(_ server: inout RandomServer) throws -> Walked {
    let style = try PagingStyle(server.settings)
    var machine = PaginationStateMachine(
      stop: server.settings.paging.stop, retry: RetrySettings(times: 0), size: server.settings.paging.size)
    var walked = Walked()
    var asked = Set<PageCursor?>()
    while case .fetch(let request) = machine.demand(at: start) {
      walked.requests += 1
      if walked.requests > 500 { break }
      if case .offset = request.cursor {
        // May come again where deletions made the walk step back.
      } else if !asked.insert(request.cursor).inserted {
        walked.repeatedRequests += 1
      }
      let (response, decoded) = server.answer(style.request(for: request.cursor))
      let page: Page
      switch style.meaning(of: response, at: request.cursor, retryAt: nil) {
      case .page: page = style.page(decoded, of: response, at: request.cursor)
      case .known(let known): page = known
      case .failure(let failure):
        _ = machine.failed(failure, for: request, at: start)
        continue
      }
      guard case .deliver(let delivery) = machine.received(page, for: request, at: start) else { continue }
      for (item, isNew) in zip(delivery.page.items, delivery.isNew) where isNew {
        walked.items.append(Int(item.id.dropFirst()) ?? 0)
      }
    }
    walked.state = machine.state
    return walked
  }

  /// A share of the servers in the ordinary test run, all of them in the long one (`make test-all`).
  static let count: UInt64 = ProcessInfo.processInfo.environment["WEFT_LONG_TESTS"] == nil ? 1_500 : 10_000

  /// Random servers: the walk ends within the bound, asks no page twice, gives no item twice; and where the server is
  /// honest, every item that was there all the time is got, in its order.
  @Test func randomServers() throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    for number in 0..<Self.count {
      var random = SplitMix64(seed: seed &+ number &* 7_919)
      var server = RandomServer(random: &random)
      let original = server.list
      let walked = try Self.walk(&server)
      let told = "seed \(seed), server \(number): \(server.style) \(server.fault), page \(server.pageSize)"
      guard walked.requests <= 80, case .full = walked.state else {
        Issue.record("\(told): no end after \(walked.requests) requests, \(walked.state)")
        return
      }
      guard Set(walked.items).count == walked.items.count, walked.repeatedRequests == 0 else {
        Issue.record("\(told): an item or a page twice: \(walked.items), \(server.requests)")
        return
      }
      guard server.fault == .none || server.fault == .failsPastEnd else { continue }
      // Pages of one item leave no room for an anchor, so deletions cannot be seen.
      guard server.style != .offset || server.deleted.isEmpty || min(server.pageSize, server.clamp) > 1 else {
        continue
      }
      let expected = original.filter { !server.deleted.contains($0) }
      let got = walked.items.filter { $0 < 1_000_000 && !server.deleted.contains($0) }
      guard got == expected else {
        Issue.record("\(told): got \(got), expected \(expected), asked \(server.requests)")
        return
      }
    }
  }

  /// A walk of 100,000 pages (2,000 in the ordinary run): what stays of it are the hashes of ids and cursors, at most
  /// 24 bytes each, whatever the items hold.
  @Test func aLongWalkKeepsHashesOnly() throws {
    let pages = Self.count < 10_000 ? 2_000 : 100_000
    var machine = PaginationStateMachine(stop: StopSettings(maxPages: .max))
    let before = Self.residentBytes()
    for page in 0..<pages {
      let delivery = machine.feed(numbered((0..<10).map { "item \(page) \($0)" }, next: page + 2))
      #expect(delivery?.isNew.allSatisfy { $0 } == true)
    }
    #expect(machine.walk.pageCount == pages)
    #expect(machine.walk.itemCount == pages * 10)
    #expect(machine.state == .loadMore(.page(pages + 1)))
    if let before, let after = Self.residentBytes() {
      let each = Double(after - before) / Double(pages * 11)
      print("a walk of \(pages) pages keeps \((each * 10).rounded() / 10) bytes for each id and cursor")
      // While a set grows, the old half is there beside the new one: in the short walk that is most of what is seen.
      #expect(pages < 100_000 || each <= 24)
    }
  }

  /// The memory of the process, where the system tells it.
  private static func residentBytes() -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let fields = text.split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * 4_096 } : nil
  }
}
