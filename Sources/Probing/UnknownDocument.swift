import WeftModel

/// Says what a body is that no proposal can be made for.
enum UnknownDocument {
  static func description(_ response: Response) -> String {
    let head = String(decoding: response.body.prefix(4_096), as: UTF8.self)
    let lowered = head.lowercased().drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    let type = response.mediaType.map { " (\($0))" } ?? ""
    if lowered.hasPrefix("<!doctype html") || lowered.contains("<html") { return "an HTML page\(type), not a feed" }
    if lowered.hasPrefix("<") {
      let root = head.split(separator: "<").map { $0.prefix { $0.isLetter || $0 == ":" || $0 == "_" } }
        .first { !$0.isEmpty }
      return
        "an XML document\(root.map { " with the root <\($0)>" } ?? "")\(type): kind xml reads it, by selectors that"
        + " only a person can choose"
    }
    if let name = magic.first(where: { response.body.starts(with: $0.bytes) })?.name { return "\(name), not a list" }
    if response.body.prefix(512).contains(0) { return "binary data\(type), not a list" }
    return "plain text\(type), not a list"
  }

  private static let magic: [(bytes: [UInt8], name: String)] = [
    ([0x89, 0x50, 0x4E, 0x47], "a PNG image"), ([0xFF, 0xD8, 0xFF], "a JPEG image"),
    (Array("GIF8".utf8), "a GIF image"), (Array("%PDF".utf8), "a PDF document"),
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"), ([0x1F, 0x8B], "gzip data that was not unpacked"),
  ]
}
