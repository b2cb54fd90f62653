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
    // One walk finds all that is looked at below.
    let found = Self.signals.flatMap { try? tree.elements($0) } ?? []
    if let target = Self.base(found, url) { base = target }
    let wanted: Set<String> = ["next", relation]
    var site: String?
    var title: String?
    for element in found {
      switch element.name {
      case "link", "a", "area": addLinks(of: element, wanted)
      case "title": if title == nil, element.parent?.name == "head" { title = element.text }
      case "meta":
        if site == nil, element.attribute("property") == "og:site_name" { site = element.attribute("content") }
        if refresh == nil { refresh = quickRefresh(element) }
      default: break
      }
    }
    feed.title = [site, title].compactMap { $0 }.first { !$0.isEmpty }
    feed.language = tree.root?.attribute("lang")
  }

  private static let signals = try? CSSSelector(
    "base[href], link[rel][href], a[rel][href], area[rel][href], title, meta[content]:not(noscript *)")

  /// Only the first `base` with an address counts (HTML standard 4.2.3).
  private static func base(_ found: [MarkupNode], _ url: String) -> String? {
    for element in found where element.name == "base" {
      let target = resolve(element.attribute("href") ?? "", against: url)
      let scheme = URIReference(target).scheme?.lowercased()
      if scheme == "http" || scheme == "https" { return target }
    }
    return nil
  }

  /// The relations of a link are words in any case, several in one attribute.
  private mutating func addLinks(of element: MarkupNode, _ wanted: Set<String>) {
    let href = element.attribute("href") ?? ""
    guard !href.allSatisfy(\.isWhitespace), !href.hasPrefix("#") else { return }
    for token in (element.attribute("rel") ?? "").split(whereSeparator: \.isWhitespace) {
      let token = token.lowercased()
      if wanted.contains(token) { links.append(RelatedLink(relation: token, url: resolve(href, against: base))) }
      if token == "icon", feed.favicon == nil, element.name == "link" { feed.favicon = resolve(href, against: base) }
    }
  }

  /// `content="0; url=…"` (HTML standard 4.2.5.3). Inside `noscript` it is meant for browsers without scripts only.
  private func quickRefresh(_ element: MarkupNode) -> String? {
    guard element.attribute("http-equiv")?.lowercased() == "refresh", let content = element.attribute("content")
    else { return nil }
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
