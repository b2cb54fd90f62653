import WeftKit

/// `rss`: RSS 2.0, with the modules that readers know for what it has no element of its own for.
struct RSSFormat: FeedFormat {
  private let heading: FeedHeading

  init(heading: FeedHeading) { self.heading = heading }

  mutating func begin(into bytes: inout [UInt8]) {
    bytes.append(contentsOf: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\"".utf8)
    for (prefix, name) in RSSFormat.namespaces { bytes.append(contentsOf: " xmlns:\(prefix)=\"\(name)\"".utf8) }
    bytes.append(contentsOf: ">\n<channel>\n".utf8)
    XMLOutput.append("title", heading.title, indent: 2, to: &bytes)
    // The three are required; a merged feed has no site of its own.
    XMLOutput.append("link", "about:blank", indent: 2, to: &bytes)
    XMLOutput.append("description", heading.title, indent: 2, to: &bytes)
    XMLOutput.append("generator", "Weft \(Version.text)", indent: 2, to: &bytes)
  }

  mutating func append(_ entry: FeedEntry, into bytes: inout [UInt8]) {
    let item = entry.item
    bytes.append(contentsOf: "  <item>\n".utf8)
    XMLOutput.append("title", RSSFormat.title(of: item), to: &bytes)
    XMLOutput.append("link", item.url.map(WebAddress.encoded), to: &bytes)
    let isAddress = item.id == item.url
    XMLOutput.append("guid", item.id, attributes: [("isPermaLink", isAddress ? "true" : "false")], to: &bytes)
    XMLOutput.append("pubDate", item.datePublished.flatMap(RSSFormat.date), to: &bytes)
    XMLOutput.append("atom:updated", item.dateModified.flatMap(RSSFormat.atomDate), to: &bytes)
    for author in item.authors { XMLOutput.append("dc:creator", author.name ?? author.url, to: &bytes) }
    for tag in item.tags { XMLOutput.append("category", tag, to: &bytes) }
    appendContent(item, into: &bytes)
    appendFiles(item, into: &bytes)
    XMLOutput.append("dc:language", item.language, to: &bytes)
    XMLOutput.append("dc:source", entry.sourceTitle, to: &bytes)
    bytes.append(contentsOf: "  </item>\n".utf8)
  }

  mutating func end(_ ending: FeedEnding, into bytes: inout [UInt8]) {
    // RFC 5005 section 3, with Atom's link as RSS feeds have it.
    if let next = ending.nextURL {
      XMLOutput.append(empty: "atom:link", attributes: [("rel", "next"), ("href", next)], indent: 2, to: &bytes)
    }
    XMLOutput.append(degraded: ending.degraded, to: &bytes)
    bytes.append(contentsOf: "</channel>\n</rss>\n".utf8)
  }

  private static let namespaces = [
    ("atom", "http://www.w3.org/2005/Atom"), ("content", "http://purl.org/rss/1.0/modules/content/"),
    ("dc", "http://purl.org/dc/elements/1.1/"), ("media", "http://search.yahoo.com/mrss/"),
  ]

  /// A description is HTML: a text is escaped once more. Where there is both a summary and a content, the content goes
  /// into `content:encoded`.
  private func appendContent(_ item: Item, into bytes: inout [UInt8]) {
    let content = item.contentHTML ?? item.contentText.map(RSSFormat.html)
    guard let summary = item.summary.map(RSSFormat.html) else {
      XMLOutput.append("description", content, to: &bytes)
      return
    }
    XMLOutput.append("description", summary, to: &bytes)
    XMLOutput.append("content:encoded", content, to: &bytes)
  }

  /// The first file is the enclosure, of which an item has one; all three attributes are required.
  private func appendFiles(_ item: Item, into bytes: inout [UInt8]) {
    if let url = item.externalURL {
      XMLOutput.append(
        empty: "atom:link", attributes: [("rel", "related"), ("href", WebAddress.encoded(url))], to: &bytes)
    }
    for (index, file) in item.attachments.enumerated() {
      let size = file.sizeInBytes.map(String.init)
      if index == 0 {
        XMLOutput.append(
          empty: "enclosure",
          attributes: [
            ("url", WebAddress.encoded(file.url)), ("length", size ?? "0"),
            ("type", file.mimeType ?? "application/octet-stream"),
          ], to: &bytes)
      } else {
        XMLOutput.append(
          empty: "media:content",
          attributes: [("url", WebAddress.encoded(file.url)), ("fileSize", size), ("type", file.mimeType)],
          to: &bytes)
      }
    }
    if let image = item.image {
      XMLOutput.append(empty: "media:thumbnail", attributes: [("url", WebAddress.encoded(image))], to: &bytes)
    }
  }

  /// The title as readers take it. Most read references and tags in it, some do not: only a title that would be read
  /// as something else is escaped once more.
  private static func title(of item: Item) -> String {
    let title = TextFormat.title(of: item)
    let isAmbiguous = title.contains("<") || PlainText.beginning(of: title) != PlainText.cut(title)
    return isAmbiguous ? html(title) : title
  }

  private static func atomDate(_ instant: Timestamp) -> String? {
    (0...9_999).contains(instant.civilTime.year) ? instant.rfc3339 : nil
  }

  /// Text as HTML.
  private static func html(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The instant as RFC 822 writes it, with four digits for the year; `nil` for years that have others.
  static func date(_ instant: Timestamp) -> String? {
    let civil = instant.civilTime
    guard (0...9_999).contains(civil.year) else { return nil }
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let date = "\(padded(civil.day, 2)) \(months[civil.month - 1]) \(padded(civil.year, 4))"
    let time = "\(padded(civil.hour, 2)):\(padded(civil.minute, 2)):\(padded(civil.second, 2))"
    return "\(days[civil.weekday]), \(date) \(time) GMT"
  }
}
