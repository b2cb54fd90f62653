/// Breaks text into lines of a terminal.
public enum LineWrap {
  /// The text in lines of at most so many columns, broken at blanks and between wide characters; a word that is longer
  /// than a line is broken where the line ends.
  ///
  /// - Parameters:
  ///   - text: clean text on one line.
  ///   - columns: the width; at least 2, so that every character finds a place.
  ///   - most: so many lines at most; the last one ends with an ellipsis where there is more.
  public static func lines(_ text: String, columns: Int, most: Int = .max) -> [String] {
    let columns = max(2, columns)
    var lines: [String] = []
    var rest = text[...]
    while true {
      rest = rest.drop { $0 == " " }
      guard !rest.isEmpty else { return lines }
      let end = endOfLine(rest, columns)
      guard lines.count + 1 < most || end == rest.endIndex else {
        lines.append(DisplayWidth.cut(String(rest.prefix(columns + 1)), to: columns))
        return lines
      }
      var line = rest[..<end]
      while line.last == " " { line.removeLast() }
      lines.append(String(line))
      rest = rest[end...]
    }
  }

  /// Text whose blanks count, such as code, in pieces of at most so many columns (at least 2). Empty text is one empty
  /// piece.
  public static func pieces(_ text: String, columns: Int) -> [String] {
    let columns = max(2, columns)
    var pieces: [String] = []
    var start = text.startIndex
    var width = 0
    for index in text.indices {
      let own = DisplayWidth.of(text[index])
      if width + own > columns {
        pieces.append(String(text[start..<index]))
        start = index
        width = 0
      }
      width += own
    }
    pieces.append(String(text[start...]))
    return pieces
  }

  /// Where the first line ends.
  private static func endOfLine(_ text: Substring, _ columns: Int) -> Substring.Index {
    var width = 0
    // The last place where a line may end, and where one that is cut does.
    var opportunity: Substring.Index?
    var index = text.startIndex
    while index < text.endIndex {
      let own = DisplayWidth.of(text[index])
      // A blank may hang over the edge: it is taken off.
      if text[index] == " " {
        opportunity = index
      } else {
        if own == 2, index > text.startIndex { opportunity = index }
        if width + own > columns { return opportunity ?? index }
      }
      width += own
      index = text.index(after: index)
      if own == 2, index < text.endIndex, width <= columns { opportunity = index }
    }
    return text.endIndex
  }
}
