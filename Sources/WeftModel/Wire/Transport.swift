/// What carries a request to a server, or to a program, and brings the response.
public protocol Transport: Sendable {
  /// Sends the request and returns the whole response, whatever its status; redirects have been followed.
  ///
  /// Cancelling the task cancels the request.
  /// - Throws: `SourceFailure` where there is no response: no connection, a limit, a time-out, a redirect too many.
  func response(to request: Request) async throws(SourceFailure) -> Response
}

/// A request of one page.
public struct Request: Hashable, Sendable {
  /// `GET` or `POST`, mostly; `RUN` for a program.
  public var method: String
  /// An absolute http or https address, sent as written; of a program its line.
  public var url: String
  /// Fields that hold no secret, such as `Accept`.
  public var headers: HeaderFields
  /// The body, or nothing.
  public var body: [UInt8]?
  /// Fields and cookies that only the trusted origins may get.
  public var credentials: RequestCredentials
  /// What the response may cost.
  public var limits: RequestLimits
  /// Proxy and certificates, where they are not the system's.
  public var connection: ConnectionSettings
  /// What the server is spared.
  public var manners: RequestManners
  /// The program that answers, in the place of a server.
  public var program: ProgramCall?

  /// A request that a program answers with its standard output.
  public init(
    program: ProgramCall, credentials: RequestCredentials = RequestCredentials(),
    limits: RequestLimits = RequestLimits()
  ) {
    self.init(method: "RUN", url: program.line, body: program.input, credentials: credentials, limits: limits)
    self.program = program
  }

  /// A request.
  public init(
    method: String = "GET", url: String, headers: HeaderFields = HeaderFields(), body: [UInt8]? = nil,
    credentials: RequestCredentials = RequestCredentials(), limits: RequestLimits = RequestLimits(),
    connection: ConnectionSettings = ConnectionSettings(), manners: RequestManners = RequestManners()
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.credentials = credentials
    self.limits = limits
    self.connection = connection
    self.manners = manners
  }
}

/// How a connection is made (`request.proxy`, `ca_file`, `insecure`).
public struct ConnectionSettings: Hashable, Sendable {
  /// The proxy's address; `nil`: the environment's (`https_proxy`, `no_proxy`); empty: none.
  public var proxy: String?
  /// A file of CA certificates; `nil`: the system's.
  public var certificateFile: String?
  /// TLS certificates are not checked.
  public var isInsecure: Bool
  /// An address of the person who runs the program, for the `User-Agent`.
  public var contact: String?

  /// The system's settings, unless told otherwise.
  public init(
    proxy: String? = nil, certificateFile: String? = nil, isInsecure: Bool = false, contact: String? = nil
  ) {
    self.proxy = proxy
    self.certificateFile = certificateFile
    self.isInsecure = isInsecure
    self.contact = contact
  }
}

/// Secrets of a source, and where they may go.
public struct RequestCredentials: Hashable, Sendable {
  /// Fields such as `Authorization`.
  public var headers: HeaderFields
  /// The value of the `Cookie` field that the settings give.
  public var cookies: [HeaderFields.Field]
  /// Query parameters, such as an API key, added to requests of trusted origins.
  public var query: [HeaderFields.Field]
  /// The address whose origin (scheme, host, port) the secrets were written for.
  public var origin: String
  /// Further hosts (`host` or `host:port`) that may get them, never over http after https.
  public var trust: [String]
  /// A name for the cookie jar of the source; empty: no jar.
  public var jar: String
  /// Names of query parameters of the source's own URL whose values must not be shown.
  public var secretParameters: [String] = []
  /// Further texts that must not be shown: values that the settings take from the environment.
  public var secretValues: Set<String> = []

  /// All names of query parameters whose values must not be shown.
  public var secretParameterNames: Set<String> { Set(query.map(\.name) + secretParameters) }

  /// A server repeats the credentials of the query in its links and redirects; this is such a parameter.
  public func isSecret(parameter name: String, value: String) -> Bool {
    query.contains { $0.name == name && $0.value == value }
  }

  /// The secret texts themselves: header values, also without the scheme's name, cookies, query values.
  public var secretTexts: Set<String> {
    var secrets = secretValues.union(query.map(\.value) + cookies.map(\.value))
    for field in headers.fields {
      secrets.insert(field.value)
      if let space = field.value.firstIndex(of: " ") { secrets.insert(String(field.value[space...].dropFirst())) }
    }
    secrets.remove("")
    return secrets
  }

  /// No secrets.
  public init(
    headers: HeaderFields = HeaderFields(), cookies: [HeaderFields.Field] = [], query: [HeaderFields.Field] = [],
    origin: String = "", trust: [String] = [], jar: String = ""
  ) {
    self.headers = headers
    self.cookies = cookies
    self.query = query
    self.origin = origin
    self.trust = trust
    self.jar = jar
  }
}

/// Limits of one request.
public struct RequestLimits: Hashable, Sendable {
  /// The body's size in bytes after decompression.
  public var bodyBytes: Int
  /// How many redirects are followed.
  public var redirects: Int
  /// Time until the connection stands.
  public var connect: Duration
  /// Time until the whole response is there, redirects included.
  public var whole: Duration

  /// The defaults: 8 MiB, 10 redirects, 10 s, 30 s.
  public init(
    bodyBytes: Int = 8 << 20, redirects: Int = 10, connect: Duration = .seconds(10), whole: Duration = .seconds(30)
  ) {
    self.bodyBytes = bodyBytes
    self.redirects = redirects
    self.connect = connect
    self.whole = whole
  }
}

/// A whole response.
public struct Response: Hashable, Sendable {
  /// The HTTP status; 200 for a program or a file.
  public var status: Int
  /// The header fields of the last response, after redirects.
  public var headers: HeaderFields
  /// The body, decompressed.
  public var body: [UInt8]
  /// The address that answered, after redirects.
  public var url: String
  /// The addresses that redirected here, first to last.
  public var redirects: [String]
  /// When the response had arrived, in whole milliseconds.
  public var receivedAt: Timestamp
  /// The time from the request to the whole response.
  public var duration: Duration
  /// What the transport wants said (credentials that were not sent on, a new permanent address).
  public var warnings: [SourceWarning]
  /// What a cache had to do with it.
  public var cacheUse: CacheUse

  /// A response.
  public init(
    status: Int = 200, headers: HeaderFields = HeaderFields(), body: [UInt8], url: String, redirects: [String] = [],
    receivedAt: Timestamp, duration: Duration = .zero, warnings: [SourceWarning] = [], cacheUse: CacheUse = .none
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
    self.redirects = redirects
    self.receivedAt = receivedAt
    self.duration = duration
    self.warnings = warnings
    self.cacheUse = cacheUse
  }

  /// The media type of `Content-Type` (`text/html`), lower-cased, without parameters; `nil` where there is none.
  public var mediaType: String? {
    guard let value = headers["Content-Type"] else { return nil }
    let type = value.prefix { $0 != ";" && $0 != "," }.filter { !$0.isWhitespace }.lowercased()
    return type.isEmpty ? nil : type
  }

  /// The `charset` parameter of `Content-Type`, unquoted; `nil` where there is none (RFC 9110 section 8.3).
  public var charset: String? {
    guard let value = headers["Content-Type"] else { return nil }
    for parameter in value.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, HeaderFields.same(parts[0].filter { !$0.isWhitespace }, "charset") else { continue }
      let name = parts[1].filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
      return name.isEmpty ? nil : name
    }
    return nil
  }
}
