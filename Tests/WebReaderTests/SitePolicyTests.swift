import HTTPServer
import Testing
import WeftKit

@testable import WebReader

/// Who may read a site.
@Suite struct SitePolicyTests {
  private func status(
    _ policy: SitePolicy, method: String = "GET", host: String? = "127.0.0.1:8080", _ headers: [String: String] = [:]
  ) -> Int? {
    var fields = headers.map { ServerRequest.Field($0.key, $0.value) }
    if let host { fields.append(.init("Host", host)) }
    return policy.refusal(of: ServerRequest(method: method, path: "/", headers: fields))?.status
  }

  @Test(arguments: ["127.0.0.1:8080", "localhost", "LOCALHOST:1", "[::1]:8080", "192.168.1.7", "[fe80::1]"])
  func addressesAreKnown(host: String) {
    #expect(status(SitePolicy(), host: host) == nil)
  }

  /// A name that somebody else's name server may point here is not.
  @Test(arguments: [
    "evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "", "[evil]", "[]", "127.0.0.256", "1.2.3",
    "127.0.0.1evil", "0x7f.0.0.1", "127.0.0.0001", "+1.2.3.4", "localhost:80/x", "localhost:x", "localhost:",
    "localhost:99999", "localhost:+80", "localhost:80:80", "[::1]x", "[::1]:x", "[::1", "localhost<script>",
    "localhost ",
    "user@localhost", "localhost,evil.example",
  ])
  func namesAreNot(host: String) {
    #expect(status(SitePolicy(), host: host) == 421)
  }

  @Test func noHostIsNone() { #expect(status(SitePolicy(), host: nil) == 421) }

  @Test func twoHostsAreNone() {
    #expect(status(SitePolicy(), ["host": "localhost"]) == 421)
    #expect(status(SitePolicy(), host: nil, ["host": "localhost"]) == nil)
  }

  @Test func namesThatAreAllowed() {
    let policy = SitePolicy(hosts: ["Weft.Example"])
    #expect(status(policy, host: "weft.example:8080") == nil)
    #expect(status(policy, host: "www.weft.example") == 421)
  }

  /// Behind a proxy its name is one of the site's, and its origin is the page's own.
  @Test func aPublicAddress() {
    let policy = SitePolicy(publicOrigin: Origin(of: "https://Feeds.example.org:8443/"))
    #expect(status(policy, host: "feeds.example.org:8443") == nil)
    #expect(status(policy, host: "127.0.0.1:8080", ["Origin": "https://feeds.example.org:8443"]) == nil)
    #expect(status(policy, host: "127.0.0.1:8080", ["Origin": "https://feeds.example.org"]) == 403)
    #expect(status(policy, host: "evil.example") == 421)
    let request = ServerRequest(
      path: "/",
      headers: [
        .init("Host", "127.0.0.1:8080"), .init("Forwarded", "proto=http;host=evil.example"),
        .init("X-Forwarded-Host", "evil.example"), .init("X-Forwarded-Proto", "https"),
      ])
    #expect(policy.origin(of: request) == "https://feeds.example.org:8443")
    #expect(SitePolicy().origin(of: request) == "http://127.0.0.1:8080")
  }

  @Test func tokens() {
    let policy = SitePolicy(token: "0123456789abcdef")
    func given(_ value: String) -> Int? { status(policy, ["Authorization": value]) }
    #expect(status(policy) == 401)
    #expect(given("Bearer 0123456789abcdef") == nil)
    #expect(given("bearer 0123456789abcdef") == nil)
    // anyone:0123456789abcdef, and :0123456789abcdef
    #expect(given("Basic YW55b25lOjAxMjM0NTY3ODlhYmNkZWY=") == nil)
    #expect(given("Basic OjAxMjM0NTY3ODlhYmNkZWY=") == nil)
    for wrong in [
      "Bearer 0123456789abcdeg", "Bearer 0123456789abcde", "Bearer 0123456789abcdef0", "Bearer ", "Bearer",
      "Basic YW55b25lOg==", "Basic !!!!", "Basic", "Digest 0123456789abcdef", "0123456789abcdef",
      "Bearer 0123456789abcdef0123456789abcdef",
    ] {
      #expect(given(wrong) == 401, "\(wrong)")
    }
  }

  /// Pages of others may link here; they may not read, and nothing is done for them.
  @Test func otherSites() {
    let policy = SitePolicy()
    #expect(status(policy, ["Sec-Fetch-Site": "same-origin"]) == nil)
    #expect(status(policy, ["Sec-Fetch-Site": "none"]) == nil)
    #expect(status(policy, ["Sec-Fetch-Site": "cross-site"]) == 403)
    #expect(status(policy, ["Sec-Fetch-Site": "same-site"]) == 403)
    #expect(status(policy, ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]) == nil)
    #expect(
      status(policy, method: "POST", ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]) == 403)
    #expect(status(policy, ["Origin": "http://127.0.0.1:8080"]) == nil)
    #expect(status(policy, ["Origin": "http://evil.example"]) == 403)
    #expect(status(policy, ["Origin": "null"]) == 403)
    #expect(status(policy, method: "POST", ["Origin": "http://127.0.0.1:8081"]) == 403)
  }
}
