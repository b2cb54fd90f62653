import HTTPServer
import Testing
import WeftHTTP
import WeftModel

@Suite struct LimitTests {
  let transport = CurlTransport()

  private func failure(_ server: LoopbackServer, _ limit: Int = 8 << 20) async -> SourceFailure? {
    await transport.failure(Request(url: server.origin, limits: RequestLimits(bodyBytes: limit)))
  }

  private func expectTooLarge(_ server: LoopbackServer, _ location: SourceLocation = #_sourceLocation) async {
    let failure = await failure(server)
    #expect(
      failure == SourceFailure(.tooLarge, "the body is larger than 8 MiB", url: server.origin), sourceLocation: location
    )
    await server.wait { $0.connectionsOpen == 0 }
  }

  @Test func largeBody() async throws {
    let body = [UInt8](repeating: 65, count: 20 << 20)
    await expectTooLarge(try LoopbackServer { _ in ServerResponse(body: .bytes(body)) })
    await expectTooLarge(try LoopbackServer { _ in ServerResponse(body: .slowly([body], pause: .zero)) })
  }

  @Test func endlessBody() async throws {
    let piece = [UInt8](repeating: 65, count: 30_000)
    await expectTooLarge(try LoopbackServer { _ in ServerResponse(body: .endless(piece)) })
  }

  @Test(arguments: [(999, true), (1_000, true), (1_001, false)])
  func limitIsExact(size: Int, fits: Bool) async throws {
    let bytes = [UInt8](repeating: 65, count: size)
    let plain = try LoopbackServer { _ in ServerResponse(body: .bytes(bytes)) }
    #expect(await failure(plain, 1_000).map(\.message) == (fits ? nil : "the body is larger than 1000 bytes"))
    let chunked = try LoopbackServer { _ in ServerResponse(body: .slowly([bytes], pause: .zero)) }
    #expect(await failure(chunked, 1_000).map(\.kind) == (fits ? nil : .tooLarge))
  }

  @Test(arguments: ["gzip", "br", "zstd"])
  func compressedBodies(coding: String) async throws {
    let bytes = try #require(Compressed.samples[coding])
    let server = try LoopbackServer { _ in
      ServerResponse(headers: [.init("Content-Encoding", coding)], body: .bytes(bytes))
    }
    #expect(try await transport.get(server.origin).text == String(repeating: "Weft ", count: 40))
    // The limit counts what is unpacked.
    #expect(await failure(server, 199)?.kind == .tooLarge)
    #expect(await failure(server, 200) == nil)
  }

  @Test(arguments: ["gzip", "br", "zstd"])
  func bombs(coding: String) async throws {
    let bomb = try #require(Compressed.bombs[coding])
    #expect(bomb.count < 200_000)
    await expectTooLarge(
      try LoopbackServer { _ in ServerResponse(headers: [.init("Content-Encoding", coding)], body: .bytes(bomb)) })
  }

  @Test(arguments: ["gzip", "br", "zstd"])
  func brokenCompression(coding: String) async throws {
    let server = try LoopbackServer { _ in
      ServerResponse(headers: [.init("Content-Encoding", coding)], body: .bytes(Array("this is not packed".utf8)))
    }
    let failure = await failure(server)
    #expect(failure?.kind == .document)
    #expect(failure?.message.hasPrefix("the compressed body from 127.0.0.1") == true)
  }

  @Test func headerFlood() async {
    let lines = RawServer("HTTP/1.1 200 OK\r\n", repeating: "X-Flood: 0123456789012345678901234567890123456789\r\n")
    let failure = await transport.failure(Request(url: lines.origin))
    #expect(failure == SourceFailure(.tooLarge, "the headers are larger than 256 KiB", url: lines.origin))
    let line = RawServer("HTTP/1.1 200 OK\r\nX-Flood: ", repeating: "0123456789012345678901234567890123456789")
    #expect(
      await transport.failure(Request(url: line.origin))?.message
        == "a header line of 127.0.0.1:\(line.port) is larger than 100 KiB")
    let interim = RawServer("", repeating: "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
    #expect(await transport.failure(Request(url: interim.origin))?.kind == .tooLarge)
  }

  @Test func manyHeadersBelowTheLimitAreKept() async throws {
    let lines = (0..<2_000).map { "X-\($0): \(String(repeating: "v", count: 50))\r\n" }.joined()
    let server = RawServer("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 2\r\n\r\nok")
    let response = try await transport.get(server.origin)
    #expect(response.text == "ok")
    #expect(response.headers.fields.count == 2_001)
  }

  @Test func foldedInterimAndLatin1Headers() async throws {
    let head = "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\nHTTP/1.1 200 OK\r\nX-Fold: a\r\n b\r\nX-None:\r\nX-L: "
    let server = RawServer(Array(head.utf8) + [0xE9] + Array("\r\nContent-Length: 0\r\n\r\n".utf8))
    let headers = try await transport.get(server.origin).headers
    #expect(headers["X-Early"] == nil)
    #expect(headers["X-Fold"] == "a b")
    #expect(headers["X-None"] == "")
    #expect(headers["X-L"] == "é")
  }

  @Test func trailersAreNoHeaders() async throws {
    let server = RawServer(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-End\r\n\r\n2\r\nok\r\n0\r\nX-End: 1\r\n\r\n")
    let response = try await transport.get(server.origin)
    #expect(response.text == "ok")
    #expect(response.headers["X-End"] == nil)
  }
}
