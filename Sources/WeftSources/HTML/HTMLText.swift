/// HTML that is the text of a field: a title with entities and tags, a body with relative links.
public enum HTMLText {
  /// The text that the HTML shows, on one line: references that end with a semicolon decoded once, tags and comments of
  /// HTML dropped, white space collapsed. A `<` that begins no tag is text.
  public static func plain(_ html: String) -> String {
    var html = html
    let changed: String? = html.withUTF8 { bytes in
      // Most titles hold nothing to do.
      if isPlain(bytes) { return nil }
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
    return changed ?? html
  }

  /// There is no tag, no reference and no white space to collapse.
  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var isAfterSpace = true
    for index in bytes.indices {
      let byte = bytes[index]
      if byte > 0x3C {
        isAfterSpace = false
        continue
      }
      switch byte {
      case 0x20:
        if isAfterSpace { return false }
        isAfterSpace = true
        continue
      case 0x3C, ..<0x20: return false
      case 0x26: if CharacterReference.read(in: bytes, at: index) != nil { return false }
      default: break
      }
      isAfterSpace = false
    }
    return bytes.isEmpty || !isAfterSpace
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
