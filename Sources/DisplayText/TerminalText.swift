/// Text of the outside world, made harmless for a terminal.
public enum TerminalText {
  /// The text on one line, without anything that a terminal obeys: escape sequences and control characters (ECMA-48),
  /// characters that turn the direction of what follows (UAX 9) or are not to be seen.
  ///
  /// White space becomes single blanks; none stands at the ends.
  public static func clean(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var owesBlank = false
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if scalar == "\u{1B}" || scalar == "\u{9B}" || scalar == "\u{9D}" {
        skipSequence(after: scalar, in: &scalars)
      } else if scalar.properties.isWhitespace {
        owesBlank = !result.isEmpty
      } else if isShown(scalar) {
        if owesBlank { result.append(" ") }
        owesBlank = false
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The scalar does nothing but stand there.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: false
    // Soft hyphen, Arabic letter mark, combining grapheme joiner, Mongolian vowel separator.
    case 0xAD, 0x61C, 0x34F, 0x180E: false
    // Zero width space and the two direction marks; the joiners stay, emoji and Indic scripts need them.
    case 0x200B, 0x200E, 0x200F: false
    // Line separators, embeddings and overrides; word joiner to deprecated format characters, isolates among them.
    case 0x2028...0x202E, 0x2060...0x206F: false
    // Byte order mark, interlinear annotation, no characters at all.
    case 0xFEFF, 0xFFF9...0xFFFB, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  /// Drops the rest of an escape sequence: a control sequence up to its final byte, a string (hyperlink, title) up to
  /// its terminator where it has one, or the byte behind the escape.
  private static func skipSequence(after first: Unicode.Scalar, in scalars: inout Substring.UnicodeScalarView) {
    var kind = first
    if first == "\u{1B}" {
      guard let next = scalars.first, next.value >= 0x20, next.value < 0x7F else { return }
      kind = next == "[" ? "\u{9B}" : "]PX^_".unicodeScalars.contains(next) ? "\u{9D}" : next
      scalars.removeFirst()
    }
    if kind == "\u{9B}" {
      while let next = scalars.first, next.value >= 0x20, next.value < 0x40 { scalars.removeFirst() }
      if let last = scalars.first, last.value >= 0x40, last.value < 0x7F { scalars.removeFirst() }
    } else if kind == "\u{9D}" {
      guard let end = scalars.firstIndex(where: { $0 == "\u{07}" || $0 == "\u{9C}" || $0 == "\u{1B}" }) else { return }
      let isEscape = scalars[end] == "\u{1B}"
      scalars = scalars[scalars.index(after: end)...]
      if isEscape, scalars.first == "\\" { scalars.removeFirst() }
    }
  }
}
