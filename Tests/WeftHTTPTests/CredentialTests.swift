import HTTPServer
import Testing
import WeftHTTP
import WeftModel

@Suite struct CredentialTests {
  let transport = CurlTransport()

  private func credentials(_ origin: String, trust: [String] = [], jar: String = "") -> RequestCredentials {
    RequestCredentials(
      headers: ["Authorization": "Bearer s3cret"], cookies: [.init(name: "sid", value: "c00kie")],
      query: [.init(name: "api_key", value: "k3y/")], origin: origin, trust: trust, jar: jar)
  }

  private static func seen(_ request: ServerRequest?) -> [String] {
    [request?.header("Authorization") ?? "-", request?.header("Cookie") ?? "-", request?.query ?? "-"]
  }

  private static let all = ["Bearer s3cret", "sid=c00kie", "api_key=k3y%2F"]
  private static let none = ["-", "-", "-"]

  @Test(arguments: ["", "source"])
  func goToTheirOrigin(jar: String) async throws {
    let server = try LoopbackServer { _ in .text("x") }
    let response = try await transport.get(
      server.origin + "/a", credentials: credentials(server.origin + "/elsewhere", jar: jar))
    #expect(CredentialTests.seen(server.requests.first) == CredentialTests.all)
    #expect(response.url == server.origin + "/a")
    #expect(response.warnings == [])
  }

