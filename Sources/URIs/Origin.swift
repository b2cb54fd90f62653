/// Scheme, host and port of an address: what credentials and rate limits are bound to (RFC 6454 section 4).
public struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// Lower-case.
  public let scheme: String
  /// Lower-case, in Punycode where it was beyond ASCII, without a trailing dot; an IPv6 address keeps its brackets.
  public let host: String
  /// The port written, else the scheme's default.
  public let port: Int

  /// The origin of an absolute address; nil for one without host, without a usable port, or of a scheme that has no
  /// default port and writes none.
  public init?(of url: String) {
    let parts = URIReference(BaseURI.trimmed(url))
    guard let scheme = parts.scheme?.lowercased(), let authority = parts.authority.map(AuthorityParts.init) else {
      return nil
    }
    guard let host = authority.canonicalHost, !host.isEmpty else { return nil }
    self.scheme = scheme
    self.host = host
    if let written = authority.port, !written.isEmpty {
      guard written.utf8.allSatisfy(\.isASCIIDigit), let port = Int(written), port <= 65535 else { return nil }
      self.port = port
    } else {
      guard let port = DefaultPort.of(scheme) else { return nil }
      self.port = port
    }
  }

  /// `scheme://host`, with the port where it is not the scheme's default.
  public var description: String {
    let base = scheme + "://" + host
    return DefaultPort.of(scheme) == port ? base : base + ":" + String(port)
  }

  /// `host`, with the port where it is not the scheme's default; the form that `trust` takes.
  public var hostAndPort: String {
    DefaultPort.of(scheme) == port ? host : host + ":" + String(port)
  }
}

/// An authority split into its three parts (RFC 3986 section 3.2), each as written.
struct AuthorityParts {
  var userInfo: String?
  var host: String
  var port: String?

  init(_ authority: String) {
    var rest = authority[...]
    // The last `@`, as browsers do: a password may hold one.
    if let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) {
      userInfo = String(rest[..<at])
      rest = rest[rest.utf8.index(after: at)...]
    }
    if let colon = rest.utf8.lastIndex(of: UInt8(ascii: ":")), !rest[colon...].utf8.contains(UInt8(ascii: "]")) {
      port = String(rest[rest.utf8.index(after: colon)...])
      rest = rest[..<colon]
    }
    host = String(rest)
  }

  /// A colon stands within the host, so that this is no authority (RFC 3986 section 3.2): without what seems to be its
  /// port it would be another one.
  var hasStrayColon: Bool {
    host.utf8.contains(UInt8(ascii: ":")) && !Self.isLiteral(host)
  }

  /// An address in brackets.
  private static func isLiteral(_ host: String) -> Bool {
    host.utf8.first == UInt8(ascii: "[") && host.utf8.last == UInt8(ascii: "]")
  }

  /// The host for comparison: lower-case, in ASCII, without the root's trailing dot; nil where it cannot be written.
  var canonicalHost: String? {
    guard var host = Punycode.asciiHost(host.utf8.contains(UInt8(ascii: "%")) ? percentDecoded(host) : host) else {
      return nil
    }
    host = host.lowercased()
    if host.utf8.last == UInt8(ascii: "."), host.utf8.count > 1 { host.removeLast() }
    // A name cannot end with an empty label as well, and what is left would lose its dot at the next reading.
    guard host.utf8.count == 1 || host.utf8.last != UInt8(ascii: ".") else { return nil }
    let isLiteral = Self.isLiteral(host)
    guard !host.utf8.contains(where: { isLiteral ? $0 <= 0x20 : Self.isForbidden($0) }) else { return nil }
    return host
  }

  /// A sign that would make another address of the one that is written with this host: `h%2Fx` is no host `h` (WHATWG
  /// URL, "forbidden host code point").
  private static func isForbidden(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F, UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "\\"), UInt8(ascii: "]"),
      UInt8(ascii: "^"), UInt8(ascii: "|"), UInt8(ascii: "%"):
      true
    default: false
    }
  }
}
