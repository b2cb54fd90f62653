/// How many columns of a terminal text takes.
public enum DisplayWidth {
  /// The columns of the text, which must be clean.
  public static func of(_ text: String) -> Int {
    var width = 0
    for character in text { width += of(character) }
    return width
  }

  /// The columns of one character as a reader sees it: an emoji of several scalars takes two, what combines none.
  public static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.value < 0x7F, scalars.count == 1 { return 1 }
    if isEmojiSequence(scalars) { return 2 }
    var width = 0
    for scalar in scalars { width += of(scalar) }
    // A conjoining Hangul syllable is as wide as its first letter; its others are of no width by themselves.
    return width
  }

  /// The text cut to so many columns, with an ellipsis where something was cut off.
  public static func cut(_ text: String, to columns: Int) -> String {
    guard columns > 0 else { return "" }
    var width = 0
    // The end of the longest piece that leaves a column for the ellipsis.
    var end = text.startIndex
    for index in text.indices {
      width += of(text[index])
      if width > columns { return text[..<end] + "…" }
      if width < columns { end = text.index(after: index) }
    }
    return text
  }

  /// The text with blanks behind it, so that it takes at least so many columns.
  public static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - of(text)))
  }

  /// A flag, a keycap, an emoji with a modifier or a joiner, or a text symbol asked for as an emoji (UTS 51).
  private static func isEmojiSequence(_ scalars: Character.UnicodeScalarView) -> Bool {
    guard scalars.count > 1, let first = scalars.first else { return false }
    if scalars.contains("\u{FE0F}"), first.properties.isEmoji { return true }
    guard first.properties.isEmoji, first.value > 0x7F else { return false }
    return scalars.dropFirst().contains {
      $0 == "\u{200D}" || $0.properties.isEmojiModifier || (0x1F1E6...0x1F1FF).contains($0.value)
        || (0xE0020...0xE007F).contains($0.value)
    }
  }

  /// The columns of one scalar by itself.
  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    // Vowels and final consonants of a conjoining Hangul syllable.
    if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return 0 }
    if scalar.properties.isEmojiPresentation { return 2 }
    return isWide(scalar.value) ? 2 : 1
  }

  /// East Asian Wide and Fullwidth (UAX 11), as whole blocks: unassigned places in them are wide by the annex's own
  /// rule. Emoji are not listed, the standard library knows them.
  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }
}
