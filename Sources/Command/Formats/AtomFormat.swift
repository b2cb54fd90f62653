import WeftModel

/// `atom`: an Atom feed (RFC 4287).
struct AtomFormat: FeedFormat {
  private let heading: FeedHeading
  private var hasBegun = false
  /// The last entry's `updated`: what an item without a date gets, since Atom demands one.
  private var lastUpdated: Timestamp

  init(heading: FeedHeading) {
    self.heading = heading
    lastUpdated = heading.startedAt
  }

  mutating func begin(into bytes: inout [UInt8]) {}

  mutating func append(_ entry: FeedEntry, into bytes: inout [UInt8]) {
    let item = entry.item
    let updated = item.dateModified ?? item.datePublished ?? lastUpdated
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
    XMLOutput.append("published", item.datePublished?.rfc3339, to: &bytes)
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
    if let image = item.image { XMLOutput.append(empty: "media:thumbnail", attributes: [("url", image)], to: &bytes) }
    bytes.append(contentsOf: "    <source>\n".utf8)
    XMLOutput.append("id", "urn:weft:\(XMLOutput.percentEncoded(entry.source))", indent: 6, to: &bytes)
    XMLOutput.append("title", entry.sourceTitle, indent: 6, to: &bytes)
    XMLOutput.append("updated", updated.rfc3339, indent: 6, to: &bytes)
    bytes.append(contentsOf: "    </source>\n  </entry>\n".utf8)
  }

  mutating func end(into bytes: inout [UInt8]) {
    start(updated: lastUpdated, into: &bytes)
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

  /// The item's id where it is an IRI; else one made of the names of source and item (section 4.2.6).
  static func identifier(of entry: FeedEntry) -> String {
    if XMLOutput.isAbsoluteIRI(entry.item.id) { return entry.item.id }
    return "urn:weft:\(XMLOutput.percentEncoded(entry.source)):\(XMLOutput.percentEncoded(entry.item.id))"
  }

  private func appendLinks(_ item: Item, into bytes: inout [UInt8]) {
    if let url = item.url {
      XMLOutput.append(empty: "link", attributes: [("rel", "alternate"), ("href", url)], to: &bytes)
    }
    if let url = item.externalURL {
      XMLOutput.append(empty: "link", attributes: [("rel", "related"), ("href", url)], to: &bytes)
    }
    for file in item.attachments {
      XMLOutput.append(
        empty: "link",
        attributes: [
          ("rel", "enclosure"), ("href", file.url), ("type", file.mimeType), ("title", file.title),
          ("length", file.sizeInBytes.map(String.init)),
        ], to: &bytes)
    }
  }

  /// The authors; an entry without one gets its source (section 4.1.2 demands one).
  private func appendAuthors(_ entry: FeedEntry, into bytes: inout [UInt8]) {
    let authors = entry.item.authors.isEmpty ? [Author(name: entry.sourceTitle)] : entry.item.authors
    for author in authors {
      bytes.append(contentsOf: "    <author>\n".utf8)
      XMLOutput.append("name", author.name ?? author.url ?? entry.sourceTitle, indent: 6, to: &bytes)
      if let url = author.url {
        let isMailbox = url.lowercased().hasPrefix("mailto:")
        XMLOutput.append(
          isMailbox ? "email" : "uri", isMailbox ? String(url.dropFirst(7)) : url, indent: 6, to: &bytes)
      }
      bytes.append(contentsOf: "    </author>\n".utf8)
    }
  }
}
