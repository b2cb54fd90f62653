import URIs
public import WeftModel

/// A transport that keeps the responses of another one on disk and asks for them again as RFC 9111 has it for a private
/// cache.
///
/// A response's cookies are not kept. So a response that set one is never used on the server's word without asking where
/// the source has a cookie jar: the page is asked for with its validators, and the 304 may bring the cookie. Where the
/// server sends it with whole pages only, `cache: {conditional: false}` asks for those.
public struct CachingTransport: Transport {
  /// What may be answered from the cache.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// What is fresh, and what the server says still holds.
    case normal
    /// Nothing; responses are stored.
    case refresh
    /// Everything, whatever its age; the other transport is never asked.
    case offline
  }

  private let cache: ResponseCache
  private let mode: Mode
  private let clock: any EngineClock
  private let inner: any Transport

  /// A transport over another one. Nothing is opened before the first request.
  public init(_ cache: ResponseCache, mode: Mode = .normal, clock: any EngineClock, inner: any Transport) {
    self.cache = cache
    self.mode = mode
    self.clock = clock
    self.inner = inner
  }

  /// The response, from the cache or from the other transport.
  ///
  /// - Throws: what the other transport throws; offline, a failure that is not tried again for what is not stored. A
  ///   cache that cannot be read or written fails no request.
  public func response(to request: Request) async throws(SourceFailure) -> Response {
    guard request.method == "GET", request.body == nil, request.headers["Range"] == nil else {
      return try await uncached(request)
    }
    switch mode {
    case .normal: return try await current(request)
    case .refresh:
      var asked = Revalidation.unconditional(request)
      // For caches on the way.
      if asked.headers["Cache-Control"] == nil { asked.headers["Cache-Control"] = "no-cache" }
      return try await fetched(asked)
    case .offline: return try await stored(request)
    }
  }

  /// The response to a request that is never answered from the cache.
  private func uncached(_ request: Request) async throws(SourceFailure) -> Response {
    guard mode != .offline else { throw await missing(request) }
    let response = try await inner.response(to: request)
    // What changes a page makes the stored one worthless (section 4.4).
    let isSafe = ["GET", "HEAD", "OPTIONS", "TRACE"].contains(request.method)
    if !isSafe, (200..<400).contains(response.status) { await cache.invalidate(request) }
    return response
  }

  private func current(_ request: Request) async throws(SourceFailure) -> Response {
    // Conditions of the settings' own are about something that only their author has.
    guard !Revalidation.hasConditions(request) else { return try await fetched(request) }
    guard let entry = await cache.entry(for: request) else { return try await fetched(request) }
    let stored = entry.response
    if Freshness.allows(stored, for: request, at: clock.now()) {
      await cache.used(entry)
      return stored.response
    }
    guard request.manners.cache.isConditional, let question = Revalidation.conditional(request, on: stored) else {
      return try await fetched(request)
    }
    let answer = try await inner.response(to: question)
    guard answer.status == 304 else { return await kept(answer, request) }
    guard Revalidation.confirms(answer, stored) else { return try await askedAgain(request) }
    let freshened = Revalidation.freshened(stored, by: answer, to: request)
    if Storability.mayKeep(freshened.headers) {
      await cache.replace(entry, with: freshened, for: request)
    } else {
      await cache.remove(request)
    }
    var response = freshened.response
    response.cacheUse = .validated
    response.duration = answer.duration
    response.warnings = answer.warnings
    return response
  }

  private func fetched(_ request: Request) async throws(SourceFailure) -> Response {
    let response = try await inner.response(to: request)
    guard response.status == 304 else { return await kept(response, request) }
    return try await askedAgain(request)
  }

  /// Asks once more after a 304 that nothing stored goes with, so that the whole response comes.
  private func askedAgain(_ request: Request) async throws(SourceFailure) -> Response {
    var request = Revalidation.unconditional(request)
    // The 304 may be that of a broken cache on the way.
    if request.headers["Cache-Control"] == nil { request.headers["Cache-Control"] = "no-cache" }
    return await kept(try await inner.response(to: request), request)
  }

  private func kept(_ response: Response, _ request: Request) async -> Response {
    switch Storability.verdict(response, to: request) {
    case .store: await cache.store(StoredResponse(response, to: request), for: request)
    case .replaceWithNothing: await cache.remove(request)
    case .ignore: break
    }
    return response
  }

  private func stored(_ request: Request) async throws(SourceFailure) -> Response {
    guard let entry = await cache.entry(for: request) else { throw await missing(request) }
    await cache.used(entry)
    return entry.response.response
  }

  private func missing(_ request: Request) async -> SourceFailure {
    let credentials = request.credentials
    let shown = redactedURL(
      request.url, parameters: credentials.secretParameterNames, values: credentials.secretTexts)
    let why = await cache.problem.map { ": \($0)" } ?? ""
    return SourceFailure(.request, "\(shown) is not in the cache\(why)", url: shown)
  }
}
