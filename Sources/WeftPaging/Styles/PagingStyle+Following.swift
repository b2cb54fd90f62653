import URIs
public import WeftModel

extension PagingStyle {
  /// The page that a decoded response is: its items without those asked back, what follows, and what it says of the list.
  public func page(_ decoded: DecodedPage, of response: Response, at cursor: PageCursor?) -> Page {
    var page = Page(
      items: decoded.items, receivedCount: decoded.receivedCount, following: .end(.noNext), feed: decoded.feed,
      origin: PageOrigin(
        url: response.url, status: response.status, bytes: response.body.count, receivedAt: response.receivedAt,
        duration: response.duration, cacheUse: response.cacheUse), warnings: response.warnings + decoded.warnings)
    page.totals = Page.Totals(
      pages: count(.totalPages, settings.paging.stop.totalPages, response, decoded),
      items: count(.totalItems, settings.paging.stop.totalItems, response, decoded))
    let next = next(after: cursor, page: &page, response, decoded)
    if let selector = settings.paging.stop.hasMore {
      guard let flag = value(.hasMore, selector, response, decoded), !flag.isFalse else {
        page.following = .end(.hasMore)
        return page
      }
      if next == nil, page.receivedCount > 0 {
        page.warnings.append(
          SourceWarning(code: "no_next", text: "has_more says that there is more, but no next page is named"))
      }
    }
    if let next { page.following = .next(next, isAdvertised: method.isAdvertised) }
    return page
  }

  private func next(
    after cursor: PageCursor?, page: inout Page, _ response: Response, _ decoded: DecodedPage
  ) -> PageCursor? {
    page.pagedBy = summary
    switch method {
    case .none: return nil
    case .page(let start, let step):
      var number = start
      if case .page(let current) = cursor { number = current }
      let (next, overflow) = number.addingReportingOverflow(step)
      return overflow ? nil : .page(next)
    case .offset(let start, let step, _):
      return nextOffset(after: cursor, from: start, step: step, page: &page)
    case .link(let relation):
      page.locations = [.url(withoutFragment(request(for: cursor).url)), .url(withoutFragment(response.url))]
      return followed(relation, page: &page, response, decoded)
    case .next:
      page.locations = [.url(withoutFragment(request(for: cursor).url)), .url(withoutFragment(response.url))]
      guard let selector = settings.paging.next, let found = value(.next, selector, response, decoded),
        found.kind == .string || found.kind == .number, !trimmed(found.text).isEmpty
      else { return nil }
      let base = PagingStyle.isHeader(selector) || decoded.base.isEmpty ? response.url : decoded.base
      return link(resolve(trimmed(found.text), against: base), page: &page)
    case .cursor:
      return settings.paging.cursor.flatMap { value(.cursor, $0, response, decoded) }.flatMap(token)
    case .keyset:
      if decoded.isLastKeyShared {
        page.warnings.append(
          SourceWarning(
            code: "shared_boundary",
            text: "the last two items of a page share the key that paging goes on from; a tied item may be lost"))
      }
      guard decoded.receivedCount > 0 else { return nil }
      return settings.paging.last.flatMap { value(.last, $0, response, decoded) }.flatMap(token)
    }
  }

  /// Empty text, null and false are no token; `0` and `"0"` are.
  private func token(_ value: SelectedValue) -> PageCursor? {
    switch value.kind {
    case .null, .array: nil
    case .bool: value.text == "false" ? nil : .token(value)
    case .string: value.text.isEmpty ? nil : .token(value)
    case .number: .token(value)
    case .object: value.isNothing ? nil : .token(value)
    }
  }

  private func nextOffset(after cursor: PageCursor?, from start: Int, step: Int?, page: inout Page) -> PageCursor? {
    var offset = start
    var anchor: UInt64?
    if case .offset(let current, let mark) = cursor {
      offset = current
      anchor = mark
    }
    let asked = askedOffset(offset, anchor: anchor)
    let received = page.receivedCount
    let last = page.items.last.map { ContentHash.of($0.id) }
    if let anchor {
      if let index = page.items.firstIndex(where: { ContentHash.of($0.id) == anchor }) {
        // Where it stands further down, items were inserted above: those before it are received like any other.
        let askedBack = min(index + 1, settings.paging.overlap)
        page.items.removeFirst(askedBack)
        page.receivedCount = max(0, received - askedBack)
        page.overlap = Page.Overlap(isAnchorFound: true, stepBack: .offset(asked, anchor: anchor))
      } else {
        page.overlap = lostAnchor(anchor, asked: asked, received: received)
      }
    }
    let (next, overflow) = step.map { offset.addingReportingOverflow($0) } ?? asked.addingReportingOverflow(received)
    guard !overflow else { return nil }
    return .offset(next, anchor: askedBack(last, received: received))
  }

