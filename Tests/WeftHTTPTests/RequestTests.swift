import HTTPServer
import Testing
import WeftHTTP
import WeftModel

@Suite struct RequestTests {
  let transport = CurlTransport(userAgent: "Weft/0 (+https://weft.example)", clock: { Timestamp(microseconds: 5_678) })

  @Test func wholeResponse() async throws {
    let server = try LoopbackServer { _ in
      ServerResponse(status: 201, "text/plain", "körper", headers: [.init("X-A", " one "), .init("x-a", "two")])
    }
    let response = try await transport.get(server.origin + "/a?b=c")
    #expect(response.status == 201)
    #expect(response.text == "körper")
    #expect(response.headers.values(of: "X-A") == ["one", "two"])
    #expect(response.url == server.origin + "/a?b=c")
    #expect(response.redirects == [])
    #expect(response.receivedAt == Timestamp(microseconds: 5_000), "whole milliseconds")
    #expect(response.warnings == [])
    #expect(transport.requestsInFlight == 0)
  }

  @Test(arguments: [304, 400, 404, 410, 429, 500, 503])
  func statusIsNoFailure(status: Int) async throws {
    let server = try LoopbackServer { _ in .text(status == 304 ? "" : "said", status: status) }
    let response = try await transport.get(server.origin)
    #expect(response.status == status)
    #expect(response.text == (status == 304 ? "" : "said"))
  }

  @Test func headersGoOut() async throws {
    let server = try LoopbackServer { _ in .text("") }
    let headers: HeaderFields = ["Accept": "application/json", "X-Empty": "", "X-Text": "a: b; c"]
    _ = try await transport.response(to: Request(url: server.origin, headers: headers))
    let request = try #require(server.requests.first)
    #expect(request.header("Accept") == "application/json")
    #expect(request.header("X-Empty") == "")
    #expect(request.header("X-Text") == "a: b; c")
    #expect(request.header("User-Agent") == "Weft/0 (+https://weft.example)")
    #expect(request.header("Accept-Encoding") == "gzip, br, zstd")
    #expect(request.method == "GET")
  }

  /// Recipe B11: what is written is sent, and what HTTP does not carry is percent-encoded.
  @Test(arguments: [
    ("/a%2Fb", "/a%2Fb"), ("/a%252Fb", "/a%252Fb"), ("/a b", "/a%20b"), ("/ü?q=é", "/%C3%BC?q=%C3%A9"),
    ("/a/../b/./c", "/a/../b/./c"), ("/x?y=%zz&z=a+b", "/x?y=%zz&z=a+b"), ("/x;v=1,2?a[]=1", "/x;v=1,2?a[]=1"),
    ("/x#part", "/x"), ("?q", "/?q"), ("//x", "//x"),
  ])
  func addressAsWritten(written: String, sent: String) async throws {
    let server = try LoopbackServer { .text($0.target) }
    let response = try await transport.get(server.origin + written)
    #expect(response.text == sent)
  }

  @Test(arguments: ["POST", "PUT", "PROPFIND"])
  func bodyGoesOut(method: String) async throws {
    let server = try LoopbackServer { request in
      let body = request.body.count > 100 ? "\(request.body.count)" : "\(request.body)"
      return .text(
        "\(request.method) \(body) \(request.header("Content-Type") ?? "-") \(request.header("Expect") ?? "-")")
    }
    let bytes: [UInt8] = [0, 255, 10, 0]
    let plain = try await transport.response(to: Request(method: method, url: server.origin, body: bytes))
    #expect(plain.text == "\(method) \(bytes) - -")
    let typed = try await transport.response(
      to: Request(method: method, url: server.origin, headers: ["Content-Type": "application/json"], body: bytes))
    #expect(typed.text == "\(method) \(bytes) application/json -")
    let empty = try await transport.response(to: Request(method: method, url: server.origin, body: []))
    #expect(empty.text == "\(method) [] - -")
    let large = try await transport.response(
      to: Request(method: method, url: server.origin, body: [UInt8](repeating: 7, count: 2_000_000)))
    #expect(large.text == "\(method) 2000000 - -")
  }

  @Test func headHasNoBody() async throws {
    let server = try LoopbackServer { _ in .text("not sent") }
    let response = try await transport.response(to: Request(method: "HEAD", url: server.origin))
    #expect(response.status == 200)
    #expect(response.body == [])
    #expect(server.requests.map(\.method) == ["HEAD"])
  }

  @Test func connectionIsUsedAgain() async throws {
    let server = try LoopbackServer { .text("\($0.connection)") }
    for _ in 1...5 { #expect(try await transport.get(server.origin).text == "1") }
    #expect(server.activity.connectionsAccepted == 1)
  }

  @Test(arguments: [
    Request(url: "http://127.0.0.1:1/a\r\nX: y"), Request(url: "http://127.0.0.1:1/\0"), Request(url: "/relative"),
    Request(url: ""), Request(url: "file:///etc/passwd"), Request(url: "ftp://127.0.0.1/"), Request(url: "http://"),
    Request(url: "javascript:alert(1)"), Request(url: "http://127.0.0.1:99999/"), Request(url: "127.0.0.1:1/x"),
    Request(url: "http://127.0.0.1:1/", headers: ["X": "a\r\nY: b"]),
    Request(url: "http://127.0.0.1:1/", headers: ["X\r\nY": "b"]),
    Request(url: "http://127.0.0.1:1/", headers: ["X": "a\0b"]),
    Request(url: "http://127.0.0.1:1/", headers: ["": "b"]),
    Request(url: "http://127.0.0.1:1/", headers: ["Content-Length": "3"]),
    Request(url: "http://127.0.0.1:1/", headers: ["Transfer-Encoding": "chunked"]),
    Request(method: "GET / HTTP/1.1\r\nX:", url: "http://127.0.0.1:1/"),
    Request(
      url: "http://127.0.0.1:1/",
      credentials: RequestCredentials(headers: ["Authorization": "a\nb"], origin: "http://127.0.0.1:1")),
    Request(
      url: "http://127.0.0.1:1/",
      credentials: RequestCredentials(cookies: [.init(name: "a", value: "b\r\nc")], origin: "http://127.0.0.1:1")),
    Request(
      url: "http://127.0.0.1:1/",
      credentials: RequestCredentials(cookies: [.init(name: "a", value: "b; c=d")], origin: "http://127.0.0.1:1")),
  ])
  func refusedBeforeAnythingIsSent(request: Request) async {
    let failure = await transport.failure(request)
    #expect(failure?.kind == .request)
    #expect(failure?.retry == .never)
  }
}
