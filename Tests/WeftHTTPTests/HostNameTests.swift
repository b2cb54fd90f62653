import HTTPServer
import Testing
import WeftModel

@testable import WeftHTTP

/// Hosts that are not plain names of ASCII.
@Suite struct HostNameTests {
  @Test func anIPv6AddressIsAHost() async throws {
    let server = try LoopbackServer(host: "::1") { .text($0.header("Host") ?? "") }
    defer { server.stop() }
    #expect(server.origin == "http://[::1]:\(server.port)")
    #expect(try await CurlTransport().get("\(server.origin)/").text == "[::1]:\(server.port)")
  }

  /// Through a proxy, since no such name is known here.
  @Test func anInternationalNameGoesInPunycode() async throws {
    let proxy = try LoopbackServer { .text($0.header("Host") ?? "") }
    defer { proxy.stop() }
    let request = Request(
      url: "http://bücher.example/straße", connection: ConnectionSettings(proxy: proxy.origin))
    #expect(try await CurlTransport().response(to: request).text == "xn--bcher-kva.example")
    #expect(proxy.requests.first?.path.hasSuffix("/stra%C3%9Fe") == true, "\(proxy.requests)")
  }
}
