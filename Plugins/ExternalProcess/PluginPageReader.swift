import JSONDocument
import URIs
import WeftModel

/// Reads the result of `page`: a JSON Feed whose `_weft` says what follows.
///
/// The items are read by the kind that reads JSON Feeds everywhere, so that ids, dates and texts follow the same rules.
struct PluginPageReader: Sendable {
  private let decoder: any Decoder
  private let limit: Int
  private let url: String

  private static let mostWarnings = 20

  init(_ settings: SourceSettings, decoder: any Decoder) {
    self.decoder = decoder
    limit = settings.request.limits.bodyBytes
    url = settings.url
  }

  /// The page.
  ///
  /// - Throws: a `SourceFailure` of kind `document` that says what the result is instead, or of kind `tooLarge`.
  func page(_ json: String, origin: PageOrigin) throws(SourceFailure) -> Page {
    let size = json.utf8.count
    guard size <= limit else {
      throw SourceFailure(.tooLarge, "the page has \(size) bytes, more than \(limit) (request.max_bytes)")
    }
    let root: JSONNode
    do throws(JSONDocumentError) {
      root = try JSONDocument(Array(json.utf8)).root
    } catch {
      throw broken("no JSON: \(error)")
    }
    guard root.kind == .object else { throw broken("no object") }
    guard root["items"]?.kind == .array else { throw broken("an object without a list of items") }
    let weft = root["_weft"]
    if let weft, weft.kind != .object { throw broken("an object whose _weft is no object") }
    var page = try decoded(root, json, origin)
    page.following = try following(weft)
    page.totals = Page.Totals(pages: try count("total_pages", weft), items: try count("total_items", weft))
    page.origin = origin
    page.origin.bytes = size
    page.warnings += warnings(weft?["warnings"])
    return page
  }

  private func decoded(_ root: JSONNode, _ json: String, _ origin: PageOrigin) throws(SourceFailure) -> Page {
    // Nobody has to say to Weft what only Weft reads.
    var body = json
    if root["version"] == nil, let brace = json.firstIndex(of: "{") {
      body =
        "{\"version\":\"https://jsonfeed.org/version/1.1\"" + (root.count > 0 ? "," : "")
        + json[json.index(after: brace)...]
    }
    let response = Response(
      headers: ["Content-Type": "application/feed+json"], body: Array(body.utf8), url: base(root),
      receivedAt: origin.receivedAt ?? Timestamp(microseconds: 0))
    let decoded: DecodedPage
    do throws(SourceFailure) {
      decoded = try decoder.decode(response)
    } catch {
      var failure = error
      failure.url = nil
      failure.status = nil
      if failure.kind == .document { failure.retry = .once }
      throw failure
    }
    var page = Page(
      items: decoded.items, receivedCount: decoded.receivedCount, following: .end(.noNext), feed: decoded.feed,
      warnings: decoded.warnings)
    let relative = PluginPageReader.dropRelativeAddresses(in: &page.items)
    if relative > 0 {
      page.warnings.append(
        SourceWarning(
          code: "relative_urls",
          text: "\(relative) items have a relative address, and the page has no home_page_url to which it belongs"))
    }
    return page
  }

  /// Where relative addresses begin: the feed's home page, else the source's URL.
  private func base(_ root: JSONNode) -> String {
    if let home = root["home_page_url"], home.kind == .string, let text = home.text,
      URIReference(text).scheme != nil
    {
      return text
    }
    return url
  }

  private static func dropRelativeAddresses(in items: inout [Item]) -> Int {
    var count = 0
    for index in items.indices {
      guard let address = items[index].url, URIReference(address).scheme == nil else { continue }
      items[index].url = nil
      count += 1
    }
    return count
  }

  private func following(_ weft: JSONNode?) throws(SourceFailure) -> Page.Following {
    let end = weft?["end"].flatMap { $0.kind == .null ? nil : $0 }
    guard let next = weft?["next"], next.kind != .null else {
      guard let end else { return .end(.noNext) }
      guard end.kind == .string, let reason = end.text.flatMap(EndReason.init(rawValue:)) else {
        let known = EndReason.allCases.map(\.rawValue).joined(separator: ", ")
        throw broken("an object whose _weft.end is \(ShownText.line(end.json, limit: 60)), not one of \(known)")
      }
      return .end(reason)
    }
    guard end == nil else { throw broken("an object whose _weft has both next and end") }
    switch next.kind {
    case .string, .number, .object: return .next(.token(next.selected), isAdvertised: true)
    case .array, .boolean, .null:
      throw broken(
        "an object whose _weft.next is \(ShownText.line(next.json, limit: 60)), not a string, number or object")
    }
  }

  private func count(_ name: String, _ weft: JSONNode?) throws(SourceFailure) -> Int? {
    guard let node = weft?[name], node.kind != .null else { return nil }
    guard node.kind == .number, let count = node.text.flatMap({ Int($0) }), count >= 0 else {
      throw broken("an object whose _weft.\(name) is \(ShownText.line(node.json, limit: 60)), not a whole number")
    }
    return count
  }

  /// Texts, or objects with a code and a text.
  private func warnings(_ node: JSONNode?) -> [SourceWarning] {
    (node?.elements ?? []).prefix(PluginPageReader.mostWarnings).enumerated().compactMap { number, element in
      let text = element.kind == .string ? element.text : element["text"]?.text
      guard let text, !text.isEmpty else { return nil }
      let code = element["code"]?.text ?? "plugin_\(number + 1)"
      return SourceWarning(code: ShownText.line(code, limit: 60), text: ShownText.line(text, limit: 300))
    }
  }

  private func broken(_ what: String) -> SourceFailure {
    SourceFailure(.document, "the plugin answered a page with \(what)", retry: .once)
  }
}
