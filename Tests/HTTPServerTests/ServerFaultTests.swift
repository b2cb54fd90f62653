import HTTPServer
import TestSupport
import Testing

@Suite struct ServerFaultTests {
  private func answer(_ body: ServerResponse.Body) throws -> (head: String, body: String)? {
    let server = try LoopbackServer { _ in ServerResponse(body: body) }
    return PlainClient.get(server.port, "/")
  }

  @Test func slowPiecesAreChunks() throws {
    let answer = try answer(.slowly([Array("one".utf8), [], Array("two".utf8)], pause: .milliseconds(1)))
    #expect(answer?.head.lowercased().contains("transfer-encoding: chunked") == true)
    #expect(answer?.body == "3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n")
  }

  @Test func streamEndsWithNil() throws {
    let once = try answer(.stream { nil })
    #expect(once?.body == "0\r\n\r\n")
  }

  @Test func brokenOffInMidBody() throws {
    let answer = try answer(.brokenOff(Array("half".utf8)))
    #expect(answer?.head.contains("Content-Length: 4100") == true)
    #expect(answer?.body == "half")
  }

  @Test(arguments: [2, 4, 40])
  func wrongLength(declared: Int) throws {
    let answer = try answer(.wrongLength(Array("four".utf8), declared: declared))
    #expect(answer?.head.contains("Content-Length: \(declared)") == true)
    #expect(answer?.body == "four")
  }

  @Test func hangUpClosesWithoutAByte() throws {
    let answer = try answer(.hangUp)
    #expect(answer?.head == "")
  }

  @Test func endlessBodyEndsWithTheClient() async throws {
    let server = try LoopbackServer { _ in ServerResponse(body: .endless([1, 2, 3])) }
    do {
      let client = try #require(PlainClient(port: server.port))
      client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      var count = 0
      while count < 100_000 { count += client.receive().count }
    }
    await server.wait { $0.requestsOpen == 0 }
  }
}
