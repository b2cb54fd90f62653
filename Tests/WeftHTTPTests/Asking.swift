import HTTPServer
import WeftHTTP
import WeftModel

extension CurlTransport {
  /// The response to a GET.
  func get(
    _ url: String, limits: RequestLimits = RequestLimits(), credentials: RequestCredentials = RequestCredentials()
  ) async throws(SourceFailure) -> Response {
    try await response(to: Request(url: url, credentials: credentials, limits: limits))
  }

  /// The failure of a request that must fail; `nil` where it did not.
  func failure(_ request: Request) async -> SourceFailure? {
    do {
      _ = try await response(to: request)
      return nil
    } catch {
      return error
    }
  }
}

extension Response {
  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }
}

extension LoopbackServer {
  /// A server that answers by path, and with 404 elsewhere.
  convenience init(_ pages: [String: ServerResponse], host: String = "127.0.0.1") throws(ServerError) {
    try self.init(host: host) { pages[$0.path] ?? .text("nothing here", status: 404) }
  }

  /// The paths asked so far.
  var paths: [String] { requests.map(\.path) }
}
