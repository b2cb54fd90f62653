import URIs
import WeftModel

/// One exchange with one server: what a request is between two redirects.
struct Hop: Sendable {
  var method: String
  /// The address as it goes to the server, credentials of the query included.
  var url: String
  var origin: Origin
  /// Fields of the request and of the credentials, checked.
  var headers: HeaderFields
  var body: [UInt8]?
  /// Cookies of the settings.
  var cookies: [HeaderFields.Field]
  /// The cookie jar; `nil`: none.
  var jar: CookieJarKey?
  var bodyBytes: Int
  var connect: Duration
  /// What is left of the time for the whole request.
  var remaining: Duration
  var connection: ConnectionSettings
  /// A loopback, private or link-local address ends the exchange before anything is sent.
  var mustBePublic = false
  /// The settings' own limits, for messages.
  var limits: RequestLimits
  /// The address without the credentials of the query.
  var address: String
  var credentials: RequestCredentials

  /// The address for messages, without secrets.
  var shownURL: String { redacted(address, credentials) }

  /// The server's name in messages: `example.org`, `127.0.0.1:8080`.
  var server: String { origin.hostAndPort }
}

/// What a server answered to a hop.
struct HopResponse: Sendable {
  var status: Int
  var headers: HeaderFields
  var body: [UInt8]
  /// The IP address of the server, or of the proxy; empty where it is not known.
  var address: String
  /// The address is that of a proxy: it listens at another port than the server's.
  var isProxied = false
  /// The time from the start of the exchange, without waiting for its turn.
  var duration: Duration
}

/// Cookies stay with the source and, as its credentials do, with scheme and port; domain and path are the jar's rules.
struct CookieJarKey: Hashable, Sendable {
  var name: String
  var scheme: String
  var port: Int

  init(name: String, origin: Origin) {
    self.name = name
    scheme = origin.scheme
    port = origin.port
  }
}
