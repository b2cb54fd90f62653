/// Says what a document that is no feed looks like instead.
enum NotAFeed {
  /// - Parameters:
  ///   - bytes: the text in UTF-8.
  ///   - body: what came.
  static func description(_ start: FeedStart, bytes: [UInt8], body: [UInt8]) -> String {
    if body.starts(with: [0x1F, 0x8B]) { return "the body is compressed (gzip), not a feed" }
    guard start.offset < bytes.count else { return "the body is empty" }
    let head = String(decoding: bytes[start.offset...].prefix(32 << 10), as: UTF8.self)
    let lowered = head.lowercased()
    let root = start.root.lowercased()
    if root == "html" || lowered.hasPrefix("<!doctype html") {
      if holdsPasswordField(lowered) { return "a login form (HTML), not a feed" }
      if let title = title(in: head, lowered: lowered) { return "an HTML page (\"\(title)\"), not a feed" }
      return "an HTML page, not a feed"
    }
    if !start.root.isEmpty { return "an XML document with the root <\(start.root)>, not a feed" }
    let sample = bytes[start.offset...].prefix(512)
    if sample.contains(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }) {
      return "binary data, not a feed"
    }
    return head.utf8.first == UInt8(ascii: "<") ? "markup without an element, not a feed" : "plain text, not a feed"
  }

  private static func holdsPasswordField(_ html: String) -> Bool {
    html.contains("type=\"password\"") || html.contains("type='password'") || html.contains("type=password")
  }

  private static func title(in html: String, lowered: String) -> String? {
    guard
      let start = html.split(separator: "<", omittingEmptySubsequences: true)
        .first(where: { $0.lowercased().hasPrefix("title") })?.split(separator: ">", maxSplits: 1).dropFirst().first
    else { return nil }
    let title = start.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(80)
    return title.isEmpty ? nil : String(title)
  }
}
