/// Why a server could not be started.
public enum ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The host is not an IPv4 or IPv6 address.
  case notAnAddress(String)
  /// The address is not a loopback one, and nothing says that it may be used.
  case notLoopback(String)
  /// The port is taken or may not be used.
  case cannotListen(host: String, port: Int)

  /// What happened, as a sentence.
  public var description: String {
    switch self {
    case .notAnAddress(let host): "\(host) is not an IP address"
    case .notLoopback(let host): "\(host) is not a loopback address (127.0.0.0/8 or ::1)"
    case .cannotListen(let host, let port): "cannot listen at \(host), port \(port): it is taken or not allowed"
    }
  }
}
