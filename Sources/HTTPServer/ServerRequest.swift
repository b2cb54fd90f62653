/// A request as it reached the server; nothing in it is decoded.
public struct ServerRequest: Hashable, Sendable {
  /// The method, as written.
  public var method: String
  /// The path, as written, such as `/a%2Fb`.
  public var path: String
  /// What follows the first `?`, as written; `nil` where there is none.
  public var query: String?
  /// The header fields, in order.
  public var headers: [Field]
  /// The body.
  public var body: [UInt8]
  /// The number of the connection that brought it, from 1 in the order they were accepted.
  public var connection: Int
  /// The client's address, without its port; of IPv6, its /64 network. Empty where it is not known.
  public var client: String

  /// One field line of a message's head.
  public struct Field: Hashable, Sendable {
    /// The name, as written.
    public var name: String
    /// The value.
    public var value: String

    /// A field line.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A request.
  public init(
    method: String = "GET", path: String, query: String? = nil, headers: [Field] = [], body: [UInt8] = [],
    connection: Int = 0, client: String = ""
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.connection = connection
    self.client = client
  }

  /// Path and query, as written.
  public var target: String { query.map { path + "?" + $0 } ?? path }

  /// The value of the first header field of that name, without case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The value of the first query parameter of that name, as written (percent-encoding stays).
  public func parameter(_ name: String) -> String? {
    guard let query else { return nil }
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts[0] == name { return parts.count == 2 ? String(parts[1]) : "" }
    }
    return nil
  }
}
