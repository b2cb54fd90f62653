/// The vocabularies that feeds are written in.
enum FeedNamespace: UInt16 {
  /// RSS of every version, and elements without a namespace.
  case core = 0
  case atom
  case content
  case dublinCore
  case dublinCoreTerms
  case media
  case itunes
  case history
  case xhtml
  case rdf
  case other

  /// The vocabulary of an element.
  ///
  /// - Parameters:
  ///   - uri: its namespace; `nil` where it has none or its prefix was never declared.
  ///   - prefix: as written; feeds that forget the declaration use the usual prefix.
  init(uri: String?, prefix: String?) {
    if let uri {
      let key = FeedNamespace.key(uri)
      self = FeedNamespace.byURI[key] ?? .other
    } else if let prefix {
      self = FeedNamespace.byPrefix[prefix.lowercased()] ?? .other
    } else {
      self = .core
    }
  }

  /// A URI as it is compared: in small letters, without scheme and final slash or number sign, because feeds differ
  /// in just that.
  private static func key(_ uri: String) -> String {
    var key = uri.lowercased()[...]
    for scheme in ["https://", "http://"] where key.hasPrefix(scheme) { key.removeFirst(scheme.count) }
    while let last = key.last, last == "/" || last == "#" || last == " " { key.removeLast() }
    while key.first == " " { key.removeFirst() }
    return String(key)
  }

  private static let byURI: [String: FeedNamespace] = [
    "": .core, "backend.userland.com/rss": .core, "backend.userland.com/rss2": .core,
    "backend.userland.com/rss091": .core, "blogs.law.harvard.edu/tech/rss": .core, "purl.org/rss/1.0": .core,
    "my.netscape.com/rdf/simple/0.9": .core, "my.netscape.com/publish/formats/rss-0.91.dtd": .core,
    "channel.netscape.com/rdf/simple/0.9": .core, "purl.org/net/rss1.1": .core,
    "purl.org/rss/1.0/modules/rss091": .core, "www.rssboard.org/rss-specification": .core,
    "www.w3.org/2005/atom": .atom, "purl.org/atom/ns": .atom, "purl.org/pie": .atom, "purl.org/echo": .atom,
    "example.com/newformat": .atom, "example.com/necho": .atom, "uri/of/echo/namespace": .atom,
    "purl.org/rss/1.0/modules/content": .content, "purl.org/dc/elements/1.1": .dublinCore,
    "purl.org/dc/elements/1.0": .dublinCore, "purl.org/dc/terms": .dublinCoreTerms,
    "search.yahoo.com/mrss": .media, "www.itunes.com/dtds/podcast-1.0.dtd": .itunes,
    "example.com/dtds/podcast-1.0.dtd": .itunes, "purl.org/syndication/history/1.0": .history,
    "www.w3.org/1999/xhtml": .xhtml, "www.w3.org/1999/02/22-rdf-syntax-ns": .rdf,
  ]

  private static let byPrefix: [String: FeedNamespace] = [
    "rss": .core, "atom": .atom, "atom10": .atom, "a10": .atom, "content": .content, "dc": .dublinCore,
    "dcterms": .dublinCoreTerms, "media": .media, "itunes": .itunes, "fh": .history, "xhtml": .xhtml, "rdf": .rdf,
  ]
}
