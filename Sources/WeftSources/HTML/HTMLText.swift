/// HTML that is the text of a field: a title with entities and tags, a body with relative links.
public enum HTMLText {
  /// The text that the HTML shows, on one line: references that end with a semicolon decoded once, tags and comments of
  /// HTML dropped, white space collapsed. A `<` that begins no tag is text.
  public static func plain(_ html: String) -> String {
    var html = html
    // Most titles hold nothing to do.
    return html.withUTF8 { isPlain($0) ? nil : shown($0) } ?? html
  }

  /// The same of bytes of UTF-8 without white space and control characters at their ends; nil where nothing is left.
  static func trimmedPlain(_ html: Span<UInt8>) -> String? {
    html.withUnsafeBufferPointer { bytes in
      let bytes = FieldText.trimmed(bytes)
      let text = isPlain(bytes) ? String(decoding: bytes, as: UTF8.self) : shown(bytes)
      return text.isEmpty ? nil : text
    }
  }

  /// The same of bytes of UTF-8; nil where nothing is left.
  public static func plain(_ html: Span<UInt8>) -> String? {
    html.withUnsafeBufferPointer { bytes in
      let text = isPlain(bytes) ? String(decoding: bytes, as: UTF8.self) : shown(bytes)
      return text.isEmpty ? nil : text
    }
  }

  private static func shown(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case 0x3C:
        if let tag = HTMLTag(in: bytes, at: index) {
          if tag.separatesWords { result.append(0x20) }
          index = tag.hidesContent ? HTMLTag.endOfHidden(in: bytes, from: tag.end) : tag.end
          continue
        }
        result.append(0x3C)
        index += 1
      case 0x26:
        if let (text, end) = CharacterReference.read(in: bytes, at: index) {
          result.append(contentsOf: text.utf8)
          index = end
        } else {
          result.append(0x26)
          index += 1
        }
      default:
        // What is only text is copied in one piece.
        let start = index
        while index < bytes.count, bytes[index] != 0x3C, bytes[index] != 0x26 { index += 1 }
        result.append(contentsOf: bytes[start..<index])
      }
    }
    return result.withUnsafeBufferPointer(collapsed)
  }

  /// There is no tag, no reference and no white space to collapse.
  static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    let count = bytes.count
    guard count >= 8 else { return isPlainByBytes(bytes) }
    var isAfterSpace = true
    var index = 0
    // Eight bytes at once; a mark is the highest bit of its byte.
    while true {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
      // Not zero where a byte is below a space: such a byte borrows into its highest bit.
      let controls = (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080
      let spaces = zeros(word ^ 0x2020_2020_2020_2020)
      let doubled = spaces & (spaces &<< 8 | (isAfterSpace ? 0x80 : 0))
      if controls | doubled | zeros(word ^ 0x3C3C_3C3C_3C3C_3C3C) != 0 { return false }
      var ampersands = zeros(word ^ 0x2626_2626_2626_2626)
      while ampersands != 0 {
        if CharacterReference.read(in: bytes, at: index &+ ampersands.trailingZeroBitCount / 8) != nil { return false }
        ampersands &= ampersands &- 1
      }
      if index == count &- 8 { return spaces >> 63 == 0 }
      index &+= 8
      isAfterSpace = spaces >> 63 == 1
      if index > count &- 8 {
        // The last eight, some of which were looked at before.
        index = count &- 8
        isAfterSpace = bytes[index &- 1] == 0x20
      }
    }
  }

  /// The same byte after byte.
  static func isPlainByBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var isAfterSpace = true
    for index in bytes.indices {
      let byte = bytes[index]
      switch byte {
      case 0x20: if isAfterSpace { return false }
      case 0x3C, ..<0x20: return false
      case 0x26: if CharacterReference.read(in: bytes, at: index) != nil { return false }
      default: break
      }
      isAfterSpace = byte == 0x20
    }
    return bytes.isEmpty || !isAfterSpace
  }

  /// The highest bit of each byte that is zero, exactly.
  @inline(__always) private static func zeros(_ word: UInt64) -> UInt64 {
    ~((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F | word) & 0x8080_8080_8080_8080
  }

  /// The text with references that end with a semicolon decoded once, and nothing else changed.
  public static func decoded(_ text: String) -> String {
    guard text.utf8.contains(0x26) else { return text }
    var text = text
    return text.withUTF8 { bytes in
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count)
      var index = 0
      while index < bytes.count {
        if bytes[index] == 0x26, let (text, end) = CharacterReference.read(in: bytes, at: index) {
          result.append(contentsOf: text.utf8)
          index = end
        } else {
          result.append(bytes[index])
          index += 1
        }
      }
      return String(decoding: result, as: UTF8.self)
    }
  }

  /// The text with runs of white space as one space, none at either end. A no-break space stays: it is no white space
  /// of HTML.
  public static func collapsed(_ text: String) -> String {
    var text = text
    return text.withUTF8 { isCollapsed($0) ? nil : collapsed($0) } ?? text
  }

  private static func isCollapsed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var isAfterSpace = true
    for byte in bytes {
      if byte >= 0x09 && byte <= 0x0D { return false }
      if byte == 0x20, isAfterSpace { return false }
      isAfterSpace = byte == 0x20
    }
    return bytes.isEmpty || !isAfterSpace
  }

  private static func collapsed(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(unsafeUninitializedCapacity: max(1, bytes.count)) { buffer in
      var count = 0
      var isPending = false
      for byte in bytes {
        if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) {
          isPending = count > 0
        } else {
          if isPending {
            buffer[count] = 0x20
            count += 1
            isPending = false
          }
          buffer[count] = byte
          count += 1
        }
      }
      return count
    }
  }
}
