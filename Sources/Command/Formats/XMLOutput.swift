/// XML 1.0 text, written element by element.
struct XMLOutput {
  /// The text as character data or an attribute value: markup is escaped, what XML has no character for is left out
  /// (XML 1.0 section 2.2), and a carriage return stays one (section 2.11).
  static func append(escaped text: String, to bytes: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: bytes.append(contentsOf: "&amp;".utf8)
      case 0x3C: bytes.append(contentsOf: "&lt;".utf8)
      case 0x3E: bytes.append(contentsOf: "&gt;".utf8)
      case 0x22: bytes.append(contentsOf: "&quot;".utf8)
      case 0x0D: bytes.append(contentsOf: "&#13;".utf8)
      case 0x09, 0x0A: bytes.append(UInt8(scalar.value))
      case 0..<0x20, 0xFFFE, 0xFFFF: continue
      default: bytes.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
      }
    }
  }

  /// An element with text, indented by four; nothing where the text is `nil`.
  static func append(
    _ name: String, _ text: String?, attributes: [(String, String?)] = [], indent: Int = 4, to bytes: inout [UInt8]
  ) {
    guard let text else { return }
    open(name, attributes, indent: indent, to: &bytes)
    bytes.append(0x3E)
    append(escaped: text, to: &bytes)
    bytes.append(contentsOf: "</\(name)>\n".utf8)
  }

  /// An element without content.
  static func append(
    empty name: String, attributes: [(String, String?)], indent: Int = 4, to bytes: inout [UInt8]
  ) {
    open(name, attributes, indent: indent, to: &bytes)
    bytes.append(contentsOf: "/>\n".utf8)
  }

  /// An element of ours for each source that failed or was left out; other readers pass over it.
  static func append(degraded names: [String], to bytes: inout [UInt8]) {
    for name in names {
      append("weft:degraded", name, attributes: [("xmlns:weft", "urn:weft:feed")], indent: 2, to: &bytes)
    }
  }

  private static func open(
    _ name: String, _ attributes: [(String, String?)], indent: Int, to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: String(repeating: " ", count: indent).utf8)
    bytes.append(contentsOf: "<\(name)".utf8)
    for (attribute, value) in attributes {
      guard let value else { continue }
      bytes.append(contentsOf: " \(attribute)=\"".utf8)
      // Line ends in attributes would be read as blanks (XML 1.0 section 3.3.3); no address or type has one.
      append(escaped: value, to: &bytes)
      bytes.append(0x22)
    }
  }
}
