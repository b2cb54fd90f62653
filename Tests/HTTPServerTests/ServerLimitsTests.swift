import TestSupport
import Testing

@testable import HTTPServer

/// What a server with limits does with clients that want too much.
@Suite struct ServerLimitsTests {
  private func server(
    _ change: (inout ServerLimits) -> Void = { _ in },
    handler: @escaping @Sendable (ServerRequest) -> ServerResponse = { .text("\($0.body.count) from \($0.client)") }
  ) throws -> LoopbackServer {
    var limits = ServerLimits()
    change(&limits)
    return try LoopbackServer(limits: limits, handler: handler)
  }

  private func status(_ answer: String) -> String { String(answer.dropFirst(9).prefix(3)) }

  @Test func theClientIsKnown() throws {
    let server = try server()
    #expect(PlainClient.get(server.port, "/")?.body == "0 from 127.0.0.1")
  }

  @Test func bodies() throws {
    let server = try server { $0.bodyBytes = 1_000 }
    #expect(
      PlainClient.get(server.port, "/", method: "POST", body: String(repeating: "b", count: 1_000))?.body.hasPrefix(
        "1000 ") == true)
    let client = try #require(PlainClient(port: server.port))
    // It is refused before it comes.
    client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n")
    #expect(status(client.receiveAll()) == "413")
    let liar = try #require(PlainClient(port: server.port))
    liar.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n")
    #expect(["400", "413", ""].contains(status(liar.receiveAll())))
    let chunked = try #require(PlainClient(port: server.port))
    chunked.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in 0..<3 { chunked.send("200\r\n" + String(repeating: "c", count: 512) + "\r\n") }
    #expect(!chunked.receiveAll().contains(" 200 OK"))
    #expect(server.requests.count == 1)
  }

  @Test func headsAndAddresses() throws {
    let server = try server { $0.connectionBytes = 16 << 10 }
    for (request, expected) in [
      ("GET /" + String(repeating: "a", count: 40_000) + " HTTP/1.1\r\nHost: x\r\n\r\n", ["414"]),
      ("GET / HTTP/1.1\r\nHost: x\r\nX: " + String(repeating: "a", count: 40_000) + "\r\n\r\n", ["431"]),
      (
        "GET / HTTP/1.1\r\n" + (0..<4_000).map { "X-\($0): y\r\n" }.joined() + "\r\n", ["431"]
      ),
      ("GET / HTTP/1.1\r\nHost: x\r\n\r\n", ["200"]),
    ] {
      let client = try #require(PlainClient(port: server.port))
      client.send(request.replacing("Host: x\r\n", with: "Host: x\r\nConnection: close\r\n"))
      let given = status(client.receiveAll())
      #expect(expected.contains(given) || (given == "" && expected != ["200"]), "\(given) instead of \(expected)")
    }
  }

  @Test func tooManyConnections() throws {
    let server = try server { $0.connectionsPerAddress = 2 }
    let clients = try (0..<4).map { _ in try #require(PlainClient(port: server.port)) }
    let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    // In turn, so that the server has seen each before the next.
    let heads = clients.map { client -> String in
      client.send(request)
      return String(decoding: client.receive(), as: UTF8.self)
    }
    #expect(heads.map(status) == ["200", "200", "503", "503"])
    #expect(heads[2].contains("Retry-After: 5\r\n"))
    #expect(heads[2].contains("Connection: close\r\n"))
    // The others go on.
    clients[0].send(request)
    #expect(status(String(decoding: clients[0].receive(), as: UTF8.self)) == "200")
  }

  /// A request that comes byte by byte is never still, and yet ends.
  @Test(.timeLimit(.minutes(1))) func slowRequests() throws {
    let server = try server { $0.requestSeconds = 1 }
    let client = try #require(PlainClient(port: server.port))
    client.send("GET / HTTP/1.1\r\n")
    var count = 0
    while client.isOpen(within: 50) {
      client.send("X-\(count): 1\r\n")
      count += 1
    }
    #expect(count > 2)
    #expect(server.requests.isEmpty)
  }

  /// An answer that is never taken ends, too; one without an end does not.
  @Test(.timeLimit(.minutes(1))) func slowAnswers() async throws {
    let large = [UInt8](repeating: 0x61, count: 32 << 20)
    let server = try server {
      $0.answerSeconds = 1
    } handler: { request in
      request.path == "/large" ? ServerResponse(body: .bytes(large)) : .text("x")
    }
    let client = try #require(PlainClient(port: server.port))
    client.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
    let activity = await server.wait { $0.connectionsAccepted == 1 && $0.connectionsOpen == 0 }
    #expect(activity.requestsBrokenOff == 1)
  }

  @Test func finishingAnswersWhatWasAsked() async throws {
    let gate = Gate()
    let server = try LoopbackServer(limits: ServerLimits()) { request in
      if request.path == "/waits" { gate.wait() }
      return .text("whole")
    }
    let idle = try #require(PlainClient(port: server.port))
    idle.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(String(decoding: idle.receive(), as: UTF8.self).hasSuffix("whole"))
    let client = try #require(PlainClient(port: server.port))
    client.send("GET /waits HTTP/1.1\r\nHost: x\r\n\r\n")
    // The first request may still be counted as open.
    await server.wait { $0.requests.count == 2 }
    let end = Task.detached { server.finish(within: 30) }
    // No new connection is taken from then on.
    while PlainClient(port: server.port) != nil { await Task.yield() }
    gate.open()
    let answer = client.receiveAll()
    #expect(status(answer) == "200")
    #expect(answer.hasSuffix("whole"))
    #expect(answer.contains("Connection: close\r\n"))
    await end.value
    #expect(server.activity.connectionsOpen == 0)
  }

  /// A thread that hangs in its handler holds the end of the process up no longer than the bound.
  @Test(.timeLimit(.minutes(1))) func finishingWaitsForNoHandler() async throws {
    let gate = Gate()
    defer { gate.open() }
    let server = try LoopbackServer(limits: ServerLimits()) { _ in
      gate.wait()
      return .text("late")
    }
    let client = try #require(PlainClient(port: server.port))
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    await server.wait { $0.requestsOpen == 1 }
    server.finish(within: 0, endingWithin: 10)
    #expect(server.activity.requestsOpen == 1)
  }

  @Test func finishingHasAnEnd() async throws {
    let server = try LoopbackServer(limits: ServerLimits()) { _ in .never }
    let client = try #require(PlainClient(port: server.port))
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    await server.wait { $0.requestsOpen == 1 }
    server.finish(within: 0)
    #expect(client.receiveAll() == "")
  }
}
