/// How pages are asked for (`request:`).
public struct RequestSettings: Hashable, Sendable {
  /// The method; `nil`: POST where there is a body, else GET.
  public var method: String?
  /// Header fields, as written.
  public var headers: HeaderFields
  /// Credentials.
  public var authorization: Authorization?
  /// The body.
  public var body: Body?
  /// Cookies of the first request.
  public var cookies: [HeaderFields.Field]
  /// Hosts (`host` or `host:port`) that may get the source's credentials.
  public var trust: [String]
  /// Size, redirects and times.
  public var limits: RequestLimits
  /// A charset label that overrides what the response says; `nil`: auto.
  public var charset: String?
  /// A selector: a response for which it finds something is an error.
  public var failWhen: String?
  /// When a failed request is tried again.
  public var retry: RetrySettings
  /// At most one request per this span, for a host; `nil`: no limit.
  public var spacing: Duration?
  /// Whether `robots.txt` is obeyed; `nil`: pages for people are, APIs and feeds are made for programs.
  public var robots: RobotsRule?
  /// What a cache may do.
  public var cache: CacheSettings = CacheSettings()
  /// The proxy's address; `nil`: the environment's; empty: none.
  public var proxy: String?
  /// An address of the person who runs the program, for the `User-Agent`.
  public var contact: String?
  /// A file of CA certificates.
  public var certificateFile: String?
  /// TLS certificates are not checked.
  public var isInsecure: Bool
  /// Names of query parameters of the source's own URL whose values are secret: they came from the environment.
  public var secretParameters: [String] = []
  /// Values of environment variables that stand in these settings, wherever they stand.
  public var secretValues: Set<String> = []

  /// A word after `robots:`.
  public enum RobotsRule: String, Hashable, Sendable, CaseIterable {
    /// What it closes is not asked for.
    case obey
    /// It is not asked.
    case ignore
  }

  /// Credentials of a source.
  public enum Authorization: Hashable, Sendable {
    /// `Authorization: Bearer …` (RFC 6750).
    case bearer(String)
    /// `Authorization: Basic …` (RFC 7617).
    case basic(user: String, password: String)
    /// Header fields.
    case headers([HeaderFields.Field])
    /// Query parameters.
    case query([HeaderFields.Field])
    /// User and password of the URL's host in a file that the program finds (`.netrc`).
    case netrc
  }

  /// A request body.
  public enum Body: Hashable, Sendable {
    /// A JSON value.
    case json(JSONTree)
    /// Form fields.
    case form([HeaderFields.Field])
    /// Text, as it is.
    case text(String)
    /// A GraphQL request.
    case graphQL(query: String, variables: JSONTree)
  }

  /// The defaults.
  public init(
    method: String? = nil, headers: HeaderFields = HeaderFields(), authorization: Authorization? = nil,
    body: Body? = nil, cookies: [HeaderFields.Field] = [], trust: [String] = [],
    limits: RequestLimits = RequestLimits(), charset: String? = nil, failWhen: String? = nil,
    retry: RetrySettings = RetrySettings(), spacing: Duration? = nil, proxy: String? = nil,
    certificateFile: String? = nil, isInsecure: Bool = false
  ) {
    self.method = method
    self.headers = headers
    self.authorization = authorization
    self.body = body
    self.cookies = cookies
    self.trust = trust
    self.limits = limits
    self.charset = charset
    self.failWhen = failWhen
    self.retry = retry
    self.spacing = spacing
    self.proxy = proxy
    self.certificateFile = certificateFile
    self.isInsecure = isInsecure
  }
}

/// When a failed request is tried again (`request.retry:`).
public struct RetrySettings: Hashable, Sendable {
  /// Retries after the first try.
  public var times: Int
  /// Statuses that are worth a retry.
  public var statuses: [Int]
  /// The wait before the first retry; it doubles with each.
  public var base: Duration
  /// The longest wait.
  public var cap: Duration
  /// Header fields that name the wait.
  public var headers: [String]

  /// The defaults: three retries, 1 s doubling up to 60 s.
  public init(
    times: Int = 3, statuses: [Int] = [408, 425, 429, 500, 502, 503, 504], base: Duration = .seconds(1),
    cap: Duration = .seconds(60), headers: [String] = ["Retry-After", "X-RateLimit-Reset"]
  ) {
    self.times = times
    self.statuses = statuses
    self.base = base
    self.cap = cap
    self.headers = headers
  }
}
