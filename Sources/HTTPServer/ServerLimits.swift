/// What clients of a server may take.
public struct ServerLimits: Sendable {
  /// Connections at one time.
  public var connections = 512
  /// Connections of one address at one time.
  public var connectionsPerAddress = 256
  /// A connection that is still for so many seconds is closed.
  public var idleSeconds = 60
  /// The head of a request, and what else libmicrohttpd keeps of a connection, in bytes.
  public var connectionBytes = 48 << 10
  /// The longest body of a request, in bytes.
  public var bodyBytes = 64 << 10

  /// Limits for a site that people read.
  public init() {}
}
