/// What the first bytes of a body look like.
enum BodyForm: Equatable {
  case json, markup, text, empty

  init(_ body: [UInt8]) {
    switch body.first(where: { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF && $0 != 0xFE && $0 != 0xFF }) {
    case nil: self = .empty
    case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
    case UInt8(ascii: "<"): self = .markup
    default: self = .text
    }
  }
}

/// Says what a body is that is no JSON, for the person who expected some.
enum BodyDescription {
  /// A phrase such as `an HTML page with a login form, titled "Sign in"`; nil where nothing better is known than that the
  /// body is broken JSON.
  static func phrase(for body: [UInt8]) -> String? {
    switch BodyForm(body) {
    case .empty: return "nothing"
    case .json: return nil
    case .markup: return markup(String(decoding: body.prefix(64 << 10), as: UTF8.self))
    case .text:
      let start = String(decoding: body.prefix(80), as: UTF8.self)
      return "text that begins with \"\(shown(start, limit: 40))\""
    }
  }

  private static func markup(_ text: String) -> String {
    let lowered = ASCIILowered(text)
    // A byte order mark may come first.
    let head = lowered.text.drop { $0 != "<" }.prefix(512)
    if head.contains("<rss") || head.contains("<rdf:rdf") { return "an RSS feed (kind: feed reads it)" }
    if head.contains("<feed") { return "an Atom feed (kind: feed reads it)" }
    let isHTML =
      head.contains("<!doctype html") || head.contains("<html") || head.contains("<head") || head.contains("<body")
    guard isHTML else { return "an XML document" }
    var phrase = "an HTML page"
    if lowered.text.contains("type=\"password\"") || lowered.text.contains("type=password")
      || lowered.text.contains("type='password'")
    {
      phrase += " with a login form"
    }
    if let title = lowered.title { phrase += ", titled \"\(shown(title, limit: 60))\"" }
    return phrase
  }

  /// One line, cut at so many characters.
  private static func shown(_ text: String, limit: Int) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > limit ? line.prefix(limit) + "…" : line
  }
}

/// A text beside its copy in small letters, to find names of HTML.
private struct ASCIILowered {
  let text: String
  private let bytes: [UInt8]

  init(_ text: String) {
    self.bytes = Array(text.utf8)
    let lowered = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    self.text = String(decoding: lowered, as: UTF8.self)
  }

  /// The text of the first `title` element.
  var title: String? {
    guard let start = text.firstRange(of: "<title"), let open = text[start.upperBound...].firstIndex(of: ">"),
      let end = text[open...].firstRange(of: "</title")
    else { return nil }
    // Both texts have the same bytes at the same places.
    let from = text.utf8.distance(from: text.startIndex, to: open) + 1
    let to = text.utf8.distance(from: text.startIndex, to: end.lowerBound)
    return String(decoding: bytes[from..<to], as: UTF8.self)
  }
}
