import Foundation
import HTTPServer
import Testing
import WeftHTTP
import WeftModel

@Suite struct FailureTests {
  let transport = CurlTransport()

  private func expect(
    _ request: Request, _ kind: SourceFailure.Kind, _ message: String, _ retry: SourceFailure.Retry,
    _ location: SourceLocation = #_sourceLocation
  ) async {
    let failure = await transport.failure(request)
    #expect(failure?.kind == kind, sourceLocation: location)
    #expect(failure?.message == message, sourceLocation: location)
    #expect(failure?.retry == retry, sourceLocation: location)
    #expect(failure?.url == request.url, sourceLocation: location)
    #expect(failure?.status == nil, sourceLocation: location)
    #expect(transport.requestsInFlight == 0, sourceLocation: location)
  }

  @Test func deadPort() async throws {
    let server = try LoopbackServer { _ in .never }
    server.stop()
    await expect(
      Request(url: server.origin + "/x"), .connect, "nothing listens at 127.0.0.1:\(server.port)", .scheduled)
  }

  @Test func deadProxy() async throws {
    let proxy = try LoopbackServer { _ in .never }
    proxy.stop()
    await expect(
      Request(url: "http://example.org/x", connection: ConnectionSettings(proxy: proxy.origin)), .connect,
      "no connection to the proxy at 127.0.0.1:\(proxy.port)", .scheduled)
  }

  @Test func noAddress() async {
    // RFC 6761: .invalid is never resolved.
    await expect(
      Request(url: "http://weft.invalid/x"), .resolve, "no address found for weft.invalid", .scheduled)
  }

  /// Recipe J8: the connection is closed without an answer; the same request may work later.
  @Test func hangUp() async throws {
    let server = try LoopbackServer { _ in .hangUp }
    await expect(
      Request(url: server.origin), .connect, "127.0.0.1:\(server.port) closed the connection without an answer",
      .scheduled)
  }

  @Test func neverAnswers() async throws {
    let server = try LoopbackServer { _ in .never }
    await expect(
      Request(url: server.origin, limits: RequestLimits(whole: .milliseconds(200))), .timeout,
      "no answer within 200 ms from 127.0.0.1:\(server.port)", .scheduled)
    await server.wait { $0.connectionsOpen == 0 }
  }

  @Test func neverAccepts() async throws {
    let server = RawServer([], accepts: false)
    await expect(
      Request(url: server.origin, limits: RequestLimits(connect: .milliseconds(200))), .timeout,
      "no connection to 127.0.0.1:\(server.port) within 200 ms", .scheduled)
  }

  @Test func answersTooSlowly() async throws {
    let server = try LoopbackServer { _ in
      ServerResponse(body: .slowly([[1], [2]].flatMap { [$0, []] }, pause: .milliseconds(150)))
    }
    await expect(
      Request(url: server.origin, limits: RequestLimits(whole: .milliseconds(250))), .timeout,
      "the answer from 127.0.0.1:\(server.port) was not complete within 250 ms", .scheduled)
  }

  @Test func timeIsForTheWholeChain() async throws {
    let server = try LoopbackServer { request in
      ServerResponse(
        status: 302, headers: [.init("Location", "/x\(request.path.count)")],
        body: .slowly([[1]], pause: .milliseconds(60)))
    }
    let failure = await transport.failure(
      Request(url: server.origin, limits: RequestLimits(redirects: 1_000, whole: .milliseconds(200))))
    #expect(failure?.kind == .timeout)
    #expect(server.requests.count < 6)
  }

  @Test func brokenBody() async throws {
    let server = try LoopbackServer { _ in ServerResponse(body: .brokenOff(Array("half".utf8))) }
    await expect(
      Request(url: server.origin), .connect, "the answer from 127.0.0.1:\(server.port) broke off after 4 bytes",
      .scheduled)
    let wrong = try LoopbackServer { _ in ServerResponse(body: .wrongLength(Array("four".utf8), declared: 40)) }
    await expect(
      Request(url: wrong.origin), .connect, "the answer from 127.0.0.1:\(wrong.port) broke off after 4 bytes",
      .scheduled)
  }

  @Test(arguments: ["garbage\n\n", "SSH-2.0-OpenSSH_9.2\r\n", "\0\0\0\0", "HTTP/1.1 abc def\r\n\r\n"])
  func noHTTP(bytes: String) async {
    let server = RawServer(bytes)
    let failure = await transport.failure(Request(url: server.origin))
    #expect(failure?.kind == .connect)
    #expect(failure?.message.hasPrefix("127.0.0.1:\(server.port) does not answer as an HTTP server does") == true)
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nx",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde",
    "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nabc",
  ])
  func brokenFraming(bytes: String) async {
    let server = RawServer(bytes)
    let failure = await transport.failure(Request(url: server.origin))
    #expect([.connect, .tooLarge].contains(failure?.kind))
  }

  @Test func certificates() async throws {
    let server = try LoopbackServer(certificate: (TestCertificate.certificate, TestCertificate.key)) { _ in
      .text("safe")
    }
    let failure = await transport.failure(Request(url: server.origin))
    #expect(failure?.kind == .tls)
    #expect(failure?.retry == .never)
    #expect(
      failure?.message.hasPrefix("TLS: the certificate of 127.0.0.1:\(server.port) is not trusted (") == true)
    let insecure = ConnectionSettings(isInsecure: true)
    #expect(try await transport.response(to: Request(url: server.origin, connection: insecure)).text == "safe")
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("weft-\(server.port).pem")
    try TestCertificate.certificate.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let own = ConnectionSettings(certificateFile: file.path)
    #expect(try await transport.response(to: Request(url: server.origin, connection: own)).text == "safe")
    #expect(await transport.failure(Request(url: server.origin))?.kind == .tls, "not kept from before")
  }

  @Test func plainServerBehindHTTPS() async throws {
    let server = try LoopbackServer { _ in .text("plain") }
    let failure = await transport.failure(Request(url: server.origin.replacing("http:", with: "https:")))
    #expect(failure?.kind == .tls)
    #expect(failure?.message.hasPrefix("TLS: no secure connection to 127.0.0.1:\(server.port) (") == true)
  }
}
