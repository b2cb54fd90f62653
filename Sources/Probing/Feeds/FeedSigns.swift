import WeftModel

/// What the head of a feed says of the program that wrote it.
struct FeedSigns {
  /// Format and version, for a person: `RSS 2.0`.
  let format: String
  /// Text and address of the `generator` element; empty where there is none.
  let generator: String
  /// The head, in lower case.
  let head: String
  /// The targets of Link headers, for relations that programs announce themselves by.
  let links: String

  /// So much of a feed is looked at: everything before the items.
  private static let sample = 64 << 10

  init(_ response: Response) {
    let text = String(decoding: response.body.prefix(FeedSigns.sample).filter { $0 != 0 }, as: UTF8.self)
    head = text.lowercased()
    format = Self.format(head)
    generator = Self.generator(text)
    links = response.headers.values(of: "Link").joined(separator: ", ").lowercased()
  }

  private static func format(_ head: String) -> String {
    if let version = head.firstRange(of: "jsonfeed.org/version/") ?? head.firstRange(of: "jsonfeed.org\\/version\\/") {
      return "JSON Feed " + head[version.upperBound...].prefix { $0.isNumber || $0 == "." }
    }
    if let rss = head.firstRange(of: "<rss") {
      let tag = head[rss.upperBound...].prefix { $0 != ">" }
      return "RSS" + (attribute("version", in: tag).map { " " + $0 } ?? "")
    }
    if head.contains("<rdf:rdf") { return head.contains("my.netscape.com/rdf/simple/0.9") ? "RSS 0.90" : "RSS 1.0" }
    return head.contains("purl.org/atom/ns#") ? "Atom 0.3" : "Atom 1.0"
  }

  /// The words of `<generator uri="…" version="…">…</generator>` before the first item.
  private static func generator(_ text: String) -> String {
    guard let start = text.firstRange(of: "<generator") else { return "" }
    let rest = text[start.upperBound...].prefix(1_000)
    guard let close = rest.firstIndex(of: ">") else { return "" }
    let attributes = rest[..<close]
    let content = rest[rest.index(after: close)...].prefix { $0 != "<" }
    let words = ["uri", "version", "url"].compactMap { attribute($0, in: attributes) }
    let name = attributes.hasSuffix("/") ? "" : String(content)
    return ([name] + words).joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func attribute(_ name: String, in tag: some StringProtocol) -> String? {
    let tag = String(tag)
    guard let found = tag.firstRange(of: " \(name)=") ?? tag.firstRange(of: "\n\(name)=") else { return nil }
    let rest = tag[found.upperBound...]
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    return String(rest.dropFirst().prefix { $0 != quote })
  }
}
