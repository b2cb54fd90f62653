/// The readable beginning of a text or of markup, for a line that has no title.
enum PlainText {
  /// So many characters are looked at; a terminal line shows fewer.
  private static let length = 300

  /// The beginning of a text.
  static func cut(_ text: String) -> String { String(text.unicodeScalars.prefix(length)) }

  /// The text at the beginning of markup: tags fall away, the commonest references are read. Good enough for one line;
  /// nothing is stored from it.
  static func beginning(of markup: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = markup.unicodeScalars.prefix(16 * length)[...]
    while result.count < length, let scalar = rest.popFirst() {
      if scalar == "<", let next = rest.first, next.properties.isAlphabetic || next == "/" || next == "!" {
        // What is hidden in a page is hidden here: the content of scripts and styles.
        let name = String(String.UnicodeScalarView(rest.prefix(6))).lowercased()
        guard let end = rest.firstIndex(of: ">") else { break }
        rest = rest[rest.index(after: end)...]
        if name == "script" || name.hasPrefix("style") {
          guard let close = rest.firstIndex(of: "<") else { break }
          rest = rest[close...]
        }
        result.append(" ")
      } else if scalar == "&", let read = reference(rest) {
        result.append(contentsOf: read.text.unicodeScalars)
        rest = rest.dropFirst(read.length)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The reference that begins behind an ampersand, and how many scalars it takes.
  private static func reference(_ rest: Substring.UnicodeScalarView) -> (text: String, length: Int)? {
    guard let end = rest.prefix(10).firstIndex(of: ";") else { return nil }
    let name = String(Substring(rest[..<end]))
    let length = name.unicodeScalars.count + 1
    let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "hellip": "…"]
    if let text = named[name] { return (text, length) }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let value = digits.hasPrefix("x") || digits.hasPrefix("X") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let scalar = value.flatMap(Unicode.Scalar.init) else { return nil }
    return (String(Character(scalar)), length)
  }
}
