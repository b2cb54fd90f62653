/// Text of the file inside messages: short, on one line, without control characters.
enum Quoting {
  private static let longest = 60

  /// The text between double quotes.
  static func message(_ text: String) -> String { "\"" + shortened(text) + "\"" }

  /// The text as a YAML scalar that is safe at any place: between single quotes only where it holds a backslash or a
  /// double quote.
  static func yaml(_ text: String) -> String {
    let text = shortened(text)
    guard text.contains("\"") || text.contains("\\") else { return "\"" + text + "\"" }
    return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  /// The text with what a terminal could take for a command, or what turns the writing direction, replaced.
  static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { isUnprintable($0) }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isUnprintable(scalar) ? "\u{FFFD}" : scalar) }
    return String(result)
  }

  /// The text on one line, cut where it is long.
  static func shortened(_ text: String) -> String {
    // Cut by scalars first, so that one huge grapheme cannot get through.
    let head = String(String.UnicodeScalarView(text.unicodeScalars.prefix(4 * longest)))
    var short = head.count > longest ? String(head.prefix(longest)) : head
    let isCut = short.utf8.count < text.utf8.count
    short = String(short.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    return printable(short) + (isCut ? "…" : "")
  }

  private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09: false
    case 0..<0x20, 0x7F..<0xA0, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}
