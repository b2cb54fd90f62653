import WeftModel

/// Somebody named in one text, as RSS has it: a mailbox, a name, or both in any of the usual ways.
enum Person {
  /// Reads `name`, `mailbox (name)`, `name (mailbox)`, `name <mailbox>` and `mailbox`.
  static func author(_ text: String) -> Author? {
    guard !text.isEmpty else { return nil }
    var copy = text
    return copy.withUTF8 { author(in: $0) } ?? Author(name: text)
  }

  /// The parts of a text with a mailbox; `nil` where there is none.
  private static func author(in bytes: UnsafeBufferPointer<UInt8>) -> Author? {
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@")) else { return nil }
    var start = at
    while start > 0, isMailbox(bytes[start - 1]) { start -= 1 }
    var end = at + 1
    while end < bytes.count, isMailbox(bytes[end]) { end += 1 }
    guard start < at, end > at + 1 else { return nil }
    let mailbox = String(decoding: bytes[start..<end], as: UTF8.self)
    let before = name(bytes[..<start])
    let name = before.isEmpty || before.elementsEqual("mailto".utf8) ? name(bytes[end...]) : before
    return Author(
      name: name.isEmpty ? mailbox : String(decoding: name, as: UTF8.self), url: "mailto:" + mailbox)
  }

  private static func isMailbox(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2E || byte == 0x2D || byte == 0x5F || byte == 0x2B
      || byte >= 0x80
  }

  /// The text without white space and signs that only enclose; a name may end with a bracket of its own: "Jane (editor)".
  private static func name(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
    var start = bytes.startIndex
    while start < bytes.endIndex, isEnclosing(bytes[start]) { start += 1 }
    // Brackets at the end that were never opened; counted once, as there may be very many.
    var opened = 0
    var unopened = 0
    for byte in bytes[start...] {
      switch byte {
      case UInt8(ascii: "("): opened += 1
      case UInt8(ascii: ")"): if opened > 0 { opened -= 1 } else { unopened += 1 }
      default: if !isEnclosing(byte) { unopened = 0 }
      }
    }
    var end = bytes.endIndex
    while end > start, isEnclosing(bytes[end - 1]) {
      if bytes[end - 1] == UInt8(ascii: ")") {
        if unopened == 0 { break }
        unopened -= 1
      }
      end -= 1
    }
    return bytes[start..<end]
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
