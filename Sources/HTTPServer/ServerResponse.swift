/// What a handler answers, faults included.
public struct ServerResponse: Sendable {
  /// The HTTP status.
  public var status: Int
  /// Header fields; `Content-Length` and `Date` are the server's own business.
  public var headers: [ServerRequest.Field]
  /// The body.
  public var body: Body

  /// What follows the head, or what happens instead.
  public enum Body: Sendable {
    /// These bytes, with the right `Content-Length`.
    case bytes([UInt8])
    /// These pieces, chunked, with a pause before each.
    case slowly([[UInt8]], pause: Duration)
    /// Pieces from a closure, chunked, until it returns `nil`; it may block, and says itself when to go on.
    case stream(@Sendable () -> [UInt8]?)
    /// The piece, chunked, again and again until the client leaves.
    case endless([UInt8])
    /// These bytes, then the connection is closed where more was announced.
    case brokenOff([UInt8])
    /// These bytes under a `Content-Length` of that many; where they are fewer, the connection is closed.
    case wrongLength([UInt8], declared: Int)
    /// No answer at all until the client leaves or the server stops.
    case never
    /// The connection is closed without an answer.
    case hangUp

    /// It goes on for as long as its maker wants.
    var isEndless: Bool {
      if case .stream = self { true } else { false }
    }
  }

  /// A response.
  public init(status: Int = 200, headers: [ServerRequest.Field] = [], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A response with a text of that media type.
  public init(status: Int = 200, _ type: String, _ text: String, headers: [ServerRequest.Field] = []) {
    self.init(
      status: status, headers: [ServerRequest.Field("Content-Type", type)] + headers, body: .bytes(Array(text.utf8)))
  }

  /// The value of the first header field of that name, without case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// A plain text.
  public static func text(_ text: String, status: Int = 200) -> ServerResponse {
    ServerResponse(status: status, "text/plain; charset=utf-8", text)
  }

  /// A redirect to the target, as written.
  public static func redirect(_ target: String, status: Int = 302, headers: [ServerRequest.Field] = [])
    -> ServerResponse
  {
    ServerResponse(status: status, headers: [ServerRequest.Field("Location", target)] + headers)
  }

  /// No answer at all until the client leaves or the server stops.
  public static let never = ServerResponse(body: .never)

  /// The connection is closed without an answer.
  public static let hangUp = ServerResponse(body: .hangUp)
}
