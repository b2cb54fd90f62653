import HTTPServer
import Testing
import WeftHTTP
import WeftModel

@Suite struct RedirectTests {
  let transport = CurlTransport()

  @Test(arguments: [
    (301, "GET", "GET"), (302, "GET", "GET"), (303, "GET", "GET"), (307, "GET", "GET"), (308, "GET", "GET"),
    (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (307, "POST", "POST"), (308, "POST", "POST"),
    (303, "PUT", "GET"), (301, "PUT", "PUT"), (302, "PUT", "PUT"), (303, "HEAD", "HEAD"), (302, "HEAD", "HEAD"),
  ])
  func methodAndBody(status: Int, method: String, expected: String) async throws {
    let server = try LoopbackServer(["/a": .redirect("/b", status: status), "/b": .text("there")])
    let body: [UInt8]? = method == "GET" || method == "HEAD" ? nil : Array("body".utf8)
    let response = try await transport.response(
      to: Request(
        method: method, url: server.origin + "/a", headers: ["Content-Type": "text/x", "Accept": "text/y"], body: body))
    #expect(response.status == 200)
    #expect(response.url == server.origin + "/b")
    #expect(response.redirects == [server.origin + "/a"])
    let last = try #require(server.requests.last)
    #expect(last.method == expected)
    #expect(last.body == (expected == method && body != nil ? Array("body".utf8) : []))
    #expect(last.header("Accept") == "text/y")
    #expect(last.header("Content-Type") == (expected == method ? "text/x" : nil))
  }

  /// RFC 3986 section 5, against the address that redirects.
  @Test(arguments: [
    ("x", "/a/x"), ("/x", "/x"), ("?q=1", "/a/b?q=1"), ("../x", "/x"), ("./x?a=b%2Fc", "/a/x?a=b%2Fc"),
    ("//HOST/x", "/x"), ("http://HOST/x#part", "/x"), ("/ü", "/%C3%BC"), (" /x ", "/x"),
  ])
  func relativeTargets(location: String, target: String) async throws {
    let server = try LoopbackServer { request in
      if request.target != "/a/b" { return .text(request.target) }
      return .redirect(location.replacing("HOST", with: request.header("Host") ?? ""))
    }
    let response = try await transport.get(server.origin + "/a/b")
    #expect(response.text == target)
    #expect(!response.url.contains("#"))
  }

  @Test func loopEndsByTheLimitAndShowsTheChain() async throws {
    let server = try LoopbackServer(["/a": .redirect("/b?key=1"), "/b": .redirect("/a")])
    let failure = await transport.failure(Request(url: server.origin + "/a", limits: RequestLimits(redirects: 3)))
    let origin = server.origin
    #expect(
      failure
        == SourceFailure(
          .redirect,
          "redirected more than 3 times: \(origin)/a → \(origin)/b?key=1 → \(origin)/a → \(origin)/b?key=1 → \(origin)/a",
          url: origin + "/b?key=1", retry: .never, status: 302))
    #expect(server.requests.count == 4)
  }

  @Test func tenRedirectsAreFollowedElevenAreNot() async throws {
    let server = try LoopbackServer { request in
      let number = Int(request.path.dropFirst()) ?? 0
      return number == 0 ? .text("end") : .redirect("/\(number - 1)")
    }
    #expect(try await transport.get(server.origin + "/10").redirects.count == 10)
    let failure = await transport.failure(Request(url: server.origin + "/11"))
    #expect(failure?.kind == .redirect)
    #expect(failure?.message.hasPrefix("redirected more than 10 times: ") == true)
    #expect(failure?.message.contains("/8 → … → ") == true)
  }

  @Test(arguments: [
    "ftp://127.0.0.1/x", "file:///etc/passwd", "javascript:alert(1)", "data:,x", "gopher://127.0.0.1:1/",
  ])
  func neverToAnotherScheme(location: String) async throws {
    let server = try LoopbackServer(["/a": .redirect(location)])
    let failure = await transport.failure(Request(url: server.origin + "/a"))
    #expect(failure?.kind == .redirect)
    #expect(failure?.retry == .never)
    #expect(failure?.message == "redirected to \(location), which is neither http nor https")
  }

  /// Recipe J16: the last status is what is reported, with the way there.
  @Test func lastStatusIsReported() async throws {
    let server = try LoopbackServer(["/a": .redirect("/b", status: 301), "/b": .text("no", status: 403)])
    let response = try await transport.get(server.origin + "/a")
    #expect(response.status == 403)
    #expect(response.text == "no")
    #expect(response.redirects == [server.origin + "/a"])
  }

  @Test(arguments: [300, 301, 302, 304])
  func withoutLocationItIsAnAnswer(status: Int) async throws {
    let server = try LoopbackServer(["/a": ServerResponse(status: status)])
    #expect(try await transport.get(server.origin + "/a").status == status)
  }

  /// Recipe J11: remembered for the run, said once.
  @Test(arguments: [301, 308])
  func permanentMovesAreRemembered(status: Int) async throws {
    let server = try LoopbackServer { request in
      request.path == "/old" ? .redirect("/new?" + (request.query ?? ""), status: status) : .text(request.target)
    }
    let first = try await transport.get(server.origin + "/old?page=1")
    #expect(first.warnings.map(\.code) == ["moved"])
    #expect(
      first.warnings.first?.text
        == "\(server.origin)/old?page=1 has moved permanently to \(server.origin)/new?page=1: "
        + "write the new address in the configuration")
    let second = try await transport.get(server.origin + "/old?page=1")
    #expect(second.warnings == [])
    #expect(second.url == server.origin + "/new?page=1")
    #expect(try await transport.get(server.origin + "/old?page=2").warnings == [])
    #expect(server.paths == ["/old", "/new", "/new", "/old", "/new"])
  }

  @Test(arguments: [302, 303, 307])
  func temporaryMovesAreNot(status: Int) async throws {
    let server = try LoopbackServer(["/old": .redirect("/new", status: status), "/new": .text("x")])
    for _ in 1...2 { #expect(try await transport.get(server.origin + "/old").warnings == []) }
    #expect(server.paths == ["/old", "/new", "/old", "/new"])
  }

  @Test func movesInACircleAreAskedAgain() async throws {
    let server = try LoopbackServer(["/a": .redirect("/b", status: 301), "/b": .redirect("/a", status: 301)])
    for _ in 1...2 {
      let failure = await transport.failure(Request(url: server.origin + "/a", limits: RequestLimits(redirects: 2)))
      #expect(failure?.kind == .redirect)
    }
    #expect(server.requests.count == 6)
  }

  @Test func endlessBodyOfARedirectIsLeft() async throws {
    let server = try LoopbackServer { request in
      request.path == "/b"
        ? .text("there")
        : ServerResponse(status: 302, headers: [.init("Location", "/b")], body: .endless([65, 66, 67]))
    }
    #expect(try await transport.get(server.origin + "/a").text == "there")
  }
}
