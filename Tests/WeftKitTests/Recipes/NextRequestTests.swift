import HTTPServer
import Testing
import WeftKit

/// Recipes B: the next request goes where it must, with what it must, and with nothing else.
@Suite struct NextRequestTests {
  /// Each form of a relative reference, from a page that a redirect led to (RFC 3986 section 5).
  @Test(arguments: [
    ("?page=2", "/api/x/list?page=2"), ("/api/y?page=2", "/api/y?page=2"), ("page2.json", "/api/x/page2.json"),
    ("../z?page=2", "/api/z?page=2"), ("//HOST/p", "/p"), ("http://HOST/q?a=1#top", "/q?a=1"),
  ])
  func b2_aRelativeNextIsResolvedAgainstTheResponse(next: String, target: String) async throws {
    let server = try RecipeServer { request in
      switch request.target {
      case "/start": return .redirect("/api/x/list?page=1")
      case "/api/x/list?page=1":
        let host = request.header("Host") ?? ""
        return .items([1], #""next": "\#(next.replacing("HOST", with: host))""#)
      default: return .items([2])
      }
    }
    let reading = try await server.read(
      """
      url: ORIGIN/start
      paging: {next: next}
      """)
    #expect(reading.ids == ["1", "2"])
    #expect(server.targets == ["/start", "/api/x/list?page=1", target])
    #expect(reading.end == .noNext)
  }

  @Test func b3_aNextWithTheBasePathIsTakenAsItIs() async throws {
    let server = try RecipeServer { request in
      request.query == "since=1" ? .items([2]) : .items([1], #""next": "/spi/v3/jobs?since=1""#)
    }
    let reading = try await server.read(
      """
      url: ORIGIN/spi/v3/jobs?state=done
      paging: {next: next}
      """)
    #expect(reading.ids == ["1", "2"])
    // The configured query is not added to a URL that is followed.
    #expect(server.targets == ["/spi/v3/jobs?state=done", "/spi/v3/jobs?since=1"])
  }

  @Test(arguments: [
    ("/list?page={page}", "/list", "/list?page=2"),
    ("/list?page={page}&q=a", "/list?q=a", "/list?page=2&q=a"),
    ("/list?q=a&page={page}&r=b", "/list?q=a&r=b", "/list?q=a&page=2&r=b"),
  ])
  func b6_theFirstRequestMayGoWithoutThePage(url: String, first: String, second: String) async throws {
    let server = try RecipeServer { request in
      switch request.number("page") {
      case nil: .items([1])
      case 1: .text("blocked", status: 403)
      case 2: .items([2])
      default: .items([])
      }
    }
    let reading = try await server.read(
      """
      url: ORIGIN\(url)
      paging: {send_first: false}
      """)
    #expect(reading.ids == ["1", "2"])
    #expect(Array(server.targets.prefix(2)) == [first, second])
    #expect(reading.end == .empty)
  }

  @Test func b7_aMisplacedKeyIsAnError() throws {
    let server = try RecipeServer { _ in .items([]) }
    let text = server.configuration(
      """
      url: ORIGIN/list?page={page}
      start: 0
      """)
    var message = ""
    do {
      _ = try Engine().configuration(reading: text, file: "weft.yaml")
    } catch {
      message = error.rendered(color: false)
    }
    let line = text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0 == "    start: 0" } ?? 0
    #expect(
      message == """
        weft.yaml:\(line + 1):5: error: misplaced key "start" in source "recipe"; it belongs under "paging"
              \(line + 1) |     start: 0
                |     ^~~~~
        """)
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: ["/a%2Fb/list", "/a%2fb/%E4?q=x%2By%20z+w", "/%7Euser/(a;b=1),c?d=%26"])
  func b11_whatIsEncodedStaysAsItIs(target: String) async throws {
    let server = try RecipeServer { _ in .items([1]) }
    let reading = try await server.read("url: ORIGIN\(target)\npaging: none")
    #expect(reading.ids == ["1"])
    #expect(server.targets == [target])
  }

