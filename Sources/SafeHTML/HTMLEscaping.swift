/// Text as HTML.
public enum HTMLEscaping {
  /// Appends the text as character data, or as the inside of an attribute's double quotes: it ends neither.
  ///
  /// Characters that HTML does not allow (NUL, other controls, non-characters) are left out.
  public static func append(_ text: String, to bytes: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: bytes += "&amp;".utf8
      case 0x3C: bytes += "&lt;".utf8
      case 0x3E: bytes += "&gt;".utf8
      case 0x22: bytes += "&quot;".utf8
      case 0x27: bytes += "&#39;".utf8
      // Old browsers took a pair of them for quotes.
      case 0x60: bytes += "&#96;".utf8
      case 0x09, 0x0A: bytes.append(UInt8(scalar.value))
      case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: continue
      default:
        if scalar.value & 0xFFFE != 0xFFFE { bytes += UTF8.encode(scalar).map(Array.init) ?? [] }
      }
    }
  }

  /// The text as character data.
  public static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
