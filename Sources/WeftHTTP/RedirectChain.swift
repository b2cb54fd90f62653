import URIs
import WeftModel

/// The way from the address that was asked to the one that answers; redirects are followed as browsers do.
struct RedirectChain {
  /// The method of the next hop.
  private(set) var method: String
  /// The address of the next hop, without credentials.
  private(set) var url: String
  /// The next hop carries the request's body.
  private(set) var keepsBody = true
  /// The addresses that redirected, first to last.
  private(set) var redirects: [String] = []
  /// Permanent redirects (301, 308) on the way.
  private(set) var moves: [(from: String, to: String)] = []
  private let limit: Int
  private let credentials: RequestCredentials

  init(_ request: Request, from url: String) {
    method = request.method
    self.url = url
    limit = request.limits.redirects
    credentials = request.credentials
  }

  /// The response sends the client elsewhere (RFC 9110 section 15.4). 300 and 304 do not, nor does one without
  /// `Location`.
  static func isRedirect(status: Int, headers: HeaderFields) -> Bool {
    [301, 302, 303, 307, 308].contains(status) && headers["Location"]?.isEmpty == false
  }

  /// Takes the response of a hop, and says whether there is a next one.
  ///
  /// - Throws: a failure of kind `redirect` where the limit is reached or the target is neither http nor https.
  mutating func follow(_ response: HopResponse) throws(SourceFailure) -> Bool {
    guard RedirectChain.isRedirect(status: response.status, headers: response.headers),
      let location = response.headers["Location"]
    else { return false }
    var target = URIReference(resolve(location, against: url))
    target.fragment = nil
    // Credentials of the query, which servers repeat, are added again to hops that may have them; others must not get
    // them.
    let next = URIQuery.removing(from: target.description) { parameter in
      credentials.isSecret(parameter: parameter.name, value: parameter.value)
    }
    guard let scheme = target.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
      throw failure("redirected to \(redacted(next, credentials)), which is neither http nor https", response.status)
    }
    guard Origin(of: next) != nil else {
      throw failure("redirected to \(redacted(next, credentials)), which is no address", response.status)
    }
    guard redirects.count < limit else {
      throw failure(
        "redirected more than \(limit) times: " + shown(redirects + [url, next]), response.status)
    }
    redirects.append(url)
    // A request with a body is not repeated by itself later, so its 301 says nothing about the GET that follows.
    if response.status == 308 || response.status == 301 && method != "POST" { moves.append((url, next)) }
    let becomesGet =
      response.status == 303 && method != "HEAD" && method != "GET"
      || (response.status == 301 || response.status == 302) && method == "POST"
    if becomesGet {
      method = "GET"
      keepsBody = false
    }
    url = next
    return true
  }

  /// `A → B → C`; of a long chain the first four and the last two.
  func shown(_ addresses: [String]) -> String {
    var texts = addresses.map { redacted($0, credentials) }
    if texts.count > 6 { texts.replaceSubrange(4..<(texts.count - 2), with: ["…"]) }
    return texts.joined(separator: " → ")
  }

  private func failure(_ message: String, _ status: Int) -> SourceFailure {
    SourceFailure(.redirect, message, url: redacted(url, credentials), status: status)
  }
}
