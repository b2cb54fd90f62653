import WeftKit

/// `atom`: an Atom feed (RFC 4287).
struct AtomFormat: FeedFormat {
  private let heading: FeedHeading
  private var hasBegun = false
  /// The last entry's `updated`: what an item without any date gets, since Atom demands one.
  private var lastUpdated: Timestamp

  init(heading: FeedHeading) {
    self.heading = heading
    lastUpdated = heading.startedAt
  }

  mutating func begin(into bytes: inout [UInt8]) {}

  mutating func append(_ entry: FeedEntry, into bytes: inout [UInt8]) {
    let item = entry.item
    let published = AtomFormat.date(item.datePublished)
    let updated = AtomFormat.date(item.dateModified) ?? published ?? AtomFormat.date(entry.effectiveDate) ?? lastUpdated
    // `updated` of the feed is that of its first entry, so that the same items give the same bytes.
    start(updated: updated, into: &bytes)
    lastUpdated = updated
    bytes.append(contentsOf: "  <entry".utf8)
    if let language = item.language {
      bytes.append(contentsOf: " xml:lang=\"".utf8)
      XMLOutput.append(escaped: language, to: &bytes)
      bytes.append(0x22)
    }
    bytes.append(contentsOf: ">\n".utf8)
    XMLOutput.append("id", AtomFormat.identifier(of: entry), to: &bytes)
    XMLOutput.append("title", TextFormat.title(of: item), to: &bytes)
    XMLOutput.append("updated", updated.rfc3339, to: &bytes)
    XMLOutput.append("published", published?.rfc3339, to: &bytes)
    appendLinks(item, into: &bytes)
    appendAuthors(entry, into: &bytes)
    for tag in item.tags { XMLOutput.append(empty: "category", attributes: [("term", tag)], to: &bytes) }
    XMLOutput.append("summary", item.summary, attributes: [("type", "text")], to: &bytes)
    if let html = item.contentHTML {
      XMLOutput.append("content", html, attributes: [("type", "html")], to: &bytes)
    } else {
      // Without an alternate link a content is required (section 4.1.2).
      let text = item.contentText ?? (item.url == nil ? "" : nil)
      XMLOutput.append("content", text, attributes: [("type", "text")], to: &bytes)
    }
    if let image = item.image {
      XMLOutput.append(empty: "media:thumbnail", attributes: [("url", WebAddress.encoded(image))], to: &bytes)
    }
    bytes.append(contentsOf: "    <source>\n".utf8)
    XMLOutput.append("id", "urn:weft:\(WebAddress.component(entry.source))", indent: 6, to: &bytes)
    XMLOutput.append("title", entry.sourceTitle, indent: 6, to: &bytes)
    XMLOutput.append("updated", updated.rfc3339, indent: 6, to: &bytes)
    bytes.append(contentsOf: "    </source>\n  </entry>\n".utf8)
  }

  mutating func end(_ ending: FeedEnding, into bytes: inout [UInt8]) {
    start(updated: lastUpdated, into: &bytes)
    // RFC 5005 section 3; the order of a feed's children means nothing (RFC 4287 section 4.1.1).
    if let next = ending.nextURL {
      XMLOutput.append(empty: "link", attributes: [("rel", "next"), ("href", next)], indent: 2, to: &bytes)
    }
    XMLOutput.append(degraded: ending.degraded, to: &bytes)
    bytes.append(contentsOf: "</feed>\n".utf8)
  }

  private mutating func start(updated: Timestamp, into bytes: inout [UInt8]) {
    guard !hasBegun else { return }
    hasBegun = true
    bytes.append(contentsOf: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
    bytes.append(contentsOf: "<feed xmlns=\"http://www.w3.org/2005/Atom\"".utf8)
    bytes.append(contentsOf: " xmlns:media=\"http://search.yahoo.com/mrss/\">\n".utf8)
    XMLOutput.append("id", "urn:weft:feed", indent: 2, to: &bytes)
    XMLOutput.append("title", heading.title, indent: 2, to: &bytes)
    XMLOutput.append("updated", updated.rfc3339, indent: 2, to: &bytes)
    XMLOutput.append(
      "generator", "Weft", attributes: [("version", Version.text)], indent: 2, to: &bytes)
  }

  /// The instant, where RFC 3339 can write it.
  private static func date(_ instant: Timestamp?) -> Timestamp? {
    instant.flatMap { (0...9_999).contains($0.civilTime.year) ? $0 : nil }
  }

  /// The item's id where it is an IRI; else one made of the names of source and item (section 4.2.6).
  static func identifier(of entry: FeedEntry) -> String {
    if WebAddress.isAbsoluteIRI(entry.item.id) { return entry.item.id }
    return "urn:weft:\(WebAddress.component(entry.source)):\(WebAddress.component(entry.item.id))"
  }

  private func appendLinks(_ item: Item, into bytes: inout [UInt8]) {
    if let url = item.url {
      XMLOutput.append(
        empty: "link", attributes: [("rel", "alternate"), ("href", WebAddress.encoded(url))], to: &bytes)
    }
    if let url = item.externalURL {
      XMLOutput.append(empty: "link", attributes: [("rel", "related"), ("href", WebAddress.encoded(url))], to: &bytes)
    }
    for file in item.attachments {
      XMLOutput.append(
        empty: "link",
        attributes: [
          ("rel", "enclosure"), ("href", WebAddress.encoded(file.url)), ("type", file.mimeType), ("title", file.title),
          ("length", file.sizeInBytes.map(String.init)),
        ], to: &bytes)
    }
  }

  /// The authors; an entry without one gets its source (section 4.1.2 demands one).
  private func appendAuthors(_ entry: FeedEntry, into bytes: inout [UInt8]) {
    let authors = entry.item.authors.isEmpty ? [Author(name: entry.sourceTitle)] : entry.item.authors
    for author in authors {
      bytes.append(contentsOf: "    <author>\n".utf8)
      let mailbox = author.url.flatMap { $0.lowercased().hasPrefix("mailto:") ? String($0.dropFirst(7)) : nil }
      let name = author.name ?? mailbox ?? author.url ?? entry.sourceTitle
      XMLOutput.append("name", name, indent: 6, to: &bytes)
      XMLOutput.append("email", mailbox, indent: 6, to: &bytes)
      let uri = mailbox == nil ? author.url.map(WebAddress.encoded) : nil
      XMLOutput.append("uri", uri, indent: 6, to: &bytes)
      bytes.append(contentsOf: "    </author>\n".utf8)
    }
  }
}
