/// What clients of a server may take.
public struct ServerLimits: Sendable {
  /// Connections at one time; requests of further ones are answered with 503, and far beyond that they wait or are closed.
  public var connections = 512
  /// Connections of one address at one time, likewise; of IPv6, the /64 network of an address.
  public var connectionsPerAddress = 256
  /// A connection that is still for so many seconds is closed.
  public var idleSeconds = 60
  /// A request must be there whole so many seconds after the connection was made, or the answer before was sent.
  public var requestSeconds = 75
  /// An answer must have been taken whole within so many seconds; one without an end goes on.
  public var answerSeconds = 300
  /// The head of a request, and what else libmicrohttpd keeps of a connection, in bytes.
  public var connectionBytes = 48 << 10
  /// The longest body of a request, in bytes.
  public var bodyBytes = 64 << 10

  /// So many more connections are accepted, so that their clients can be told.
  static let reserve = 32

  /// Limits for a site that people read.
  public init() {}
}