  private static func secrets(_ request: ServerRequest) -> [String] {
    ["Authorization", "Cookie", "X-Key"].map { request.header($0) ?? "-" } + [request.parameter("api_key") ?? "-"]
  }

  private static let settings = """
    request:
      headers: {X-Key: k3y}
      auth: {bearer: s3cret}
      cookies: {sid: c00kie}
    """
  private static let all = ["Bearer s3cret", "sid=c00kie", "k3y", "-"]
  private static let none = ["-", "-", "-", "-"]

  /// A next link to another host is followed without what belongs to the first one, unless that host is trusted.
  @Test(arguments: ["", "127.0.0.2", "127.0.0.2:PORT"])
  func b12_aNextLinkElsewhereGoesWithoutCredentials(trust: String) async throws {
    let other = try RecipeServer(host: "127.0.0.2") { _ in .items([2]) }
    let next = other.origin + "/more"
    let server = try RecipeServer { _ in .items([1], #""next": "\#(next)""#) }
    let trusted = trust.replacing("PORT", with: String(other.port))
    let reading = try await server.read(
      "url: ORIGIN/list\npaging: {next: next}\n" + NextRequestTests.settings
        + (trust.isEmpty ? "" : "\n  trust: ['\(trusted)']"))
    #expect(reading.ids == ["1", "2"])
    #expect(server.requests.map(NextRequestTests.secrets) == [NextRequestTests.all])
    #expect(
      other.requests.map(NextRequestTests.secrets) == [trust.isEmpty ? NextRequestTests.none : NextRequestTests.all])
    #expect(reading.warnings == (trust.isEmpty ? ["credentials_withheld"] : []))
  }

  @Test func b12_aSecretInTheQueryStaysToo() async throws {
    let other = try RecipeServer(host: "127.0.0.2") { _ in .items([2]) }
    let next = other.origin + "/more"
    let server = try RecipeServer { _ in .items([1], #""next": "\#(next)""#) }
    let reading = try await server.read(
      """
      url: ORIGIN/list
      paging: {next: next}
      request:
        auth: {query: {api_key: k3y}}
      """)
    #expect(server.targets == ["/list?api_key=k3y"])
    #expect(other.targets == ["/more"])
    #expect(reading.warnings == ["credentials_withheld"])
    #expect(reading.status.warnings.allSatisfy { !$0.text.contains("k3y") })
  }

  /// A redirect to another port or host; the cookie that the first server sets is its own as well.
  @Test(arguments: ["127.0.0.1", "127.0.0.2"], [301, 302, 307, 308])
  func b13_aRedirectElsewhereGoesWithoutCredentials(host: String, status: Int) async throws {
    let other = try RecipeServer(host: host) { _ in .items([1]) }
    let target = other.origin + "/elsewhere"
    let server = try RecipeServer { _ in
      .redirect(target, status: status, headers: [ServerRequest.Field("Set-Cookie", "session=1; Path=/")])
    }
    let reading = try await server.read("url: ORIGIN/list\npaging: none\n" + NextRequestTests.settings)
    #expect(reading.ids == ["1"])
    #expect(server.requests.map(NextRequestTests.secrets) == [NextRequestTests.all])
    #expect(other.requests.map(NextRequestTests.secrets) == [NextRequestTests.none])
    #expect(reading.warnings.contains("credentials_withheld"))
  }

  @Test func b14_aBoundOfTheUsersOwnGoesWithEveryPage() async throws {
    let server = try RecipeServer { request in
      let below = request.number("max_id") ?? 100
      let rows = (1..<below).reversed().filter { $0 > (request.number("since_id") ?? 0) && $0 <= 76 }
      return .array(rows.prefix(3))
    }
    let reading = try await server.read(
      """
      url: ORIGIN/list?since_id=70&max_id={cursor}
      paging: {by: keyset, last: id}
      """, defaults: RecipeServer.array)
    #expect(reading.ids == ids((71...76).reversed()))
    #expect(
      server.targets == [
        "/list?since_id=70", "/list?since_id=70&max_id=74", "/list?since_id=70&max_id=71",
      ])
    #expect(reading.end == .empty)
  }
}
