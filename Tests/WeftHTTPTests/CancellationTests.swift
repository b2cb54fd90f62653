import HTTPServer
import Testing
import WeftModel

@testable import WeftHTTP

/// The requests have an hour, so that it is never their own time-out that ends them.
@Suite(.timeLimit(.minutes(1))) struct CancellationTests {
  private func outcome(_ transport: CurlTransport, _ url: String) -> Task<SourceFailure?, Never> {
    Task { await transport.failure(Request(url: url, limits: RequestLimits(whole: .seconds(3_600)))) }
  }

  @Test func whileTheServerIsSilent() async throws {
    let transport = CurlTransport()
    let server = try LoopbackServer { _ in .never }
    let task = outcome(transport, server.origin)
    await server.wait { $0.requestsOpen == 1 }
    #expect(transport.requestsInFlight == 1)
    task.cancel()
    let failure = await task.value
    #expect(failure == SourceFailure(.cancelled, "the request was cancelled", url: server.origin))
    #expect(transport.requestsInFlight == 0)
    let activity = await server.wait { $0.connectionsOpen == 0 }
    #expect(activity.requestsBrokenOff == 1)
    // The transport lives until here, so it was not its end that closed the connection.
    #expect(transport.requestsInFlight == 0)
  }

  @Test func inMidBody() async throws {
    let transport = CurlTransport()
    let server = try LoopbackServer { _ in ServerResponse(body: .slowly([[1], [2]], pause: .seconds(60))) }
    let task = outcome(transport, server.origin)
    await server.wait { $0.requestsOpen == 1 }
    task.cancel()
    #expect(await task.value?.kind == .cancelled)
    await server.wait { $0.connectionsOpen == 0 }
    #expect(transport.requestsInFlight == 0)
  }

  @Test func whileItWaitsForItsTurn() async throws {
    let transport = CurlTransport(connectionsPerHost: 1)
    let server = try LoopbackServer { $0.path == "/first" ? .never : .text("x") }
    let first = outcome(transport, server.origin + "/first")
    await server.wait { $0.requestsOpen == 1 }
    let second = outcome(transport, server.origin + "/second")
    while transport.requestsInFlight < 2 { await Task.yield() }
    second.cancel()
    #expect(await second.value?.kind == .cancelled)
    #expect(transport.requestsInFlight == 1)
    first.cancel()
    #expect(await first.value?.kind == .cancelled)
    #expect(try await transport.get(server.origin + "/third").text == "x")
    #expect(server.paths == ["/first", "/third"])
  }

  @Test func beforeItBegins() async throws {
    let transport = CurlTransport()
    let server = try LoopbackServer { _ in .text("x") }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await transport.failure(Request(url: server.origin))
    }
    #expect(await task.value?.kind == .cancelled)
    #expect(server.requests.isEmpty)
    #expect(transport.requestsInFlight == 0)
  }

  @Test func manyAtOnceLeaveNothing() async throws {
    let transport = CurlTransport(connectionsPerHost: 8)
    let server = try LoopbackServer { $0.path == "/x" ? .text("x") : .never }
    let tasks = (0..<50).map { outcome(transport, server.origin + "/\($0)") }
    await server.wait { $0.requestsOpen == 8 }
    for task in tasks { task.cancel() }
    for task in tasks { #expect(await task.value?.kind == .cancelled) }
    #expect(transport.requestsInFlight == 0)
    await server.wait { $0.connectionsOpen == 0 }
    #expect(try await transport.get(server.origin + "/x").text == "x")
  }

  @Test func threadEndsWithTheLastReference() async throws {
    let server = try LoopbackServer { _ in .text("x") }
    let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
    do {
      let transport = CurlTransport(
        TransferLoop.Configuration(ended: { continuation.finish() }), clock: { Timestamp(microseconds: 0) })
      #expect(try await transport.get(server.origin).text == "x")
    }
    for await _ in ended {}
    await server.wait { $0.connectionsOpen == 0 }
  }

  @Test func noThreadBeforeTheFirstRequest() {
    // The hook would be called if there had been one.
    _ = CurlTransport(
      TransferLoop.Configuration(ended: { Issue.record("a thread ran") }), clock: { Timestamp(microseconds: 0) })
  }
}
