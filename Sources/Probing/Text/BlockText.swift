import WeftConfig

/// Texts of the outside world in YAML of block style: values, and comments beside them.
enum BlockText {
  /// The text as a value or a key. In block style brackets and braces need no quotes: `$.items[*]` and `{page}` stay as
  /// people write them.
  static func scalar(_ text: String) -> String { isPlain(text) ? text : YAMLScalar.quoted(text) }

  /// A text that stands for itself: begins with a letter, a digit, `$`, `/` or `.`, and holds nothing that ends it.
  static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, text.utf8.count <= 1_000 else { return false }
    let begins =
      switch first {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), UInt8(ascii: "/"), UInt8(ascii: "_"): true
      // `.` alone begins a class, `...` a document's end.
      case UInt8(ascii: "."): !text.hasPrefix("..")
      default: false
      }
    guard begins, last != UInt8(ascii: " "), last != UInt8(ascii: ":") else { return false }
    var previous: UInt8 = 0
    for byte in text.utf8 {
      guard byte >= 0x20, byte < 0x7F else { return false }
      if byte == UInt8(ascii: "#"), previous == UInt8(ascii: " ") { return false }
      if byte == UInt8(ascii: " "), previous == UInt8(ascii: ":") { return false }
      previous = byte
    }
    // Words and numbers that a reader of YAML takes for something else; Weft does not, but the next tool may.
    return !words.contains(text.lowercased()) && Double(text) == nil
  }

  private static let words: Set<String> = ["true", "false", "yes", "no", "on", "off", "null", "y", "n", "~"]

  /// The text on one line of a comment: without line breaks of any kind, control characters and what turns the
  /// direction of writing; long ones are cut.
  static func comment(_ text: String, limit: Int = 300) -> String {
    var result = String.UnicodeScalarView()
    var owesBlank = false
    var count = 0
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace || scalar.value < 0x20 {
        owesBlank = !result.isEmpty
        continue
      }
      guard isPrintable(scalar) else { continue }
      if owesBlank { result.append(" ") }
      owesBlank = false
      result.append(scalar)
      count += 1
      if count >= limit {
        result.append("…")
        break
      }
    }
    return String(result)
  }

  /// Printable by YAML, one column at least, and harmless on a terminal.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x34F, 0x350..<0x61C, 0x61D..<0x180E, 0x180F..<0x2000: true
    case 0x2010..<0x2028, 0x2030..<0x205F, 0x2070..<0xD800, 0xE000..<0xFEFF, 0xFF00..<0xFFF9: true
    case 0xFFFC, 0xFFFD, 0x1_0000..<0xE_0000: scalar.value & 0xFFFE != 0xFFFE
    default: false
    }
  }
}
