import HTTPServer
import Testing
import WeftHTTP
import WeftModel

@Suite struct CookieTests {
  let transport = CurlTransport()

  private func jar(_ name: String, _ server: LoopbackServer, cookies: [HeaderFields.Field] = []) -> RequestCredentials {
    RequestCredentials(cookies: cookies, origin: server.origin, jar: name)
  }

  /// Recipe J12: A → B → A (sets a cookie) → A → 200.
  @Test func chainThatNeedsACookie() async throws {
    let server = try LoopbackServer { request in
      if request.path == "/b" { return .redirect("/a?back") }
      if request.header("Cookie") == "pass=1" { return .text("in") }
      if request.query == "back" { return .redirect("/a", headers: [.init("Set-Cookie", "pass=1; Path=/")]) }
      return .redirect("/b")
    }
    let response = try await transport.get(server.origin + "/a", credentials: jar("source", server))
    #expect(response.text == "in")
    #expect(server.requests.map(\.target) == ["/a", "/b", "/a?back", "/a"])
  }

  @Test func aJarPerSourceForTheRun() async throws {
    let server = try LoopbackServer { request in
      ServerResponse(headers: [.init("Set-Cookie", "n=1")], body: .bytes(Array((request.header("Cookie") ?? "-").utf8)))
    }
    #expect(try await transport.get(server.origin, credentials: jar("a", server)).text == "-")
    #expect(try await transport.get(server.origin, credentials: jar("a", server)).text == "n=1")
    #expect(try await transport.get(server.origin, credentials: jar("b", server)).text == "-")
    #expect(try await transport.get(server.origin).text == "-", "no jar")
    #expect(try await CurlTransport().get(server.origin, credentials: jar("a", server)).text == "-")
  }

  @Test func cookiesOfTheSettingsAreReplacedByTheServers() async throws {
    let server = try LoopbackServer { request in
      ServerResponse(
        headers: [.init("Set-Cookie", "sid=new; Path=/")], body: .bytes(Array((request.header("Cookie") ?? "-").utf8)))
    }
    let credentials = jar("a", server, cookies: [.init(name: "sid", value: "old"), .init(name: "lang", value: "de")])
    let first = try await transport.get(server.origin + "/x/y", credentials: credentials).text
    #expect(first.split(separator: "; ").sorted() == ["lang=de", "sid=old"])
    let second = try await transport.get(server.origin + "/x/y", credentials: credentials).text
    #expect(second.split(separator: "; ").sorted() == ["lang=de", "sid=new"])
  }

  @Test(arguments: [
    ("Path=/deep", "-"), ("Path=/", "n=1"), ("Max-Age=0", "-"), ("Domain=example.org", "-"),
    ("Domain=127.0.0.1", "n=1"), ("HttpOnly", "n=1"), ("Expires=Thu, 01 Jan 1970 00:00:00 GMT", "-"),
  ])
  func rulesOfRFC6265(attribute: String, sent: String) async throws {
    let server = try LoopbackServer { request in
      ServerResponse(
        headers: [.init("Set-Cookie", "n=1; \(attribute)")],
        body: .bytes(Array((request.header("Cookie") ?? "-").utf8)))
    }
    _ = try await transport.get(server.origin + "/set", credentials: jar("a", server))
    #expect(try await transport.get(server.origin + "/ask", credentials: jar("a", server)).text == sent)
  }

  @Test func cookiesStayWithHostAndPort() async throws {
    let other = try LoopbackServer { .text($0.header("Cookie") ?? "-") }
    let far = try LoopbackServer(host: "127.0.0.2") { .text($0.header("Cookie") ?? "-") }
    let home = try LoopbackServer { request in
      ServerResponse(
        status: 302,
        headers: [
          .init("Set-Cookie", "n=1; Path=/"), .init("Location", (request.path == "/a" ? other : far).origin),
        ])
    }
    #expect(try await transport.get(home.origin + "/a", credentials: jar("a", home)).text == "-")
    #expect(try await transport.get(home.origin + "/b", credentials: jar("a", home)).text == "-")
  }
}
