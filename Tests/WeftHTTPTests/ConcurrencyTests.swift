import Dispatch
import HTTPServer
import Testing
import WeftHTTP
import WeftModel

@Suite struct ConcurrencyTests {
  @Test func sixConnectionsAHost() async throws {
    let transport = CurlTransport()
    let gate = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { _ in
      gate.wait()
      return .text("x")
    }
    await withTaskGroup(of: Int?.self) { group in
      for number in 0..<30 {
        group.addTask { try? await transport.get(server.origin + "/\(number)").status }
      }
      await server.wait { $0.requestsOpen == 6 }
      while transport.requestsInFlight < 30 { await Task.yield() }
      for _ in 0..<30 { gate.signal() }
      for await status in group { #expect(status == 200) }
    }
    let activity = server.activity
    #expect(activity.requests.count == 30)
    #expect(activity.requestsPeak == 6)
    #expect(activity.connectionsPeak == 6)
    #expect(activity.connectionsAccepted == 6)
  }

  /// A host is scheme, name and port: each has its own six, and all together keep the limit in all.
  @Test func soManyInAll() async throws {
    let transport = CurlTransport(connectionsPerHost: 3, connections: 7)
    let gate = DispatchSemaphore(value: 0)
    let open = OpenCount()
    // Counted in the handlers: the server itself sees the end of a request later than the client does.
    let counts = (0..<4).map { _ in OpenCount() }
    let servers = try counts.map { count in
      try LoopbackServer { _ in
        count.change(1)
        open.change(1)
        gate.wait()
        open.change(-1)
        count.change(-1)
        return .text("x")
      }
    }
    await withTaskGroup(of: Int?.self) { group in
      for number in 0..<40 {
        let url = servers[number % 4].origin
        group.addTask { try? await transport.get(url).status }
      }
      await open.wait(for: 7)
      while transport.requestsInFlight < 40 { await Task.yield() }
      for _ in 0..<40 { gate.signal() }
      for await status in group { #expect(status == 200) }
    }
    #expect(open.peak == 7)
    for count in counts { #expect(count.peak <= 3) }
  }

  @Test func waitingRequestsKeepTheirOrder() async throws {
    let transport = CurlTransport(connectionsPerHost: 1)
    let gate = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { _ in
      gate.wait()
      return .text("x")
    }
    var tasks: [Task<Int?, Never>] = []
    for number in 0..<10 {
      tasks.append(Task { try? await transport.get(server.origin + "/\(number)").status })
      while transport.requestsInFlight <= number { await Task.yield() }
    }
    for _ in 0..<10 { gate.signal() }
    for task in tasks { #expect(await task.value == 200) }
    #expect(server.paths == (0..<10).map { "/\($0)" })
  }

  /// Some numbers of a handler, counted behind a lock.
  private final class OpenCount: @unchecked Sendable {
    private let queue = DispatchQueue(label: "count")
    private var now = 0
    private var most = 0

    func change(_ by: Int) {
      queue.sync {
        now += by
        most = max(most, now)
      }
    }

    var peak: Int { queue.sync { most } }

    func wait(for count: Int) async {
      while peak < count { await Task.yield() }
    }
  }
}
