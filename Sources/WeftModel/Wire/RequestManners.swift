/// What a server is spared: requests too close together, pages that its `robots.txt` closes, bytes that are known.
public struct RequestManners: Hashable, Sendable {
  /// The least time between the starts of two requests at one host (`request.rate`); `nil`: none.
  public var spacing: Duration?
  /// `robots.txt` (RFC 9309) is asked before the page (`request.robots`).
  public var obeysRobots: Bool
  /// What a cache may do (`request.cache`).
  public var cache: CacheSettings

  /// Manners; by default only those of every HTTP client.
  public init(spacing: Duration? = nil, obeysRobots: Bool = false, cache: CacheSettings = CacheSettings()) {
    self.spacing = spacing
    self.obeysRobots = obeysRobots
    self.cache = cache
  }
}

/// What a cache may do for a source (`request.cache`).
public struct CacheSettings: Hashable, Sendable {
  /// A stored response is revalidated with its validators (RFC 9110 section 13); otherwise it is asked for again whole.
  public var isConditional: Bool
  /// A stored response that is not older than this is used without asking; where the server allows longer, longer.
  public var fresh: Duration

  /// The defaults: conditional requests, and the server's word on freshness.
  public init(isConditional: Bool = true, fresh: Duration = .zero) {
    self.isConditional = isConditional
    self.fresh = fresh
  }
}

/// What a cache had to do with a response.
public enum CacheUse: String, Hashable, Sendable {
  /// It came from the server.
  case none
  /// The server said that the stored one still holds (304).
  case validated
  /// It was stored, and nobody was asked.
  case stored
}
