import URIs
import WeftModel

/// Where the secrets of a source may go: to the origin they were written for, and to the hosts in `trust`.
struct CredentialPolicy {
  private let credentials: RequestCredentials
  private let origin: Origin?
  private var sawHTTPS = false

  init(_ credentials: RequestCredentials) {
    self.credentials = credentials
    origin = Origin(of: credentials.origin)
  }

  /// There is something to withhold.
  var hasSecrets: Bool {
    !credentials.headers.fields.isEmpty || !credentials.cookies.isEmpty || !credentials.query.isEmpty
  }

  /// The secrets may go to the origin; hops are asked about in their order.
  mutating func allows(_ target: Origin) -> Bool {
    defer { if target.scheme == "https" { sawHTTPS = true } }
    guard let origin else { return false }
    if target == origin { return true }
    guard isTrusted(target) else { return false }
    return target.scheme == "https" || origin.scheme != "https" && !sawHTTPS
  }

  /// The settings name the host; a host without a port stands for all its ports.
  func isTrusted(_ target: Origin) -> Bool {
    credentials.trust.contains { entry in
      guard let plain = Origin(of: "http://" + entry), let secure = Origin(of: "https://" + entry) else { return false }
      // Two default ports: none was written.
      return plain.host == target.host && (plain.port != secure.port || plain.port == target.port)
    }
  }

  /// Why a hop goes without the secrets.
  func warning(_ target: Origin) -> SourceWarning {
    let owner = origin.map { "they belong to \($0)" } ?? "they belong to no address"
    let advice =
      isTrusted(target) ? "http after https is never trusted" : "request.trust may name \(target.hostAndPort)"
    return SourceWarning(
      code: "credentials_withheld", text: "credentials are not sent to \(target): \(owner); \(advice)")
  }
}
