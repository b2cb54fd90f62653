import Locks
import URIs
public import WeftModel

/// Carries requests over HTTP/1.1 and HTTP/2 with libcurl, all of them on one thread.
///
/// Redirects are followed here and not by curl, so that each hop is asked for its credentials, its address and its
/// limits. The thread ends when the last reference to the transport is dropped.
///
///     let transport = CurlTransport(userAgent: "Weft/1.0 (+https://weft.example)")
///     let response = try await transport.response(to: Request(url: "https://example.org/feed"))
public final class CurlTransport: Transport {
  private let loop: TransferLoop
  private let clock: @Sendable () -> Timestamp
  private let isPublic: @Sendable (String) -> Bool
  private let memory = Lock(TransportMemory())

  /// A transport; it starts no thread and opens nothing before the first request.
  ///
  /// - Parameters:
  ///   - connectionsPerHost: requests under way at one scheme, name and port; further ones wait in order.
  ///   - connections: requests under way in all.
  ///   - clock: gives the instants of arrival, of which whole milliseconds are kept.
  public convenience init(
    userAgent: String = "Weft", connectionsPerHost: Int = 6, connections: Int = 64,
    clock: @escaping @Sendable () -> Timestamp = { [clock = SystemClock()] in clock.now() }
  ) {
    self.init(
      TransferLoop.Configuration(
        connectionsPerHost: connectionsPerHost, connections: connections,
        // A line break in it would begin another header.
        userAgent: String(String.UnicodeScalarView(userAgent.unicodeScalars.filter { $0.value >= 0x20 }))),
      clock: clock)
  }

  init(_ configuration: TransferLoop.Configuration, clock: @escaping @Sendable () -> Timestamp) {
    loop = TransferLoop(configuration)
    isPublic = configuration.isPublic
    self.clock = clock
  }

  deinit { loop.stop() }

  /// Requests that have not ended: under way or waiting for their turn.
  public var requestsInFlight: Int { loop.inFlight }

  /// Sends the request, follows its redirects and returns the whole response, whatever its status.
  ///
  /// - Throws: `SourceFailure` where there is no response. Cancelling the task ends the request at once.
  public func response(to request: Request) async throws(SourceFailure) -> Response {
    let origin = try RequestCheck.check(request)
    let began = clock()
    let start = start(of: request, origin)
    var chain = RedirectChain(request, from: start.url)
    var policy = CredentialPolicy(request.credentials)
    var warnings: [SourceWarning] = []
    var mustBePublic = start.mustBePublic
    var remaining = request.limits.whole
    while true {
      let url = chain.url
      var hop = try hop(request, origin, chain, &policy, &warnings)
      hop.mustBePublic = mustBePublic && !policy.isTrusted(hop.origin)
      hop.remaining = remaining
      let answer = try await loop.run(hop).get()
      let isPublic =
        answer.isProxied ? AddressScope.isPublicName(hop.origin.host) : isPublic(answer.address)
      memory.with { $0.note(hop.origin, isPublic: isPublic) }
      let moves = chain.moves.count
      guard try chain.follow(answer) else {
        return response(answer, chain, warnings, began)
      }
      if chain.moves.count > moves {
        let moved = memory.with {
          $0.remember(from: url, to: chain.url, isFromPublic: isPublic, request.credentials)
        }
        if let moved { warnings.append(moved) }
      }
      mustBePublic = mustBePublic || isPublic
      remaining -= answer.duration
      guard remaining > .zero else {
        throw SourceFailure(
          .timeout, "no answer within \(LimitText.duration(request.limits.whole)) from \(hop.server)",
          url: hop.shownURL, retry: .scheduled)
      }
    }
  }

  /// The address that is asked first: the request's own, or the one it is known to have moved to.
  private func start(of request: Request, _ origin: Origin) -> (url: String, mustBePublic: Bool) {
    let url = String(request.url.prefix { $0 != "#" })
    let source = Origin(of: request.credentials.origin)
    return memory.with { memory in
      // A link that a page gave may lead to another server than the source's own.
      let isFollowed = source != nil && source != origin
      let mustBePublic = isFollowed && source.map(memory.isPublic) == true
      guard request.method == "GET" || request.method == "HEAD", let moved = memory.destination(of: url) else {
        return (url, mustBePublic)
      }
      return (moved.url, mustBePublic || moved.mustBePublic)
    }
  }

  /// The next exchange, with the credentials that its server may get.
  private func hop(
    _ request: Request, _ first: Origin, _ chain: RedirectChain, _ policy: inout CredentialPolicy,
    _ warnings: inout [SourceWarning]
  ) throws(SourceFailure) -> Hop {
    let credentials = request.credentials
    guard let origin = chain.url == request.url ? first : Origin(of: chain.url) else {
      let shown = redacted(chain.url, credentials)
      throw SourceFailure(.request, "\(shown) is no address", url: shown)
    }
    let isAllowed = policy.allows(origin)
    var url = chain.url
    var headers = request.headers
    if isAllowed {
      for field in credentials.headers.fields { headers[field.name] = field.value }
      for parameter in credentials.query { url = URIQuery.setting(parameter.name, to: parameter.value, in: url) }
    } else {
      if policy.hasSecrets {
        let warning = policy.warning(origin)
        if !warnings.contains(warning) { warnings.append(warning) }
      }
      // Fields that hold secrets by their nature, though they were not given as credentials.
      if origin != first {
        for name in ["Authorization", "Cookie", "Proxy-Authorization"] { headers[name] = nil }
      }
    }
    if !chain.keepsBody {
      headers.fields.removeAll { $0.name.lowercased().hasPrefix("content-") }
    }
    return Hop(
      method: chain.method, url: wireForm(url), origin: origin, headers: headers,
      body: chain.keepsBody ? request.body : nil, cookies: isAllowed ? credentials.cookies : [],
      jar: credentials.jar.isEmpty ? nil : CookieJarKey(name: credentials.jar, origin: origin),
      bodyBytes: request.limits.bodyBytes, connect: request.limits.connect, remaining: request.limits.whole,
      connection: request.connection, limits: request.limits, address: chain.url,
      credentials: credentials)
  }

  private func response(
    _ answer: HopResponse, _ chain: RedirectChain, _ warnings: [SourceWarning], _ began: Timestamp
  ) -> Response {
    let arrived = clock()
    return Response(
      status: answer.status, headers: answer.headers, body: answer.body, url: chain.url, redirects: chain.redirects,
      receivedAt: Timestamp(milliseconds: arrived.microseconds / 1_000), duration: arrived.since(began),
      warnings: warnings)
  }
}