  /// Recipe B12: a followed link to another host.
  @Test(arguments: ["", "source"])
  func withheldFromAnotherHost(jar: String) async throws {
    let home = try LoopbackServer { _ in .text("x") }
    let other = try LoopbackServer(host: "127.0.0.2") { _ in .text("x") }
    let response = try await transport.get(other.origin, credentials: credentials(home.origin, jar: jar))
    #expect(CredentialTests.seen(other.requests.first) == CredentialTests.none)
    #expect(response.warnings.map(\.code) == ["credentials_withheld"])
    #expect(
      response.warnings.first?.text
        == "credentials are not sent to \(other.origin): they belong to \(home.origin); "
        + "request.trust may name 127.0.0.2:\(other.port)")
  }

  /// Recipe B13: a redirect to another port, and back.
  @Test(arguments: [301, 302, 307, 308])
  func withheldFromAnotherPort(status: Int) async throws {
    let other = try LoopbackServer { request in
      .redirect(String(request.query?.dropFirst(3) ?? ""), status: status)
    }
    let home = try LoopbackServer { request in
      request.path == "/a"
        ? .redirect("\(other.origin)/b?to=http://\(request.header("Host") ?? "")/c", status: status) : .text("back")
    }
    let response = try await transport.get(home.origin + "/a", credentials: credentials(home.origin))
    #expect(response.text == "back")
    #expect(other.requests.first?.header("Authorization") == nil)
    #expect(other.requests.first?.header("Cookie") == nil)
    #expect(other.requests.first?.query?.contains("k3y") == false)
    #expect(home.requests.map(CredentialTests.seen) == [CredentialTests.all, CredentialTests.all])
    #expect(response.warnings.filter { $0.code == "credentials_withheld" }.count == 1)
  }

  @Test(arguments: ["127.0.0.2", "127.0.0.2:PORT"])
  func trustedHostsGetThem(trust: String) async throws {
    let other = try LoopbackServer(host: "127.0.0.2") { _ in .text("x") }
    let home = try LoopbackServer { _ in .redirect(other.origin + "/b") }
    let trust = [trust.replacing("PORT", with: "\(other.port)")]
    let response = try await transport.get(home.origin, credentials: credentials(home.origin, trust: trust))
    #expect(CredentialTests.seen(other.requests.first) == CredentialTests.all)
    #expect(response.warnings == [])
  }

  @Test func trustOfAnotherPortIsNotEnough() async throws {
    let other = try LoopbackServer(host: "127.0.0.2") { _ in .text("x") }
    let trust = ["127.0.0.2:\(other.port ^ 1)"]
    _ = try await transport.get(other.origin, credentials: credentials("http://127.0.0.1:1", trust: trust))
    #expect(CredentialTests.seen(other.requests.first) == CredentialTests.none)
  }

  @Test func withoutAnOriginTheyGoNowhere() async throws {
    let server = try LoopbackServer { _ in .text("x") }
    let response = try await transport.get(server.origin, credentials: credentials(""))
    #expect(CredentialTests.seen(server.requests.first) == CredentialTests.none)
    #expect(response.warnings.map(\.code) == ["credentials_withheld"])
  }

  @Test func neverOverHTTPAfterHTTPS() async throws {
    let plain = try LoopbackServer { _ in .text("x") }
    let home = try LoopbackServer(certificate: (TestCertificate.certificate, TestCertificate.key)) { _ in
      .redirect(plain.origin)
    }
    let response = try await transport.response(
      to: Request(
        url: home.origin, credentials: credentials(home.origin, trust: ["127.0.0.1"]),
        connection: ConnectionSettings(isInsecure: true)))
    #expect(CredentialTests.seen(home.requests.first) == CredentialTests.all)
    #expect(CredentialTests.seen(plain.requests.first) == CredentialTests.none)
    #expect(response.warnings.first?.text.hasSuffix("http after https is never trusted") == true)
  }

  /// A server that repeats the query in `Location` does not carry the secret to another one.
  @Test func queryThatTheServerRepeats() async throws {
    let other = try LoopbackServer { _ in .text("x") }
    let home = try LoopbackServer { request in
      .redirect((request.path == "/a" ? "/b" : other.origin + "/c") + "?page=2&" + (request.query ?? ""))
    }
    let response = try await transport.get(home.origin + "/a", credentials: credentials(home.origin))
    #expect(home.requests.map(\.target) == ["/a?api_key=k3y%2F", "/b?page=2&api_key=k3y%2F"])
    #expect(other.requests.map(\.target) == ["/c?page=2&page=2"])
    #expect(response.url == other.origin + "/c?page=2&page=2")
    #expect(response.redirects == [home.origin + "/a", home.origin + "/b?page=2"])
  }

  /// Fields that hold secrets by their nature, though given as plain ones.
  @Test func plainAuthorizationDoesNotFollow() async throws {
    let other = try LoopbackServer { _ in .text("x") }
    let home = try LoopbackServer { _ in .redirect(other.origin) }
    _ = try await transport.response(
      to: Request(url: home.origin, headers: ["Authorization": "a", "cookie": "b", "Accept": "c"]))
    #expect(home.requests.first?.header("Authorization") == "a")
    #expect(other.requests.first?.header("Authorization") == nil)
    #expect(other.requests.first?.header("Cookie") == nil)
    #expect(other.requests.first?.header("Accept") == "c")
  }

  @Test func userInformationIsSentToItsServerOnly() async throws {
    let other = try LoopbackServer { _ in .text("x") }
    let home = try LoopbackServer { _ in .redirect(other.origin) }
    let url = home.origin.replacing("http://", with: "http://user:pass@")
    _ = try await transport.get(url)
    #expect(home.requests.first?.header("Authorization") == "Basic dXNlcjpwYXNz")
    #expect(other.requests.first?.header("Authorization") == nil)
  }

  @Test func secretsStayOutOfFailures() async throws {
    let server = try LoopbackServer { _ in .hangUp }
    let url = server.origin.replacing("http://", with: "http://user:pa55@") + "/x?password=hidden&token=k3y/&page=2"
    let failure = await transport.failure(Request(url: url, credentials: credentials(server.origin)))
    #expect(failure?.url == "http://***@127.0.0.1:\(server.port)/x?password=***&token=***&page=2")
    let text = "\(String(describing: failure))"
    for secret in ["s3cret", "c00kie", "k3y", "pa55", "hidden"] { #expect(!text.contains(secret)) }
  }
}
