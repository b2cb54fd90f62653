import HTTPServer
public import WeftKit

/// Who may read a site: what a request must show before anything is done for it.
public struct SitePolicy: Sendable {
  /// Names under which the site is reached, beside `localhost` and IP addresses.
  public var hosts: Set<String>
  /// What a request must carry, as a bearer token or as the password of any user; `nil`: nothing.
  public var token: String?
  /// Where readers find the site, when that is not where it listens (a proxy stands before it): scheme, host and port.
  public var publicOrigin: Origin?

  /// A policy.
  public init(hosts: Set<String> = [], token: String? = nil, publicOrigin: Origin? = nil) {
    self.hosts = Set(hosts.map { $0.lowercased() })
    self.token = token
    self.publicOrigin = publicOrigin
    if let publicOrigin { self.hosts.insert(publicOrigin.host) }
  }

  /// The site's own address, without a slash at its end: the public one, else as the request shows it.
  func origin(of request: ServerRequest) -> String {
    publicOrigin?.description ?? "http://" + (request.header("Host") ?? "localhost")
  }

  /// Why a request is refused; `nil`: it is not.
  func refusal(of request: ServerRequest) -> ServerResponse? {
    // Two would let a proxy and this site see two sites (RFC 9112 section 3.2).
    let hosts = request.headers.filter { $0.name.lowercased() == "host" }
    guard hosts.count == 1, let host = hosts.first?.value, isKnown(host) else {
      // A page of somebody else whose name was made to point here (DNS rebinding) asks under its own name.
      return .plain("This name is not one of this site's; weft serve --host NAME allows one.", status: 421)
    }
    guard isAllowed(request) else {
      return .plain(
        "A token is needed.", status: 401,
        headers: [.init("WWW-Authenticate", "Basic realm=\"Weft\", charset=\"UTF-8\"")])
    }
    // Nobody else's page may read, or have anything done (RFC 6454; Fetch Metadata).
    let site = request.header("Sec-Fetch-Site") ?? "none"
    let isNavigation = request.method == "GET" && request.header("Sec-Fetch-Mode") == "navigate"
    if site == "cross-site" || site == "same-site", !isNavigation {
      return .plain("Other sites' pages cannot read this one.", status: 403)
    }
    if let origin = request.header("Origin"), origin != "http://\(host)", origin != "https://\(host)",
      origin != publicOrigin?.description
    {
      return .plain("Other sites' pages cannot read this one.", status: 403)
    }
    return nil
  }

  /// `localhost`, an IP address (which no name server can have made up), or a name that was allowed.
  private func isKnown(_ host: String) -> Bool {
    var name = host[...]
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]") else { return false }
      let inside = host[host.index(after: host.startIndex)..<end]
      guard !inside.isEmpty, inside.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { return false }
      name = host[host.index(after: end)...]
      return name.isEmpty || SitePolicy.isPort(name)
    }
    if let colon = host.firstIndex(of: ":") {
      // It goes into addresses: what is no port must not get there.
      guard SitePolicy.isPort(host[colon...]) else { return false }
      name = host[..<colon]
    }
    if name.lowercased() == "localhost" || hosts.contains(name.lowercased()) { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        part.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt8(part) != nil && part.utf8.count <= 3
      }
  }

  /// A colon and a number.
  private static func isPort(_ text: Substring) -> Bool {
    text.first == ":" && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
      && UInt16(text.dropFirst()) != nil
  }

  private func isAllowed(_ request: ServerRequest) -> Bool {
    guard let token else { return true }
    guard let given = request.header("Authorization") else { return false }
    let parts = given.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return false }
    switch parts[0].lowercased() {
    case "bearer": return SitePolicy.same(Array(parts[1].utf8), Array(token.utf8))
    case "basic":
      guard let text = Base64Text.decoded(parts[1]), let colon = text.firstIndex(of: UInt8(ascii: ":")) else {
        return false
      }
      return SitePolicy.same(Array(text[(colon + 1)...]), Array(token.utf8))
    default: return false
    }
  }

  /// Takes the same time wherever the first difference is.
  private static func same(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    var difference = UInt8(left.count == right.count ? 0 : 1)
    for (index, byte) in left.enumerated() { difference |= byte ^ (right.isEmpty ? 1 : right[index % right.count]) }
    return difference == 0
  }
}

/// Base64 as credentials use it (RFC 4648 section 4).
enum Base64Text {
  static func decoded(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "=") { break }
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      default: return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }
}

extension ServerResponse {
  /// A text for a person, that no browser takes for a page.
  static func plain(_ text: String, status: Int, headers: [ServerRequest.Field] = []) -> ServerResponse {
    ServerResponse(status: status, "text/plain; charset=utf-8", text + "\n", headers: headers)
  }
}
