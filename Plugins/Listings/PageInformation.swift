import MarkupDocument
import URIs
import WeftModel

/// What an HTML page says about itself: its base, its relations, its title, where it sends the reader.
struct PageInformation {
  /// Where relative addresses are resolved, absolute.
  private(set) var base: String
  /// What the page says of the site.
  private(set) var feed = FeedInformation()
  /// Links with a relation that paging follows, resolved, in document order.
  private(set) var links: [RelatedLink] = []
  /// A quick redirect by the page itself, resolved.
  private(set) var refresh: String?

  /// A `meta refresh` that waits longer is a reload, not a redirect.
  static let quickestReload = 5.0

  init(_ tree: MarkupTree, url: String, relation: String) {
    base = url
    for element in Self.found("base[href]", tree) {
      let target = resolve(element.attribute("href") ?? "", against: url)
      let scheme = URIReference(target).scheme?.lowercased()
      guard scheme == "http" || scheme == "https" else { continue }
      // Only the first `base` with an address counts (HTML standard 4.2.3).
      base = target
      break
    }
    let wanted: Set<String> = ["next", relation]
    for element in Self.found(":is(link, a, area)[rel][href]", tree) {
      let href = element.attribute("href") ?? ""
      guard !href.allSatisfy(\.isWhitespace), !href.hasPrefix("#") else { continue }
      for token in (element.attribute("rel") ?? "").split(whereSeparator: \.isWhitespace) {
        let token = token.lowercased()
        if wanted.contains(token) { links.append(RelatedLink(relation: token, url: resolve(href, against: base))) }
      }
    }
    feed.title = Self.title(tree)
    feed.language = tree.root?.attribute("lang")
    if let icon = Self.found("link[rel~=icon][href]", tree).first?.attribute("href") {
      feed.favicon = resolve(icon, against: base)
    }
    refresh = quickRefresh(tree)
  }

  private static func found(_ selector: String, _ tree: MarkupTree) -> [MarkupNode] {
    guard let selector = selectors[selector], let found = try? tree.elements(selector) else { return [] }
    return found
  }

  /// The selectors used here, compiled once.
  private static let selectors: [String: CSSSelector] = {
    var selectors: [String: CSSSelector] = [:]
    for text in [
      "base[href]", ":is(link, a, area)[rel][href]", "link[rel~=icon][href]", "head > title",
      "meta[property='og:site_name'][content]", "meta[http-equiv=refresh][content]:not(noscript *)",
    ] {
      selectors[text] = try? CSSSelector(text)
    }
    return selectors
  }()

  /// The name of the site, else the title of the page.
  private static func title(_ tree: MarkupTree) -> String? {
    let site = found("meta[property='og:site_name'][content]", tree).first?.attribute("content")
    let title = site.flatMap { $0.isEmpty ? nil : $0 } ?? found("head > title", tree).first?.text
    return title.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// `content="0; url=…"` (HTML standard 4.2.5.3). Inside `noscript` it is meant for browsers without scripts only.
  private func quickRefresh(_ tree: MarkupTree) -> String? {
    let selector = "meta[http-equiv=refresh][content]:not(noscript *)"
    guard let content = Self.found(selector, tree).first?.attribute("content") else { return nil }
    var rest = content.drop { $0.isWhitespace }
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let seconds = Double(digits), seconds <= Self.quickestReload else { return nil }
    rest = rest.dropFirst(digits.count).drop { $0.isWhitespace || $0 == ";" || $0 == "," }
    if rest.prefix(3).lowercased() == "url" {
      let after = rest.dropFirst(3).drop { $0.isWhitespace }
      if after.first == "=" { rest = after.dropFirst().drop { $0.isWhitespace } }
    }
    if let quote = rest.first, quote == "'" || quote == "\"" {
      rest = rest.dropFirst()
      rest = rest.prefix { $0 != quote }
    }
    let target = String(rest)
    guard !target.allSatisfy(\.isWhitespace) else { return nil }
    return resolve(target, against: base)
  }
}
