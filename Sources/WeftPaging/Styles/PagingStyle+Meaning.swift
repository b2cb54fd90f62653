import URIs
public import WeftModel

/// What a response means before its body is decoded.
public enum ResponseMeaning: Equatable, Sendable {
  /// The body is a page: decode it.
  case page
  /// The response is a page by itself: the end of the walk, or its restart.
  case known(Page)
  /// The response is a failure.
  case failure(SourceFailure)
}

extension PagingStyle {
  /// What a response means, looked at in this order: `past_end` (later pages), `restart_when`, the status.
  ///
  /// - Parameters:
  ///   - cursor: the page that was asked for; `nil` is the first one.
  ///   - retryAt: the instant that the response's own headers name for a retry, where they name one.
  public func meaning(of response: Response, at cursor: PageCursor?, retryAt: Timestamp?) -> ResponseMeaning {
    let isLater = cursor != nil
    if isLater, settings.paging.stop.pastEnd.contains(where: { $0.matches(response) }) {
      return .known(end(.pastEnd, response, at: cursor))
    }
    if isLater, settings.paging.restartWhen.contains(where: { $0.matches(response) }) {
      var page = end(.pastEnd, response)
      page.role = .restart
      return .known(page)
    }
    switch response.status {
    case 200..<300:
      guard response.status == 204 || response.body.isEmpty else { return .page }
      if isLater { return .known(end(.empty, response, at: cursor)) }
      if let program = request(for: cursor).program {
        return .failure(SourceFailure(.document, "\(program.name) printed nothing", url: response.url))
      }
      return .failure(failure("an empty answer (\(response.status), no body)", response, .never))
    case 404 where isLater, 410 where isLater:
      let warning = SourceWarning(
        code: "advertised_past_end",
        text: "the server itself named a next page, and answered \(response.status) for it; taken for the end")
      return .known(end(.pastEnd, response, at: cursor, warnings: isAdvertised(cursor) ? [warning] : []))
    case 401, 403:
      let isLimited = response.headers["X-RateLimit-Remaining"] == "0" || response.headers["Retry-After"] != nil
      return .failure(failure(nil, response, isLimited ? retryAt.map { .notBefore($0) } ?? .scheduled : .never))
    case let status where settings.request.retry.statuses.contains(status):
      return .failure(failure(nil, response, retryAt.map { .notBefore($0) } ?? .scheduled))
    default: return .failure(failure(nil, response, .never))
    }
  }

  /// The server itself named the page.
  private func isAdvertised(_ cursor: PageCursor?) -> Bool { cursor != nil && method.isAdvertised }

  /// The end as a page. Where an offset source asked for an item that it has seen and there is none any more, items
  /// were deleted: the machine steps back before it believes the end.
  private func end(
    _ reason: EndReason, _ response: Response, at cursor: PageCursor? = nil, warnings: [SourceWarning] = []
  ) -> Page {
    var page = Page(
      items: [], following: .end(reason),
      origin: PageOrigin(
        url: response.url, status: response.status, bytes: response.body.count, receivedAt: response.receivedAt,
        duration: response.duration, cacheUse: response.cacheUse), warnings: response.warnings + warnings)
    if case .offset(let offset, let anchor?) = cursor {
      page.overlap = lostAnchor(anchor, asked: askedOffset(offset, anchor: anchor), received: 0)
    }
    return page
  }

  private func failure(_ text: String?, _ response: Response, _ retry: SourceFailure.Retry) -> SourceFailure {
    let host = Origin(of: response.url)?.hostAndPort ?? response.url
    var message = text.map { "\($0) from \(host)" } ?? "\(response.status) from \(host)"
    if !response.redirects.isEmpty { message += " (redirected from \(response.redirects.joined(separator: " → ")))" }
    if text == nil, response.status != 404, let excerpt = PagingStyle.excerpt(of: response) {
      message += ": \(excerpt)"
    }
    return SourceFailure(.status, message, url: response.url, retry: retry, status: response.status)
  }

  /// The first 200 characters of an answer in text, on one line; nothing of markup or of binary data.
  static func excerpt(of response: Response) -> String? {
    let text = String(decoding: response.body.prefix(1_000), as: UTF8.self)
    guard !text.isEmpty, text.first(where: { !$0.isWhitespace }) != "<" else { return nil }
    var line = ""
    for scalar in text.unicodeScalars {
      if scalar == "\u{FFFD}" { return nil }
      line.unicodeScalars.append(scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) ? " " : scalar)
    }
    let words = line.split(separator: " ").joined(separator: " ")
    guard !words.isEmpty else { return nil }
    return words.count > 200 ? words.prefix(200) + "…" : words
  }
}
