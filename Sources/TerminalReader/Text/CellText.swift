import DisplayText

/// Text of the outside world as the cells of a terminal can show it: nothing that a terminal obeys, nothing of which two
/// programs could think that it takes different numbers of columns.
enum CellText {
  /// More scalars of a text are not looked at: no row is that long.
  static let limit = 4_000

  /// The text on one line.
  static func line(_ text: String, limit: Int = CellText.limit) -> String {
    var isPlain = true
    var count = 0
    for byte in text.utf8 {
      count += 1
      guard byte >= 0x20, byte < 0x7F, count <= limit else {
        isPlain = false
        break
      }
    }
    if isPlain, !text.hasPrefix(" "), !text.hasSuffix(" "), !text.contains("  ") { return text }
    return simplified(TerminalText.clean(String(text.unicodeScalars.prefix(limit))))
  }

  /// Text whose lines and blanks count, line by line.
  static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let wide = line.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "    ")
      let blanks = wide.prefix { $0 == " " }.count
      // The cleaning joins blanks; between words of code they count.
      let words = wide.split(separator: " ", omittingEmptySubsequences: false).map { CellText.line(String($0)) }
      return words.allSatisfy(\.isEmpty)
        ? "" : String(repeating: " ", count: blanks) + words.dropFirst(blanks).joined(separator: " ")
    }
  }

  /// What is shown of each character: of an emoji made of several the first one, without its modifier and variation, of
  /// a pile of marks the first three. Terminals disagree about the columns of the rest.
  private static func simplified(_ text: String) -> String {
    var result = ""
    for character in text {
      let scalars = character.unicodeScalars
      guard let first = scalars.first else { continue }
      if scalars.count == 1, first.value < 0x7F {
        result.append(character)
        continue
      }
      if isIndicator(first) {
        // Two of them are a flag, two columns wide everywhere; of one by itself nobody is sure.
        if scalars.count == 2 { result.append(character) } else { result += letters(of: scalars) }
        continue
      }
      switch first.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: continue
      // Without a letter before them they would change what stands there.
      case .nonspacingMark, .enclosingMark, .spacingMark: continue
      case .unassigned, .privateUse:
        result.append("\u{FFFD}")
        continue
      default: break
      }
      guard DisplayWidth.of(Character(first)) > 0 else { continue }
      result.unicodeScalars.append(first)
      var marks = 0
      for scalar in scalars.dropFirst() {
        if isLetter(scalar), !isMark(scalar) {
          // Letters of Indic scripts that are written as one, and the halfwidth sound marks of kana.
          marks = 0
          result.unicodeScalars.append(scalar)
        } else if marks < 3, isMark(scalar) {
          marks += 1
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .otherLetter || scalar.properties.generalCategory == .modifierLetter
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    if (0xFE00...0xFE0F).contains(scalar.value) || (0xE0100...0xE01EF).contains(scalar.value) { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: return true
    // The vowels and final consonants of a Hangul syllable in pieces.
    default: return (0x1160...0x11FF).contains(scalar.value)
    }
  }

  /// A flag by its two letters; `nil`: it is none.
  static func letters(ofFlag character: Character) -> String? {
    guard character.unicodeScalars.count == 2, character.unicodeScalars.allSatisfy(isIndicator) else { return nil }
    return letters(of: character.unicodeScalars)
  }

  private static func letters(of indicators: Character.UnicodeScalarView) -> String {
    var result = String.UnicodeScalarView()
    for scalar in indicators where isIndicator(scalar) {
      result.append(Unicode.Scalar(UInt8(0x41 + scalar.value - 0x1F1E6)))
    }
    return String(result)
  }

  private static func isIndicator(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }
}
