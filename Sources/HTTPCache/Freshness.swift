import WeftModel

/// How long a stored response may be used without asking (RFC 9111 section 4.2).
///
/// There is no heuristic freshness (section 4.2.2): a feed is read to see what is new, its servers rarely say how long a
/// page holds, and asking with a validator costs little. Who wants it sets `cache.fresh`.
enum Freshness {
  /// How long a page of an archive (RFC 5005 section 4) is used without asking: it does not change any more, by the
  /// word of its publisher.
  static let archiveLifetime = Duration.seconds(30 * 86_400)

  /// The stored response answers the request as it is.
  static func allows(_ stored: StoredResponse, for request: Request, at now: Timestamp) -> Bool {
    let resident = now.since(stored.validatedAt)
    // The wall clock was set back, and nobody knows how old the response is.
    guard resident >= .zero else { return false }
    let asked = CacheControl(request.headers)
    // Pragma counts where the client knows no Cache-Control (section 5.4).
    if asked.has("no-cache") || asked.isEmpty && hasNoCachePragma(request.headers) { return false }
    let age = age(of: stored, at: now)
    if let limit = asked.seconds("max-age"), age > limit { return false }
    let margin = asked.seconds("min-fresh") ?? .zero

    let settings = request.manners.cache
    if stored.isSuccess {
      if settings.fresh > .zero, resident + margin <= settings.fresh { return true }
      if stored.isArchive, resident + margin < archiveLifetime { return true }
    }
    // The next page may need the cookie, which only the server can give.
    guard !stored.setsCookie, !stored.isRedirected(from: addressWithoutFragment(request.url)) else { return false }
    return lifetime(of: stored) > age + margin
  }

  /// The time for which the server allows the response to be used; zero where it does not say, says that it must be
  /// asked, or says what cannot be read.
  static func lifetime(of stored: StoredResponse) -> Duration {
    let directives = CacheControl(stored.headers)
    // `no-cache="field"` is taken as no-cache (section 5.2.2.4). `s-maxage` is for shared caches, `private` for this.
    if directives.has("no-cache") { return .zero }
    if let lifetime = directives.seconds("max-age") { return lifetime }
    if directives.isEmpty, hasNoCachePragma(stored.headers) { return .zero }
    let expiry = stored.headers.values(of: "Expires")
    guard let text = expiry.first, expiry.allSatisfy({ $0 == text }), let expires = HTTPDate.read(text) else {
      return .zero
    }
    let date = stored.headers["Date"].flatMap(HTTPDate.read) ?? stored.validatedAt
    return max(expires.since(date), .zero)
  }

  /// How long ago the origin server made or confirmed the response (section 4.2.3).
  static func age(of stored: StoredResponse, at now: Timestamp) -> Duration {
    let date = stored.headers["Date"].flatMap(HTTPDate.read)
    let apparent = date.map { max(stored.validatedAt.since($0), .zero) } ?? .zero
    // The first of several: an upstream cache's own is the outermost (section 5.1).
    let told = stored.headers["Age"].flatMap { FieldList.members($0).first }.flatMap(DeltaSeconds.read) ?? .zero
    let corrected = max(apparent, told + max(stored.delay, .zero))
    return corrected + max(now.since(stored.validatedAt), .zero)
  }

  private static func hasNoCachePragma(_ headers: HeaderFields) -> Bool {
    headers.values(of: "Pragma").contains { value in
      FieldList.members(value).contains { HeaderFields.same($0, "no-cache") }
    }
  }
}

/// The address as it is asked: a fragment stays with the client.
func addressWithoutFragment(_ url: String) -> String { String(url.prefix { $0 != "#" }) }
