/// A character encoding of the WHATWG Encoding Standard, or one of UTF-32's byte orders, which XML allows.
public struct Charset: Hashable, Sendable, CustomStringConvertible {
  /// The standard's name in lower case, such as `windows-1252`.
  public let name: String

  init(name: String) { self.name = name }

  /// The encoding of a label, as the Encoding Standard's section 4.2 maps them: `latin1` and `us-ascii` are
  /// windows-1252, `utf8` is UTF-8. White space around the label and its case do not matter. Nil for an unknown label.
  public init?(label: String) {
    let bytes = label.utf8.drop { Self.isSpace($0) }
    guard let last = bytes.lastIndex(where: { !Self.isSpace($0) }) else { return nil }
    let trimmed = bytes[...last].map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    guard let name = CharsetLabels.name(of: String(decoding: trimmed, as: UTF8.self)) else { return nil }
    self.name = name
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 9 && byte <= 13 && byte != 11 }

  /// UTF-8.
  public static let utf8 = Charset(name: "utf-8")
  /// windows-1252, what the web means by Latin-1 and ASCII.
  public static let windows1252 = Charset(name: "windows-1252")
  /// UTF-16, least significant byte first.
  public static let utf16LE = Charset(name: "utf-16le")
  /// UTF-16, most significant byte first.
  public static let utf16BE = Charset(name: "utf-16be")
  /// UTF-32, least significant byte first.
  public static let utf32LE = Charset(name: "utf-32le")
  /// UTF-32, most significant byte first.
  public static let utf32BE = Charset(name: "utf-32be")

  /// Whether ASCII text looks the same in it, so that a declaration inside the text could be read at all.
  var isASCIICompatible: Bool { !name.hasPrefix("utf-16") && !name.hasPrefix("utf-32") }

  /// The name alone.
  public var description: String { name }

  /// The value of the `charset` parameter of a Content-Type header, without quotes (RFC 9110 section 8.3.1; quotes of
  /// either kind and blanks round the `=` are in real headers).
  public static func parameter(ofContentType header: String) -> String? {
    var rest = header.utf8[...]
    while let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) {
      rest = rest[rest.index(after: semicolon)...]
      let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
      guard let equals = rest[..<end].firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = String(decoding: rest[..<equals].filter { $0 > 0x20 }, as: UTF8.self).lowercased()
      guard name == "charset" else { continue }
      let value = rest[rest.index(after: equals)..<end].filter {
        $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'")
      }
      if !value.isEmpty { return String(decoding: value, as: UTF8.self) }
    }
    return nil
  }
}

/// The encoding of a label, or nil; the same as `Charset(label:)`.
public func encoding(forLabel label: String) -> Charset? { Charset(label: label) }
