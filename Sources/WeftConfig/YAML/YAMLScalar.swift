/// Text as written, after YAML's own escapes and folding.
public struct YAMLScalar {
  var text: String
  var style: Style

  enum Style { case plain, singleQuoted, doubleQuoted, block }
}

extension YAMLScalar {
  /// The text as a scalar that every YAML reader reads back as this text: plain where that is safe in any place (as key
  /// or value, in block or flow style), else between quotes, on one line.
  ///
  /// Readers that turn `no`, `0123`, `1:30` or `2025-01-31` into something else are the reason why such texts are quoted.
  /// What cannot be seen is escaped: control characters, and those that turn the writing direction.
  public static func quoted(_ text: String) -> String {
    if isPlain(text) { return text }
    // Between single quotes nothing but the quote itself is doubled, so selectors and patterns stay readable.
    let isVisible = text.unicodeScalars.allSatisfy { isPrintable($0) }
    if isVisible, text.utf8.contains(0x22) || text.utf8.contains(0x5C) {
      return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
    var result = "\""
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    return result + "\""
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case "\r": result += "\\r"
    default:
      guard !isPrintable(scalar) else {
        result.unicodeScalars.append(scalar)
        return
      }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      let (letter, width) = scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x1_0000 ? ("u", 4) : ("U", 8)
      result += "\\" + letter + String(repeating: "0", count: width - digits.count) + digits
    }
  }

  /// The scalar may stand in a file as it is, and can be seen there.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: return true
    case ..<0xA0, 0xFEFF: return false
    default: break
    }
    // Non-characters end each plane (YAML 1.2 section 5.1 leaves out those of the first).
    if scalar.value & 0xFFFE == 0xFFFE { return false }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return false
    // The joiners belong to emoji and Indic scripts, tags to flags; what else is invisible is escaped.
    case .format: return scalar == "\u{200C}" || scalar == "\u{200D}" || (0xE0020...0xE007F).contains(scalar.value)
    default: return true
    }
  }

  private static func isPlain(_ text: String) -> Bool {
    // A key may have 1,024 characters (YAML 1.2 section 7.4.3).
    guard let first = text.unicodeScalars.first, text.utf8.count <= 500, text.utf8.first != 0x20,
      text.utf8.last != 0x20, !isTaken(text)
    else { return false }
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      // Indicators of flow style, quotes, escapes and the end of a line are nowhere plain.
      case "{", "}", "[", "]", ",", "\"", "\\", "`", "\n", "\r", "\t": return false
      case "#" where previous == " ": return false
      // A colon is text before anything but a blank and the end.
      case " " where previous == ":": return false
      default:
        if scalar.value > 0x7F, scalar.properties.isWhitespace || !isPrintable(scalar) { return false }
        if scalar.value < 0x20 || scalar.value == 0x7F { return false }
      }
      previous = scalar
    }
    if previous == ":" { return false }
    switch first {
    // Indicators (YAML 1.2 section 5.3), and what other readers take for more than text.
    case "-", "?", ":", "&", "*", "!", "|", ">", "'", "%", "@", "#", "=", "<", "~", ".", "+": return false
    default: return true
    }
  }

  /// The words that YAML 1.1 and 1.2 take for values of their own.
  private static let words: Set<String> = [
    "null", "true", "false", "yes", "no", "on", "off", "y", "n", "t", "f", "nan", "inf", "infinity",
  ]

  /// A reader may take the text for a number, a time, a truth value or nothing.
  private static func isTaken(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return true }
    if text.utf8.count <= 8, words.contains(text.lowercased()) { return true }
    guard first < 0x3A, first >= 0x30 else { return false }
    // Digits, signs, points and colons, and the letters of 0x1F, 1e3, 2025-01-31T12:00:00Z.
    return text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x46, 0x61...0x66, 0x20, 0x2B, 0x2D, 0x2E, 0x3A, 0x5F, 0x54, 0x74, 0x5A, 0x7A, 0x58,
        0x78, 0x4F, 0x6F:
        true
      default: false
      }
    }
  }
}
