import Locks
import URIs
public import WeftModel

/// Sends requests as a guest would: spaced by the host's rate, not where its `robots.txt` closes the door, and slower
/// where it answers that it has too much to do.
///
/// It stands between the cache, whose answers cost nobody anything, and the transport that connects.
public struct PoliteTransport: Transport {
  private let inner: any Transport
  private let clock: any EngineClock
  private let pacer = Lock(HostPacer())
  private let library: RobotsLibrary
  private let product: String

  /// The longest `Crawl-delay` that is kept; a reader cannot wait for hours.
  static let maximalDelay = Duration.seconds(60)

  /// A transport that minds its manners.
  ///
  /// - Parameters:
  ///   - inner: carries the requests.
  ///   - rules: carries the requests for `robots.txt`; `nil`: `inner`. A cache may stand here.
  ///   - userAgent: the name under which `robots.txt` is read, where a request does not give its own.
  public init(
    _ inner: any Transport, rules: (any Transport)? = nil, userAgent: String = "Weft", clock: any EngineClock
  ) {
    self.inner = inner
    self.clock = clock
    product = RobotsRules.product(of: userAgent)
    library = RobotsLibrary(rules ?? inner, clock: clock)
  }

  /// Waits for the request's turn, sends it and returns the response.
  ///
  /// - Throws: a failure of kind `robots` where `robots.txt` does not allow the page; else what the inner transport
  ///   throws.
  public func response(to request: Request) async throws(SourceFailure) -> Response {
    guard let origin = Origin(of: request.url) else { return try await inner.response(to: request) }
    let host = origin.description
    var warnings: [SourceWarning] = []
    if request.manners.obeysRobots { try await ask(origin, request, &warnings) }
    try await waitForTurn(host, request)
    var response = try await inner.response(to: request)
    pacer.with { $0.note(host, status: response.status) }
    response.warnings += warnings
    return response
  }

  private func ask(
    _ origin: Origin, _ request: Request, _ warnings: inout [SourceWarning]
  ) async throws(SourceFailure) {
    let product = request.headers["User-Agent"].map(RobotsRules.product) ?? product
    let rules = try await library.rules(for: request, at: origin, product: product)
    let address = URIReference(request.url)
    let path = address.path + (address.query.map { "?" + $0 } ?? "")
    guard rules.allows(path) else {
      let shown = redacted(request.url, request.credentials)
      throw SourceFailure(
        .robots,
        "robots.txt of \(origin.hostAndPort) does not allow \(product) to read this page; "
          + "request.robots: ignore reads it all the same", url: shown)
    }
    guard let delay = rules.crawlDelay else { return }
    if delay > PoliteTransport.maximalDelay {
      warnings.append(
        SourceWarning(
          code: "crawl_delay",
          text: "robots.txt of \(origin.hostAndPort) asks for \(LimitText.duration(delay)) between requests; "
            + "\(LimitText.duration(PoliteTransport.maximalDelay)) are kept"))
    }
    pacer.with { $0.widen(origin.description, to: min(delay, PoliteTransport.maximalDelay)) }
  }

  private func waitForTurn(_ host: String, _ request: Request) async throws(SourceFailure) {
    let now = clock.now()
    let turn = pacer.with { $0.reserve(host, spacing: request.manners.spacing, at: now) }
    guard turn > now else { return }
    await RequestTurn.current?.waits(true)
    do {
      try await clock.sleep(until: turn)
    } catch {
      pacer.with { $0.giveBack(host, turn: turn) }
      throw SourceFailure(.cancelled, "the request was cancelled", url: redacted(request.url, request.credentials))
    }
    await RequestTurn.current?.waits(false)
  }
}