  /// Where to look for the seam: a page's length back, so that the two touch again (the anchor itself may be what was
  /// deleted); `nil` at the start of the list.
  func lostAnchor(_ anchor: UInt64, asked: Int, received: Int) -> Page.Overlap? {
    guard case .offset(let start, _, _) = method, asked > start else { return nil }
    let length = max(1, received > 1 ? received - 1 : settings.paging.size ?? 1)
    return Page.Overlap(isAnchorFound: false, stepBack: .offset(max(start, asked - length), anchor: anchor))
  }

  /// The anchor, where the next page can show it again and something new besides.
  private func askedBack(_ anchor: UInt64?, received: Int) -> UInt64? {
    guard case .offset(_, _, let overlap) = method, overlap > 0, received > overlap else { return nil }
    return anchor
  }

  /// The link that standards define, in their order: Link header, then what the document's own standard names; an
  /// archived feed (RFC 5005 section 4) goes on at `prev-archive`.
  private func followed(
    _ relation: String, page: inout Page, _ response: Response, _ decoded: DecodedPage
  ) -> PageCursor? {
    if let target = LinkHeader.target(of: relation, in: response.headers.values(of: "Link")) {
      page.pagedBy = "Link header, rel=\(relation) (RFC 8288)"
      return link(resolve(target, against: response.url), page: &page)
    }
    for name in relation == "next" ? ["next", "prev-archive"] : [relation] {
      if let found = decoded.links.first(where: { $0.relation == name }) {
        page.pagedBy = "link in the document, rel=\(name)"
        return link(found.url, page: &page)
      }
    }
    return nil
  }

  private func link(_ url: String, page: inout Page) -> PageCursor? {
    // The transport adds the credentials of the query again: a cursor is stored and shown, and holds none.
    let url = URIQuery.removing(from: withoutFragment(url)) { parameter in
      credentials.isSecret(parameter: parameter.name, value: parameter.value)
    }
    guard ["http", "https"].contains(Origin(of: url)?.scheme) else {
      page.warnings.append(
        SourceWarning(
          code: "next_not_http",
          text: "the next link is no http or https address: \(redactedURL(url).prefix(100))"))
      return nil
    }
    return .url(url)
  }

  private func count(
    _ key: PageKey, _ selector: String?, _ response: Response, _ decoded: DecodedPage
  ) -> Int? {
    guard let selector, let found = value(key, selector, response, decoded) else { return nil }
    let text = trimmed(found.text)
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0.rounded()) }
  }

  /// What a page key found: a header, a link relation, or what the decoder selected in the body.
  private func value(
    _ key: PageKey, _ selector: String, _ response: Response, _ decoded: DecodedPage
  ) -> SelectedValue? {
    if selector.hasPrefix("header:") {
      return response.headers[trimmed(String(selector.dropFirst(7)))].map { SelectedValue($0) }
    }
    if selector.hasPrefix("link:") {
      let relation = trimmed(String(selector.dropFirst(5))).lowercased()
      if let target = LinkHeader.target(of: relation, in: response.headers.values(of: "Link")) {
        return SelectedValue(resolve(target, against: response.url))
      }
      return decoded.links.first { $0.relation == relation }.map { SelectedValue($0.url) }
    }
    return decoded.selected[key]
  }

  /// The selector reads the response's header rather than its body.
  public static func isHeader(_ selector: String) -> Bool {
    selector.hasPrefix("header:") || selector.hasPrefix("link:")
  }

  private func withoutFragment(_ url: String) -> String { String(url.prefix { $0 != "#" }) }

  private func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension PagingStyle: CustomStringConvertible {
  /// The summary: the settings hold secrets.
  public var description: String { summary }

  /// How the source is paged, as `weft check` says it.
  public var summary: String {
    let place =
      switch settings.paging.into {
      case .query(let name): "query parameter \(name)"
      case .queryMembers: "query parameters"
      case .header(let name): "header \(name)"
      case .body(let path): "body member \(path)"
      case .path, nil: "template {\(method.templateName ?? "")}"
      }
    switch method {
    case .none: return "one page only"
    case .link(let relation): return "links of the standards, rel=\(relation)"
    case .next: return "next URL from \(settings.paging.next ?? "")"
    case .page(let start, let step):
      return "page number, \(place), from \(start)" + (step == 1 ? "" : " in steps of \(step)")
    case .offset(let start, let step, let overlap):
      return "offset, \(place), from \(start)" + (step.map { " in steps of \($0)" } ?? " by items received")
        + (overlap > 0 ? ", \(overlap) asked back" : "")
    case .cursor: return "cursor from \(settings.paging.cursor ?? ""), \(place)"
    case .keyset: return "keyset from \(settings.paging.last ?? "") of the last item, \(place)"
    }
  }
}
