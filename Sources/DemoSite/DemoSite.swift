public import HTTPServer

/// A site with a JSON page API, an RSS feed and an HTML listing, for trying Weft out and for tests.
///
///     let site = try DemoSite.start()
///     defer { site.stop() }
///     // site.origin is "http://127.0.0.1:PORT"
public final class DemoSite: Sendable {
  /// The server, whose activity tests read.
  public let server: LoopbackServer

  private init(_ server: LoopbackServer) { self.server = server }

  /// `http://127.0.0.1:PORT`.
  public var origin: String { server.origin }

  /// The port it listens at.
  public var port: Int { server.port }

  /// Closes the port and all connections.
  public func stop() { server.stop() }

  /// Starts the site on 127.0.0.1; port 0 takes a free one.
  ///
  /// - Throws: `ServerError` where the port is taken.
  public static func start(port: Int = 0) throws(ServerError) -> DemoSite {
    DemoSite(try LoopbackServer(port: port) { response(to: $0) })
  }

  /// What the site answers; the same bytes for the same request, in every run.
  public static func response(to request: ServerRequest) -> ServerResponse {
    guard request.method == "GET" || request.method == "HEAD" else { return .text("only GET\n", status: 405) }
    let response = content(request, origin: "http://" + (request.header("Host") ?? "127.0.0.1"))
    guard response.status == 200, case .bytes(let bytes) = response.body else { return response }
    let tag = "\"" + String(fingerprint(bytes), radix: 36) + "\""
    let headers = response.headers + [ServerRequest.Field("ETag", tag)]
    if request.header("If-None-Match") == tag { return ServerResponse(status: 304, headers: headers) }
    return ServerResponse(headers: headers, body: response.body)
  }

  private static func content(_ request: ServerRequest, origin: String) -> ServerResponse {
    switch request.path {
    case "/", "/about": return DemoMarkup.start(origin: origin)
    case "/api/posts": return DemoAPI.response(to: request, origin: origin)
    case "/feed", "/feed/": return DemoFeed.response(to: request, origin: origin)
    case "/news": return .redirect("/news/", status: 301)
    case "/robots.txt": return .text("User-agent: *\nDisallow:\n")
    default: break
    }
    if let page = DemoListing.page(of: request.path) { return DemoListing.response(page: page) }
    if request.path.hasPrefix("/images/") { return DemoMarkup.picture(request.path) }
    for source in DemoPost.Source.allCases where request.path.hasPrefix("/\(source)/") {
      if let post = DemoPost.all(source).first(where: { $0.path == request.path }) { return DemoMarkup.article(post) }
    }
    return DemoMarkup.notFound
  }

  /// FNV-1a.
  private static func fingerprint(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
