internal import CBytes

/// Takes out of a document what no XML document may hold (XML 1.0 sections 2.2 and 2.11).
enum XMLCharacters {
  /// The bytes as UTF-8 without control characters, with `LF` for every line end; most documents are so already and
  /// are not copied.
  static func cleaned(_ bytes: [UInt8], repairs: inout SAXRepairs) -> [UInt8] {
    // Many documents are plain ASCII.
    let isClean = bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { weft_is_clean($0, buffer.count) } ?? true
    }
    if isClean { return bytes }
    var result = bytes
    if !isUTF8(bytes) { result = Array(String(decoding: bytes, as: UTF8.self).utf8) }
    guard let first = firstControl(in: result) else { return result }
    var isReturnOnly = true
    var kept = Array(result[..<first])
    kept.reserveCapacity(result.count)
    var index = first
    while index < result.count {
      let byte = result[index]
      index += 1
      switch byte {
      case 0x0D:
        kept.append(0x0A)
        if index < result.count, result[index] == 0x0A { index += 1 }
      case 0x09, 0x0A, 0x20...: kept.append(byte)
      default: isReturnOnly = false
      }
    }
    if !isReturnOnly { repairs.insert(.controlCharacters) }
    return kept
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool { (try? UTF8Span(validating: bytes.span)) != nil }

  /// The first byte below a space that is neither a tab nor a line feed; looked for in words of eight bytes.
  private static func firstControl(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { raw in
      var index = 0
      while index &+ 32 <= raw.count {
        let found =
          controls(raw, index) | controls(raw, index &+ 8) | controls(raw, index &+ 16) | controls(raw, index &+ 24)
        if found != 0 {
          for place in index..<(index &+ 32) where isControl(raw[place]) { return place }
        }
        index &+= 32
      }
      return raw[index...].firstIndex(where: isControl)
    }
  }

  /// Not zero where one of eight bytes may be a control: a byte below 0x20 borrows into its highest bit. A borrow from
  /// the byte before, or a tab, may set a bit too many; none is ever missing.
  @inline(__always) private static func controls(_ raw: UnsafeRawBufferPointer, _ index: Int) -> UInt64 {
    let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    let low = (word &- 0x2020_2020_2020_2020) & ~word
    // The highest bit of each byte that is a line feed, exactly.
    let feeds = word ^ 0x0A0A_0A0A_0A0A_0A0A
    let isFeed = ~((feeds & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F | feeds)
    return low & ~isFeed & 0x8080_8080_8080_8080
  }

  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x0A && byte != 0x09 }
}
