/// A list of texts as bytes: each with its length before it, so that no text can pass for two.
enum TextListCoding {
  /// The texts, each as four bytes of length (the lowest first) and its UTF-8.
  static func encode(_ texts: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(texts.reduce(0) { $0 + $1.utf8.count + 4 })
    for text in texts {
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: text.utf8.count).littleEndian) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: text.utf8)
    }
    return bytes
  }

  /// The texts; `nil` where the bytes are no such list.
  static func decode(_ bytes: [UInt8]) -> [String]? {
    var texts: [String] = []
    var index = 0
    while index < bytes.count {
      guard bytes.count - index >= 4 else { return nil }
      let length = bytes[index..<(index + 4)].reversed().reduce(0) { $0 << 8 | Int($1) }
      index += 4
      guard length <= bytes.count - index else { return nil }
      texts.append(String(decoding: bytes[index..<(index + length)], as: UTF8.self))
      index += length
    }
    return texts
  }
}
