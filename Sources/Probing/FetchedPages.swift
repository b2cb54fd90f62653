import WeftModel

/// A transport that asks for each page once, remembers it, and makes no more than so many requests in all.
actor FetchedPages: Transport {
  /// What a probe may ask of a server.
  static let mostRequests = 4

  private let transport: any Transport
  private var responses: [String: Response] = [:]
  /// How many requests were made.
  private(set) var count = 0

  init(_ transport: any Transport) { self.transport = transport }

  /// A further request can be made.
  var hasRequestsLeft: Bool { count < FetchedPages.mostRequests }

  /// The remembered response, else that of the server.
  func response(to request: Request) async throws(SourceFailure) -> Response {
    let key = FetchedPages.key(request.url)
    if request.method == "GET", request.body == nil, let response = responses[key] { return response }
    guard count < FetchedPages.mostRequests else {
      throw SourceFailure(.request, "a probe makes at most \(FetchedPages.mostRequests) requests", url: request.url)
    }
    count += 1
    let response = try await transport.response(to: request)
    responses[key] = response
    if responses[FetchedPages.key(response.url)] == nil { responses[FetchedPages.key(response.url)] = response }
    return response
  }

  /// Lets the response stand for an address that names the same page.
  func remember(_ response: Response, as url: String) {
    let key = FetchedPages.key(url)
    if responses[key] == nil { responses[key] = response }
  }

  private static func key(_ url: String) -> String { String(url.prefix { $0 != "#" }) }
}
