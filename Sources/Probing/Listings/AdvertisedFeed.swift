import MarkupDocument
import URIs

/// A feed that a web page names with `link rel=alternate` (feed autodiscovery of the HTML standard, 4.6.7.2).
struct AdvertisedFeed: Hashable {
  /// Its address, absolute.
  let url: String
  /// What the page calls it.
  let title: String

  /// The feeds of a page, the one that belongs to the page first; those of comments are left out.
  static func all(in tree: MarkupTree, url: String, base: String) -> [AdvertisedFeed] {
    guard let selector = try? CSSSelector("link[rel~=alternate i][type][href]"),
      let links = try? tree.elements(selector)
    else { return [] }
    var feeds: [(feed: AdvertisedFeed, closeness: Int)] = []
    for link in links.prefix(50) {
      let type = (link.attribute("type") ?? "").lowercased().prefix { $0 != ";" }.filter { !$0.isWhitespace }
      guard types.contains(type), let href = link.attribute("href"), !href.isEmpty else { continue }
      let target = resolve(href, against: base)
      let title = link.attribute("title") ?? ""
      guard ValueShape.isWebAddress(target), !isOfComments(target, title) else { continue }
      let feed = AdvertisedFeed(url: target, title: title)
      guard !feeds.contains(where: { $0.feed.url == target }) else { continue }
      feeds.append((feed, closeness(target, to: url)))
    }
    // Stable: of equally close ones the first, as the page orders them.
    return feeds.enumerated().sorted { ($0.element.closeness, $1.offset) > ($1.element.closeness, $0.offset) }
      .map(\.element.feed)
  }

  private static let types: Set<String> = [
    "application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml",
    "application/x-rss+xml",
  ]

  private static func isOfComments(_ url: String, _ title: String) -> Bool {
    let path = URIReference(url).path.lowercased()
    let words = Set(title.lowercased().split { !$0.isLetter }.map(String.init))
    return path.contains("comment")
      || !words.isDisjoint(with: [
        "comments", "comment", "comentarios", "kommentare", "commentaires", "комментариев", "комментарии",
      ])
  }

  /// The feed of a section lies below the section's own path.
  private static func closeness(_ feed: String, to page: String) -> Int {
    let path = URIReference(page).path.split(separator: "/")
    let own = URIReference(feed).path.split(separator: "/")
    guard !path.isEmpty else { return 0 }
    return own.starts(with: path) || !path.dropFirst().isEmpty && own.contains(path[path.count - 1]) ? 1 : 0
  }
}
