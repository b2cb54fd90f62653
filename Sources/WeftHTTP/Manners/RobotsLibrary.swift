import URIs
import WeftModel

/// The `robots.txt` files of the run's servers, each asked for once, by the first request that needs it.
actor RobotsLibrary {
  private let transport: any Transport
  private let clock: any EngineClock
  private var shelves: [String: Shelf] = [:]
  private var nextWaiter = 0

  private enum Shelf {
    case known(RobotsRules, until: Timestamp)
    case loading([Int: CheckedContinuation<Void, Never>])
  }

  /// RFC 9309 section 2.4: not longer than a day.
  private static let lifetime = Duration.seconds(86_400)
  private static let shelfLimit = 10_000

  init(_ transport: any Transport, clock: any EngineClock) {
    self.transport = transport
    self.clock = clock
  }

  /// The rules of the server that the request goes to, for its product.
  ///
  /// - Throws: why the file cannot be read; then nothing may be asked for (RFC 9309 section 2.3.1.4). Only a server that
  ///   answers so: one that does not answer at all is treated as one without rules.
  func rules(for request: Request, at origin: Origin, product: String) async throws(SourceFailure) -> RobotsRules {
    let key = "\(product) \(origin)"
    while true {
      switch shelves[key] {
      case .known(let rules, let until) where clock.now() < until: return rules
      case .loading: await wait(for: key)
      case .known, nil: return try await load(request, origin, product, key)
      }
      if Task.isCancelled { throw SourceFailure(.cancelled, "the request was cancelled") }
    }
  }

  private func load(
    _ request: Request, _ origin: Origin, _ product: String, _ key: String
  ) async throws(SourceFailure) -> RobotsRules {
    if shelves.count >= RobotsLibrary.shelfLimit { forgetWhatIsKnown() }
    shelves[key] = .loading([:])
    do {
      let rules = try await read(request, origin, product)
      put(.known(rules, until: clock.now().advanced(by: RobotsLibrary.lifetime)), at: key)
      return rules
    } catch {
      // Whoever waits tries for itself: this one may only have been cancelled.
      put(nil, at: key)
      throw error
    }
  }

  private func put(_ shelf: Shelf?, at key: String) {
    let before = shelves[key]
    shelves[key] = shelf
    guard case .loading(let waiters) = before else { return }
    for waiter in waiters.values { waiter.resume() }
  }

  private func forgetWhatIsKnown() {
    shelves = shelves.filter { shelf in
      if case .loading = shelf.value { true } else { false }
    }
  }

  private func wait(for key: String) async {
    let number = nextWaiter
    nextWaiter += 1
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard case .loading(var waiters) = shelves[key], !Task.isCancelled else { return continuation.resume() }
        waiters[number] = continuation
        shelves[key] = .loading(waiters)
      }
    } onCancel: {
      Task { await self.stopWaiting(number, for: key) }
    }
  }

  private func stopWaiting(_ number: Int, for key: String) {
    guard case .loading(var waiters) = shelves[key], let waiter = waiters.removeValue(forKey: number) else { return }
    shelves[key] = .loading(waiters)
    waiter.resume()
  }

  private func read(
    _ request: Request, _ origin: Origin, _ product: String
  ) async throws(SourceFailure) -> RobotsRules {
    var asked = Request(url: "\(origin)/robots.txt", limits: request.limits, connection: request.connection)
    asked.limits.bodyBytes = max(4 << 20, RobotsRules.byteLimit)
    asked.limits.redirects = 5
    asked.limits.whole = min(asked.limits.whole, .seconds(10))
    if let agent = request.headers["User-Agent"] { asked.headers["User-Agent"] = agent }
    // No secrets, but the origin: a public source must not lead to a file on a private address either.
    asked.credentials.origin = request.credentials.origin
    asked.credentials.trust = request.credentials.trust
    asked.manners.cache.fresh = .seconds(3_600)
    let response: Response
    do throws(SourceFailure) {
      response = try await transport.response(to: asked)
    } catch {
      guard error.kind != .cancelled else { throw error }
      // A server that hangs up on this address, or sends round in circles, has no rules to tell; if it is down, the
      // page says so better.
      return .none
    }
    switch response.status {
    case 200..<300: return RobotsRules(response.body, product: product)
    // 429 is no word about the file but a request to come later.
    case 400..<500 where response.status != 429: return .none
    default:
      throw SourceFailure(
        .status,
        "\(response.status) for /robots.txt of \(origin.hostAndPort), so its pages are not asked for; "
          + "request.robots: ignore asks all the same", url: asked.url, retry: .scheduled, status: response.status)
    }
  }
}
