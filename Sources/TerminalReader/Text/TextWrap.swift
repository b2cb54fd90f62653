import DisplayText

/// Breaks lines by the columns that they take.
enum TextWrap {
  /// The words of a clean text in lines of at most `width` columns. A word that is longer than a line is broken.
  static func lines(_ text: String, width: Int) -> [String] {
    let width = max(2, width)
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ") {
      let columns = DisplayWidth.of(String(word))
      if used > 0, used + 1 + columns <= width {
        line += " " + word
        used += 1 + columns
        continue
      }
      if used > 0 {
        lines.append(line)
        line = ""
        used = 0
      }
      if columns <= width {
        line = String(word)
        used = columns
        continue
      }
      // Also scripts without blanks between their words.
      for character in word {
        let own = DisplayWidth.of(character)
        if used + own > width {
          lines.append(line)
          line = ""
          used = 0
        }
        line.append(character)
        used += own
      }
    }
    if used > 0 { lines.append(line) }
    return lines
  }

  /// A line whose blanks count, in pieces of at most `width` columns.
  static func pieces(_ text: String, width: Int) -> [String] {
    let width = max(2, width)
    var pieces: [String] = []
    var piece = ""
    var used = 0
    for character in text {
      let own = DisplayWidth.of(character)
      if used + own > width {
        pieces.append(piece)
        piece = ""
        used = 0
      }
      piece.append(character)
      used += own
    }
    pieces.append(piece)
    return pieces
  }
}
