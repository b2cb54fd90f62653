import HTTPServer
import TestSupport
import Testing

@Suite struct LoopbackServerTests {
  @Test func requestArrivesAsWritten() throws {
    let server = try LoopbackServer { request in
      .text("\(request.method) \(request.path) \(request.query ?? "-") \(request.header("x-one") ?? "-")")
    }
    let answer = try #require(PlainClient.get(server.port, "/a%2Fb/%zz?x=%20+y&x=2"))
    #expect(answer.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.body == "GET /a%2Fb/%zz x=%20+y&x=2 1")
    #expect(server.requests.map(\.target) == ["/a%2Fb/%zz?x=%20+y&x=2"])
    #expect(server.requests.first?.parameter("x") == "%20+y")
  }

  @Test func bodyArrivesWhole() throws {
    let server = try LoopbackServer { .text("\($0.method) \($0.body.count)") }
    let answer = PlainClient.get(server.port, "/", method: "POST", body: String(repeating: "b", count: 300_000))
    #expect(answer?.body == "POST 300000")
  }

  @Test(arguments: [200, 204, 301, 404, 503])
  func statusAndHeaders(status: Int) throws {
    let server = try LoopbackServer { _ in
      ServerResponse(status: status, headers: [.init("X-Two", "2"), .init("X-Two", "zwei")])
    }
    let head = try #require(PlainClient.get(server.port, "/")?.head)
    #expect(head.hasPrefix("HTTP/1.1 \(status) "))
    #expect(head.contains("X-Two: 2\r\nX-Two: zwei"))
  }

  @Test func connectionsAreNumbered() throws {
    let server = try LoopbackServer { .text("\($0.connection)") }
    #expect(PlainClient.get(server.port, "/")?.body == "1")
    #expect(PlainClient.get(server.port, "/")?.body == "2")
    #expect(server.activity.connectionsAccepted == 2)
  }

  @Test func otherLoopbackAddresses() throws {
    let server = try LoopbackServer(host: "127.0.0.2") { _ in .text("two") }
    #expect(server.origin == "http://127.0.0.2:\(server.port)")
    #expect(PlainClient.get(server.port, "/", host: "127.0.0.2")?.body == "two")
    #expect(PlainClient(port: server.port) == nil)
    let six = try LoopbackServer(host: "::1") { _ in .text("six") }
    #expect(six.origin == "http://[::1]:\(six.port)")
  }

  @Test func refusesWhatIsNotLoopback() throws {
    #expect(throws: ServerError.notLoopback("0.0.0.0")) { try LoopbackServer(host: "0.0.0.0") { _ in .never } }
    #expect(throws: ServerError.notLoopback("::")) { try LoopbackServer(host: "::") { _ in .never } }
    #expect(throws: ServerError.notAnAddress("localhost")) { try LoopbackServer(host: "localhost") { _ in .never } }
    let server = try LoopbackServer { _ in .never }
    #expect(throws: ServerError.cannotListen(host: "127.0.0.1", port: server.port)) {
      try LoopbackServer(port: server.port) { _ in .never }
    }
  }

  @Test func stopEndsWhatIsHeld() throws {
    let server = try LoopbackServer { _ in .never }
    let client = try #require(PlainClient(port: server.port))
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    server.stop()
    server.stop()
    #expect(client.receiveAll() == "")
    #expect(PlainClient(port: server.port) == nil)
  }

  @Test func noticesThatTheClientLeft() async throws {
    let server = try LoopbackServer { _ in .never }
    do {
      let client = try #require(PlainClient(port: server.port))
      client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      await server.wait { $0.requestsOpen == 1 }
    }
    let activity = await server.wait { $0.requestsOpen == 0 && $0.connectionsOpen == 0 }
    #expect(activity.requestsBrokenOff == 1)
  }
}
