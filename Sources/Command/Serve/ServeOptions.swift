import WebReader
import WeftKit

/// The options of `weft serve`.
struct ServeOptions {
  /// The IP address to listen at.
  var address = "127.0.0.1"
  var port = 8_080
  var title: String?
  /// How old a first page may be.
  var fresh = Duration.seconds(60)
  var policy = SitePolicy()

  /// The variable that holds the token of readers beyond this machine.
  static let tokenVariable = "WEFT_SERVE_TOKEN"

  init(_ invocation: Invocation) throws(UsageError) {
    if let text = invocation.value(of: "listen") { try readListen(text) }
    title = invocation.value(of: "title")
    if let text = invocation.value(of: "fresh") {
      guard let span = SpanText.duration(text), span >= .zero else {
        throw UsageError("--fresh: a duration such as 30s or 5m was expected", command: .serve)
      }
      fresh = span
    }
    let hosts = Set(invocation.values(of: "host"))
    var publicOrigin: Origin?
    if let text = invocation.value(of: "public-url") {
      let parts = URIReference(text)
      guard let origin = Origin(of: text), ["http", "https"].contains(origin.scheme),
        ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil
      else {
        throw UsageError(
          "--public-url: an address such as https://feeds.example.org, without a path, was expected", command: .serve)
      }
      publicOrigin = origin
    }
    for host in hosts where host.contains("/") || host.contains(":") {
      throw UsageError("--host \(host): a name without port or path was expected", command: .serve)
    }
    policy = SitePolicy(hosts: hosts, publicOrigin: publicOrigin)
    policy.token = Environment.value(of: ServeOptions.tokenVariable).flatMap { $0.isEmpty ? nil : $0 }
    let isLoopback = address == "::1" || address.hasPrefix("127.")
    guard isLoopback || policy.token != nil else {
      throw UsageError(
        "--listen \(address): beyond this machine a token is needed",
        hint:
          "set $\(ServeOptions.tokenVariable); readers give it as the password of any user, programs as a bearer token",
        command: .serve)
    }
    if let token = policy.token, token.utf8.count < 16 {
      throw UsageError(
        "$\(ServeOptions.tokenVariable): at least 16 characters were expected", hint: "openssl rand -hex 16 makes one")
    }
  }

  /// `HOST:PORT`, `[::1]:PORT`, `HOST` or `PORT`.
  private mutating func readListen(_ text: String) throws(UsageError) {
    var host = Substring(text)
    var number: Substring?
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { throw ServeOptions.listenError(text) }
      host = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      if !rest.isEmpty {
        guard rest.hasPrefix(":") else { throw ServeOptions.listenError(text) }
        number = rest.dropFirst()
      }
    } else if let colon = text.lastIndex(of: ":"), text.firstIndex(of: ":") == colon {
      host = text[..<colon]
      number = text[text.index(after: colon)...]
    } else if text.allSatisfy(\.isNumber) {
      host = ""
      number = host.isEmpty ? Substring(text) : nil
    }
    if !host.isEmpty { address = host == "localhost" ? "127.0.0.1" : String(host) }
    if let number {
      guard let value = Int(number), (0...65_535).contains(value) else { throw ServeOptions.listenError(text) }
      port = value
    }
  }

  private static func listenError(_ text: String) -> UsageError {
    UsageError("--listen: an IP address and a port such as 127.0.0.1:8080 were expected, not \(text)", command: .serve)
  }
}
