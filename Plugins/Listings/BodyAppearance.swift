import WeftModel

/// What a body looks like by its media type and its first bytes, so that a decoder can say what it was given instead.
enum BodyAppearance: Equatable {
  case html, xml, feed, json, empty
  /// Marked-up text without a sign of which kind, or plain text.
  case text
  /// Something that is no text, by its name.
  case binary(String)

  init(_ response: Response) {
    let bytes = response.body
    if let name = Self.magic.first(where: { bytes.starts(with: $0.bytes) })?.name {
      self = .binary(name)
      return
    }
    let head = Self.head(bytes)
    if head.isEmpty {
      self = bytes.isEmpty || bytes.allSatisfy { $0 <= 0x20 } ? .empty : .text
      return
    }
    if let own = Self.byFirstBytes(head) {
      self = own
      return
    }
    switch response.mediaType {
    case "text/html", "application/xhtml+xml": self = .html
    case let type? where type.hasSuffix("json"): self = .json
    case let type? where type.hasSuffix("xml"): self = .xml
    default: self = head.hasPrefix("<") ? .html : .text
    }
  }

  /// The first bytes as text in lower case, without white space and comments before the first tag.
  private static func head(_ bytes: [UInt8]) -> Substring {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    // Every second byte of UTF-16 text is zero: for this purpose it can be left out.
    let text = String(decoding: bytes[start...].prefix(4_096).filter { $0 != 0 && $0 < 0x80 }, as: UTF8.self)
    var rest = text.lowercased()[...]
    while true {
      rest = rest.drop { $0.isWhitespace }
      guard rest.hasPrefix("<!--"), let end = rest.firstRange(of: "-->") else { return rest }
      rest = rest[end.upperBound...]
    }
  }

  private static func byFirstBytes(_ head: Substring) -> BodyAppearance? {
    if head.hasPrefix("<!doctype html") || head.hasPrefix("<html") || head.hasPrefix("<head") || head.hasPrefix("<body")
    {
      return .html
    }
    if head.hasPrefix("<?xml") || head.hasPrefix("<rss") || head.hasPrefix("<feed") || head.hasPrefix("<rdf") {
      if head.contains("<!doctype html") || head.contains("<html") { return .html }
      let feeds = ["<rss", "<feed", "<rdf:rdf"]
      return feeds.contains { head.contains($0) } ? .feed : .xml
    }
    // A brace is JSON only where no tag follows soon: templates leave `{{…}}` at the top of pages.
    if head.hasPrefix("{\"") || head.hasPrefix("[{") || head.hasPrefix("{}") || head.hasPrefix("[]")
      || head.hasPrefix("{ \"") || head.hasPrefix("{\n")
    {
      return head.hasPrefix("{\n") && head.dropFirst().drop { $0.isWhitespace }.first != "\"" ? nil : .json
    }
    return nil
  }

  private static let magic: [(bytes: [UInt8], name: String)] = [
    ([0x89, 0x50, 0x4E, 0x47], "a PNG image"), ([0xFF, 0xD8, 0xFF], "a JPEG image"),
    (Array("GIF8".utf8), "a GIF image"), (Array("RIFF".utf8), "a RIFF file, such as a WebP image"),
    (Array("%PDF".utf8), "a PDF document"), ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
    ([0x1F, 0x8B], "gzip data that was not unpacked"),
  ]

  /// How surely the body is a document of the form.
  func recognition(as form: ListingForm) -> Recognition {
    switch (self, form) {
    case (.html, .html), (.xml, .xml): .certain
    // A feed is the business of another kind, and is XML where that one is not asked for.
    case (.feed, .xml): .likely
    case (.xml, .html): .possible
    case (.text, .html): .possible
    default: .no
    }
  }

  /// What the body is, for messages, where the form cannot read it; `nil` where it can.
  func objection(to form: ListingForm) -> (what: String, hint: String?)? {
    switch (self, form) {
    case (.json, _): ("JSON", "set kind: json")
    case (.binary(let name), _): (name, nil)
    case (.html, .xml): ("HTML", "set kind: html")
    case (.feed, .html): ("a feed", "leave `items` out, or set kind: xml")
    case (.text, .xml): ("plain text", nil)
    default: nil
    }
  }
}
