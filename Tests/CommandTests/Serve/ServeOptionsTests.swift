import Testing
import WeftKit

@testable import WebReader
@testable import weft

@Suite struct ServeOptionsTests {
  private func options(_ given: [String: [String]]) throws(UsageError) -> ServeOptions {
    try ServeOptions(Invocation(command: .serve, options: given))
  }

  private func complaint(_ given: [String: [String]]) -> String? {
    do throws(UsageError) {
      _ = try options(given)
      return nil
    } catch {
      return error.message
    }
  }

  @Test(
    arguments: [
      ("127.0.0.1:8080", "127.0.0.1", 8_080), ("9000", "127.0.0.1", 9_000), ("[::1]:80", "::1", 80),
      ("[::1]", "::1", 8_080),
      ("localhost:1", "127.0.0.1", 1), ("127.0.0.2", "127.0.0.2", 8_080), (":0", "127.0.0.1", 0),
    ] as [(String, String, Int)])
  func listen(_ text: String, _ address: String, _ port: Int) throws {
    let options = try options(["listen": [text]])
    #expect(options.address == address)
    #expect(options.port == port)
  }

  @Test(arguments: ["127.0.0.1:x", "127.0.0.1:65536", "127.0.0.1:-1", "[::1", "[::1]x", "127.0.0.1:"])
  func noListen(_ text: String) {
    #expect(complaint(["listen": [text]])?.hasPrefix("--listen: an IP address and a port") == true)
  }

  /// Beyond this machine nobody reads without a token.
  @Test(arguments: ["0.0.0.0:8080", "192.168.1.7", "[::]:80", "1270.0.0.1:1"])
  func aTokenIsNeeded(_ text: String) {
    #expect(complaint(["listen": [text]])?.hasSuffix("beyond this machine a token is needed") == true)
  }

  @Test func aPublicAddress() throws {
    let policy = try options(["public-url": ["https://Feeds.Example.org/"]]).policy
    #expect(policy.publicOrigin?.description == "https://feeds.example.org")
    #expect(policy.hosts == ["feeds.example.org"])
    for wrong in [
      "feeds.example.org", "ftp://x.example", "https://x.example/weft", "https://x.example?x", "javascript:x",
    ] {
      #expect(complaint(["public-url": [wrong]])?.hasPrefix("--public-url: an address") == true, "\(wrong)")
    }
  }

  @Test func hosts() throws {
    #expect(try options(["host": ["A.example", "b.example"]]).policy.hosts == ["a.example", "b.example"])
    for wrong in ["a.example:80", "http://a.example", "a/b"] {
      #expect(complaint(["host": [wrong]])?.contains("without port or path") == true, "\(wrong)")
    }
  }
}
