/// The encoding that an XML document states or shows in its first bytes (XML 1.0 appendix F).
enum XMLDeclaration {
  /// The family that the first bytes of a document without byte order mark show: `<` in two or four bytes.
  static func wideCharset(_ bytes: UnsafeBufferPointer<UInt8>) -> Charset? {
    guard bytes.count >= 4 else { return nil }
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (0x00, 0x00, 0x00, 0x3C): return .utf32BE
    case (0x3C, 0x00, 0x00, 0x00): return .utf32LE
    case (0x00, 0x3C, 0x00, 1...): return .utf16BE
    case (0x3C, 0x00, 1..., 0x00): return .utf16LE
    default: return nil
    }
  }

  /// The label in `<?xml … encoding="…"?>`; white space before the declaration is passed over, as feeds have it.
  static func label(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
    let head = bytes[start...].prefix(1024)
    guard head.starts(with: "<?xml".utf8), let end = head.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let text = Array(head[..<end])
    let word = Array("encoding".utf8)
    var index = 5
    while index + word.count < text.count {
      guard text[index..<index + word.count].elementsEqual(word) else {
        index += 1
        continue
      }
      index += word.count
      while index < text.count, text[index] <= 0x20 { index += 1 }
      guard index < text.count, text[index] == UInt8(ascii: "=") else { continue }
      index += 1
      while index < text.count, text[index] <= 0x20 { index += 1 }
      guard index < text.count, text[index] == UInt8(ascii: "\"") || text[index] == UInt8(ascii: "'") else { continue }
      let value = text[(index + 1)...].prefix { $0 != text[index] }
      return String(decoding: value, as: UTF8.self)
    }
    return nil
  }
}
