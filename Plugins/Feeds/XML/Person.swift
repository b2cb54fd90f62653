import WeftModel

/// Somebody named in one text, as RSS has it: a mailbox, a name, or both in any of the usual ways.
enum Person {
  /// Reads `name`, `mailbox (name)`, `name (mailbox)`, `name <mailbox>` and `mailbox`.
  static func author(_ text: String) -> Author? {
    let text = trimmed(text[...])
    guard !text.isEmpty else { return nil }
    guard let at = text.utf8.firstIndex(of: UInt8(ascii: "@")) else { return Author(name: String(text)) }
    var start = at
    while start > text.startIndex, isMailbox(text.utf8[text.utf8.index(before: start)]) {
      start = text.utf8.index(before: start)
    }
    var end = text.utf8.index(after: at)
    while end < text.endIndex, isMailbox(text.utf8[end]) { end = text.utf8.index(after: end) }
    let mailbox = text[start..<end]
    guard start < at, mailbox.utf8.distance(from: at, to: end) > 1 else { return Author(name: String(text)) }
    var before = text[..<start]
    var after = text[end...]
    if before.hasSuffix("mailto:") { before = before.dropLast(7) }
    let name =
      trimmed(before, alsoBrackets: true).isEmpty
      ? trimmed(after, alsoBrackets: true)
      : {
        after = ""
        return trimmed(before, alsoBrackets: true)
      }()
    return Author(name: name.isEmpty ? String(mailbox) : String(name), url: "mailto:" + mailbox)
  }

  private static func isMailbox(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2E || byte == 0x2D || byte == 0x5F || byte == 0x2B
      || byte >= 0x80
  }

  private static func trimmed(_ text: Substring, alsoBrackets: Bool = false) -> Substring {
    var text = text
    func drops(_ character: Character) -> Bool {
      character.isWhitespace || (alsoBrackets && "()<>[]\",;:".contains(character))
    }
    while let first = text.first, drops(first) { text.removeFirst() }
    // A name may end with a bracket of its own: "Jane (editor)".
    while let last = text.last, drops(last) {
      if last == ")", text.contains("(") { break }
      text.removeLast()
    }
    return text
  }
}
