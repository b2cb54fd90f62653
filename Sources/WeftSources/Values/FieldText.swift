/// Small rules for the texts of fields.
enum FieldText {
  /// The text without white space at its ends.
  static func trimmed(_ text: String) -> String {
    // The ends of most texts are letters; a string that is not contiguous UTF-8 is looked at in the long way.
    let isTrimmed = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.isEmpty || (bytes[0] > 0x20 && bytes[bytes.count - 1] > 0x20)
    }
    if isTrimmed == true { return text }
    let bytes = text.utf8
    guard let first = bytes.first, let last = bytes.last, first <= 0x20 || last <= 0x20 else { return text }
    let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
    var end = bytes.endIndex
    while end > start, bytes[bytes.index(before: end)] <= 0x20 { end = bytes.index(before: end) }
    return String(Substring(bytes[start..<end]))
  }

  /// The same of bytes of UTF-8; nil where nothing is left.
  static func trimmed(_ text: Span<UInt8>) -> String? {
    text.withUnsafeBufferPointer { bytes in
      let bytes = trimmed(bytes)
      return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The bytes without white space and control characters at their ends.
  @inline(__always) static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var start = 0
    var end = bytes.count
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    while start < end, bytes[start] <= 0x20 { start += 1 }
    return UnsafeBufferPointer(rebasing: bytes[start..<end])
  }

  /// There is more than white space and control characters.
  static func isVisible(_ text: Span<UInt8>) -> Bool {
    text.withUnsafeBufferPointer { bytes in bytes.contains { $0 > 0x20 } }
  }

  /// The texts without markup, each once, in their order, without empty ones.
  static func distinctPlain(_ texts: [String]) -> [String] {
    if texts.isEmpty { return texts }
    var seen = Set<String>()
    var distinct: [String] = []
    distinct.reserveCapacity(texts.count)
    for text in texts {
      let plain = HTMLText.plain(text)
      // Few texts are compared faster than they are hashed.
      let isNew = texts.count <= 8 ? !distinct.contains(plain) : seen.insert(plain).inserted
      if isNew, !plain.isEmpty { distinct.append(plain) }
    }
    return distinct
  }

  static func element(_ index: Int, of texts: [String]) -> String? {
    texts.indices.contains(index) && !texts[index].isEmpty ? texts[index] : nil
  }
}
