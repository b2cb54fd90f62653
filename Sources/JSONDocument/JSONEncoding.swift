/// Brings a JSON text to UTF-8.
///
/// A byte order mark decides; without one, the places of the zero bytes do (RFC 4627 section 3), since a JSON text
/// begins with an ASCII character.
enum JSONEncoding {
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    let head = (at(0, bytes), at(1, bytes), at(2, bytes), at(3, bytes))
    switch head {
    case (0xEF, 0xBB, 0xBF, _): return Array(bytes.dropFirst(3))
    case (0xFF, 0xFE, 0x00, 0x00): return utf32(bytes.dropFirst(4), bigEndian: false)
    case (0x00, 0x00, 0xFE, 0xFF): return utf32(bytes.dropFirst(4), bigEndian: true)
    case (0xFF, 0xFE, _, _): return utf16(bytes.dropFirst(2), bigEndian: false)
    case (0xFE, 0xFF, _, _): return utf16(bytes.dropFirst(2), bigEndian: true)
    case (0x00, 0x00, 0x00, (0x01...0x7F)?): return utf32(bytes[...], bigEndian: true)
    case ((0x01...0x7F)?, 0x00, 0x00, 0x00): return utf32(bytes[...], bigEndian: false)
    case (0x00, (0x01...0x7F)?, 0x00, _): return utf16(bytes[...], bigEndian: true)
    case ((0x01...0x7F)?, 0x00, _, 0x00): return utf16(bytes[...], bigEndian: false)
    default: return bytes
    }
  }

  /// The text with U+FFFD for what is not UTF-8.
  static func repaired(_ bytes: [UInt8]) -> [UInt8] { Array(String(decoding: bytes, as: UTF8.self).utf8) }

  private static func at(_ index: Int, _ bytes: [UInt8]) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private static func utf16(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2 + 1)
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(bigEndian ? first << 8 | second : second << 8 | first)
      index += 2
    }
    // An odd byte at the end is half a character.
    if index < bytes.endIndex { units.append(0xFFFD) }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func utf32(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> [UInt8] {
    var text = ""
    var index = bytes.startIndex
    while index < bytes.endIndex {
      var value: UInt32 = 0
      for place in 0..<4 where index + place < bytes.endIndex {
        let byte = UInt32(bytes[index + place])
        value |= byte << UInt32(8 * (bigEndian ? 3 - place : place))
      }
      text.unicodeScalars.append(Unicode.Scalar(index + 3 < bytes.endIndex ? value : 0xFFFD) ?? "\u{FFFD}")
      index += 4
    }
    return Array(text.utf8)
  }
}
