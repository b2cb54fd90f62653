import WeftKit

/// The readable beginning of a text or of markup, for a line that has no title.
enum PlainText {
  /// So many characters are looked at; a terminal line shows fewer.
  private static let length = 300

  /// The beginning of a text.
  static func cut(_ text: String) -> String { cut(text, to: length) }

  /// The first characters of a text.
  static func cut(_ text: String, to length: Int) -> String { String(text.unicodeScalars.prefix(length)) }

  /// The text at the beginning of markup.
  static func beginning(of markup: String) -> String { beginning(of: markup, length: length) }

  /// The text at the beginning of markup, of so many characters at most.
  static func beginning(of markup: String, length: Int) -> String {
    var beginning = markup.unicodeScalars.prefix(16 * length)
    // A tag that the cut has opened is no text.
    if beginning.endIndex < markup.endIndex, let tag = beginning.lastIndex(of: "<"),
      !beginning[tag...].contains(">")
    {
      beginning = beginning[..<tag]
    }
    return cut(HTMLText.plain(String(beginning)), to: length)
  }
}
