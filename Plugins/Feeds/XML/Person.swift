import WeftModel

/// Somebody named in one text, as RSS has it: a mailbox, a name, or both in any of the usual ways.
enum Person {
  /// Reads `name`, `mailbox (name)`, `name (mailbox)`, `name <mailbox>` and `mailbox`.
  static func author(_ text: String) -> Author? {
    let bytes = text.utf8
    guard !bytes.isEmpty else { return nil }
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@")) else { return Author(name: text) }
    var start = at
    while start > bytes.startIndex, isMailbox(bytes[bytes.index(before: start)]) { start = bytes.index(before: start) }
    var end = bytes.index(after: at)
    while end < bytes.endIndex, isMailbox(bytes[end]) { end = bytes.index(after: end) }
    guard start < at, bytes.distance(from: at, to: end) > 1 else { return Author(name: text) }
    let mailbox = text[start..<end]
    let before = name(text[..<start])
    let name = before.isEmpty || before == "mailto" ? name(text[end...]) : before
    return Author(name: name.isEmpty ? String(mailbox) : String(name), url: "mailto:" + mailbox)
  }

  private static func isMailbox(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2E || byte == 0x2D || byte == 0x5F || byte == 0x2B
      || byte >= 0x80
  }

  /// The text without white space and signs that only enclose; a name may end with a bracket of its own: "Jane (editor)".
  private static func name(_ text: Substring) -> Substring {
    let bytes = text.utf8
    var start = bytes.startIndex
    while start < bytes.endIndex, isEnclosing(bytes[start]) { start = bytes.index(after: start) }
    var end = bytes.endIndex
    while end > start {
      let last = bytes.index(before: end)
      guard isEnclosing(bytes[last]) else { break }
      if bytes[last] == UInt8(ascii: ")"), bytes[start..<last].contains(UInt8(ascii: "(")) { break }
      end = last
    }
    return text[start..<end]
  }

  private static func isEnclosing(_ byte: UInt8) -> Bool {
    switch byte {
    case ...0x20, UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"):
      true
    default: false
    }
  }
}
