import SafeHTML
import WeftKit

/// `html`: one static page, without scripts; what sources wrote is cut down to safe markup.
struct HTMLFormat: FeedFormat {
  private let heading: FeedHeading
  private let times: TimeColumn

  init(heading: FeedHeading, times: TimeColumn) {
    self.heading = heading
    self.times = times
  }

  mutating func begin(into bytes: inout [UInt8]) {
    bytes += HTMLPage.head(title: heading.title).utf8
  }

  mutating func append(_ entry: FeedEntry, into bytes: inout [UInt8]) {
    let item = entry.item
    let base = item.url ?? item.externalURL
    let language = item.language.flatMap(HTMLFormat.languageTag)
    bytes += "<article id=\"item-\(entry.position)\"\(language.map { " lang=\"\($0)\"" } ?? "")>\n".utf8
    bytes += "<h2 dir=\"auto\">".utf8
    HTMLFormat.append(TextFormat.title(of: item), linkedTo: item.url, to: &bytes)
    bytes += "</h2>\n<p class=\"about\"><bdi class=\"source\">".utf8
    HTMLEscaping.append(TerminalText.clean(entry.sourceTitle), to: &bytes)
    bytes += "</bdi>".utf8
    if let date = item.date { appendTime(date, to: &bytes) }
    for (index, author) in item.authors.enumerated() {
      guard let name = (author.name ?? author.url).map(TerminalText.clean), !name.isEmpty else { continue }
      bytes += "\(index == 0 ? " by" : ",") <bdi>".utf8
      HTMLFormat.append(name, linkedTo: author.url, to: &bytes)
      bytes += "</bdi>".utf8
    }
    bytes += "</p>\n".utf8
    appendContent(item, base: base, to: &bytes)
    appendFooter(item, base: base, to: &bytes)
    bytes += "</article>\n".utf8
  }

  mutating func end(_ ending: FeedEnding, into bytes: inout [UInt8]) {
    bytes += HTMLPage.foot.utf8
  }

  private func appendTime(_ date: Timestamp, to bytes: inout [UInt8]) {
    bytes += " <time datetime=\"\(date.rfc3339)\">".utf8
    HTMLEscaping.append(times.text(date) + (times.style == .utc ? " UTC" : ""), to: &bytes)
    bytes += "</time>".utf8
  }

  private func appendContent(_ item: Item, base: String?, to bytes: inout [UInt8]) {
    if let html = item.contentHTML {
      let safe = HTMLSanitizer(base: base).sanitized(html)
      if !safe.isEmpty { bytes += "<div class=\"content\" dir=\"auto\">\(safe)</div>\n".utf8 }
    } else if let text = item.contentText ?? item.summary.map(HTMLText.plain), !text.isEmpty {
      bytes += "<div class=\"content text\" dir=\"auto\">".utf8
      HTMLEscaping.append(text, to: &bytes)
      bytes += "</div>\n".utf8
    }
    // A picture of its own, where the text shows none.
    if let image = item.image.flatMap({ SafeAddress.picture($0, base: base) }),
      item.contentHTML?.contains("<img") != true
    {
      bytes += "<p><img src=\"".utf8
      HTMLEscaping.append(image, to: &bytes)
      bytes += "\" alt=\"\" loading=\"lazy\" referrerpolicy=\"no-referrer\"></p>\n".utf8
    }
  }

  private func appendFooter(_ item: Item, base: String?, to bytes: inout [UInt8]) {
    var links: [(text: String, url: String)] = []
    if let url = item.externalURL { links.append((url, url)) }
    for file in item.attachments { links.append((file.title ?? file.url, file.url)) }
    let tags = item.tags.map(TerminalText.clean).filter { !$0.isEmpty }
    guard !links.isEmpty || !tags.isEmpty else { return }
    bytes += "<footer>".utf8
    if !tags.isEmpty {
      bytes += "<ul class=\"tags\">".utf8
      for tag in tags {
        bytes += "<li><bdi>".utf8
        HTMLEscaping.append(tag, to: &bytes)
        bytes += "</bdi></li>".utf8
      }
      bytes += "</ul>".utf8
    }
    for link in links {
      bytes += "<p>".utf8
      HTMLFormat.append(TerminalText.clean(link.text), linkedTo: link.url, to: &bytes)
      bytes += "</p>".utf8
    }
    bytes += "</footer>\n".utf8
  }

  /// The text, as a link where the address is one that a page may have.
  private static func append(_ text: String, linkedTo address: String?, to bytes: inout [UInt8]) {
    guard let link = address.flatMap({ SafeAddress.link($0) }) else {
      HTMLEscaping.append(text, to: &bytes)
      return
    }
    bytes += "<a href=\"".utf8
    HTMLEscaping.append(link, to: &bytes)
    bytes += "\" rel=\"noopener noreferrer nofollow\" referrerpolicy=\"no-referrer\">".utf8
    HTMLEscaping.append(text, to: &bytes)
    bytes += "</a>".utf8
  }

  /// The text, where it looks like a language tag (BCP 47).
  private static func languageTag(_ text: String) -> String? {
    let isTag = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D
    }
    return isTag && (2...35).contains(text.utf8.count) ? text : nil
  }
}
