import HTTPServer
import Testing
import WeftModel

@testable import WeftHTTP

@Suite struct AddressScopeTests {
  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.167.0.1", "11.0.0.1",
    "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1",
  ])
  func publicOnes(address: String) { #expect(AddressScope.isPublic(address)) }

  @Test(arguments: [
    "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.0.0.1", "100.64.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255",
    "192.168.1.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "fd12::1", "ff02::1", "fec0::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::1", "::7f00:1", "", "localhost",
    "fe80::1%eth0",
  ])
  func othersAreNot(address: String) { #expect(!AddressScope.isPublic(address)) }

  /// Where a proxy connects, the name is all there is to go by.
  @Test(arguments: [
    ("example.org", true), ("8.8.8.8", true), ("[2606:4700::1111]", true), ("localhost.example.org", true),
    ("localhost", false), ("a.localhost", false), ("printer.local", false), ("intranet", false), ("nas.lan", false),
    ("db.internal", false), ("x.home.arpa", false), ("192.168.1.1", false), ("[::1]", false), ("10.1", false),
  ])
  func namesBehindAProxy(host: String, isPublic: Bool) { #expect(AddressScope.isPublicName(host) == isPublic) }

  @Test func aProxyOnThisMachineMakesNoServerPrivate() async throws {
    // The proxy answers for all; what it says as http://public.example leads to a name of this machine.
    let proxy = try LoopbackServer { request in
      request.header("Host") == "public.example" ? .redirect("http://router.local/admin") : .text("secret")
    }
    defer { proxy.stop() }
    let transport = CurlTransport()
    var request = Request(url: "http://public.example/", connection: ConnectionSettings(proxy: proxy.origin))
    let failure = await transport.failure(request)
    #expect(failure?.kind == .redirect)
    #expect(failure?.message.contains("router.local") == true, "\(failure?.message ?? "")")
    #expect(proxy.requests.count == 1)
    request.url = "http://other.example/"
    #expect(try await transport.response(to: request).text == "secret")
  }

  /// 127.0.0.2 stands for a public server here.
  private let transport = CurlTransport(
    TransferLoop.Configuration(isPublic: { $0 == "127.0.0.2" }), clock: { Timestamp(microseconds: 0) })

  @Test(arguments: [301, 302])
  func redirectFromPublicToPrivateIsRefused(status: Int) async throws {
    let inside = try LoopbackServer { _ in .text("secret") }
    let outside = try LoopbackServer(host: "127.0.0.2") { _ in .redirect(inside.origin + "/admin", status: status) }
    for _ in 1...2 {
      let failure = await transport.failure(Request(url: outside.origin))
      #expect(failure?.kind == .redirect)
      #expect(failure?.retry == .never)
      #expect(
        failure?.message
          == "127.0.0.1:\(inside.port) has the address 127.0.0.1, which is not public: a public server must not lead there"
      )
    }
    #expect(inside.requests.isEmpty)
    // Also where a connection to it stands from before.
    #expect(try await transport.get(inside.origin).text == "secret")
    #expect(await transport.failure(Request(url: outside.origin))?.kind == .redirect)
    #expect(inside.requests.count == 1)
  }

  @Test func followedLinkFromPublicToPrivateIsRefused() async throws {
    let inside = try LoopbackServer { _ in .text("inside") }
    let outside = try LoopbackServer(host: "127.0.0.2") { _ in .text("page") }
    let credentials = RequestCredentials(origin: outside.origin)
    _ = try await transport.get(outside.origin, credentials: credentials)
    let failure = await transport.failure(Request(url: inside.origin, credentials: credentials))
    #expect(failure?.kind == .redirect)
    #expect(inside.requests.isEmpty)
    let trusting = RequestCredentials(origin: outside.origin, trust: ["127.0.0.1"])
    #expect(try await transport.get(inside.origin, credentials: trusting).text == "inside")
  }

  @Test func otherWaysAreFree() async throws {
    let outside = try LoopbackServer(host: "127.0.0.2") { $0.path == "/a" ? .redirect("/b") : .text("outside") }
    let inside = try LoopbackServer { $0.path == "/a" ? .redirect("/b") : .redirect(outside.origin + "/a") }
    let response = try await transport.get(inside.origin + "/a", credentials: RequestCredentials(origin: inside.origin))
    #expect(response.text == "outside")
  }
}
