/// Text that is written from right to left, kept from turning what stands beside it (UAX 9).
public enum Direction {
  /// The text between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE where it holds letters that are written from
  /// right to left; else as it is.
  ///
  /// A line of columns keeps its order then, and a terminal that takes its direction from the first letter skips what is
  /// isolated. The text must hold no direction characters of its own.
  public static func isolated(_ text: String) -> String {
    text.unicodeScalars.contains(where: isRightToLeft) ? "\u{2068}" + text + "\u{2069}" : text
  }

  /// The text as a whole is written from right to left: the first of its letters is (UAX 9, rules P2 and P3).
  public static func isRightToLeft(_ text: String) -> Bool {
    for scalar in text.unicodeScalars {
      if isRightToLeft(scalar) {
        // Digits and marks in these blocks do not decide it.
        switch scalar.properties.generalCategory {
        case .otherLetter, .modifierLetter, .uppercaseLetter, .lowercaseLetter: return true
        default: continue
        }
      }
      if scalar.properties.isAlphabetic { return false }
    }
    return false
  }

  /// The scalar stands in a block of a script that is written from right to left.
  static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Hebrew to Arabic Extended-A, presentation forms, and the two ranges that Unicode keeps for such scripts.
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: true
    default: false
    }
  }
}
