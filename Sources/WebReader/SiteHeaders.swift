import HTTPServer

/// Header fields of every answer.
enum SiteHeaders {
  /// No script but our own file, nothing from anywhere but pictures; nobody frames the page; no address is told.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src http: https: data:; "
    + "media-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  private static let fields = [
    ServerRequest.Field("Content-Security-Policy", policy),
    ServerRequest.Field("X-Content-Type-Options", "nosniff"),
    ServerRequest.Field("Referrer-Policy", "no-referrer"),
    ServerRequest.Field("Cross-Origin-Resource-Policy", "same-origin"),
    ServerRequest.Field("Cross-Origin-Opener-Policy", "same-origin"),
    ServerRequest.Field("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
  ]

  private static let unkept = ServerRequest.Field("Cache-Control", "private, no-cache")

  static func added(to response: ServerResponse) -> ServerResponse {
    var response = response
    response.headers += fields
    // A page is asked for again with its tag; a proxy shows nobody what was made for somebody else.
    if response.header("Cache-Control") == nil { response.headers.append(unkept) }
    return response
  }
}
