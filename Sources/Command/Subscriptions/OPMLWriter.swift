import WeftKit

/// Writes OPML 2.0 (http://opml.org/spec2.opml).
struct OPMLWriter {
  /// One entry.
  enum Entry: Equatable {
    /// A feed: what it is called, its first page, and what Weft reads.
    case feed(name: String, title: String, address: String, template: String)
    /// A page that is no feed.
    case link(title: String, address: String)
    /// What cannot be handed on.
    case comment(String)
  }

  /// The document.
  static func document(title: String, _ entries: [Entry]) -> String {
    var bytes: [UInt8] = []
    bytes += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\" xmlns:weft=\"urn:weft:opml\">\n".utf8
    bytes += "  <head>\n".utf8
    XMLOutput.append("title", title, to: &bytes)
    bytes += "  </head>\n  <body>\n".utf8
    for entry in entries { append(entry, to: &bytes) }
    bytes += "  </body>\n</opml>\n".utf8
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ entry: Entry, to bytes: inout [UInt8]) {
    switch entry {
    case .feed(let name, let title, let address, let template):
      XMLOutput.append(
        empty: "outline",
        attributes: [
          ("type", "rss"), ("text", title), ("title", title), ("xmlUrl", address), ("weft:name", name),
          ("weft:url", template == address ? nil : template),
        ], to: &bytes)
    case .link(let title, let address):
      XMLOutput.append(
        empty: "outline", attributes: [("type", "link"), ("text", title), ("url", address)], to: &bytes)
    case .comment(let text):
      // Two hyphens would end it (XML 1.0 section 2.5).
      let safe = text.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\u{2010}")
      bytes += "    <!-- ".utf8
      XMLOutput.append(escaped: safe, to: &bytes)
      bytes += " -->\n".utf8
    }
  }
}
