/// Encodings whose unit is two or four bytes, and the one that maps bytes to the private use area.
enum WideText {
  static func utf16(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    let unit = { (index: Int) -> UInt32 in
      let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var index = 0
    if bytes.count >= 2, unit(0) == 0xFEFF { index = 2 }
    while index + 1 < bytes.count {
      let value = unit(index)
      index += 2
      if value & 0xFC00 == 0xD800, index + 1 < bytes.count, unit(index) & 0xFC00 == 0xDC00 {
        output.appendUTF8(0x10000 + (value & 0x3FF) << 10 + unit(index) & 0x3FF)
        index += 2
      } else {
        output.appendUTF8(value)
      }
    }
    if index < bytes.count { output.appendUTF8(0xFFFD) }
    return output
  }

  static func utf32(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count / 2)
    var index = 0
    while index + 3 < bytes.count {
      var value: UInt32 = 0
      for offset in 0..<4 { value = value << 8 | UInt32(bytes[index + (isBigEndian ? offset : 3 - offset)]) }
      if index > 0 || value != 0xFEFF { output.appendUTF8(value) }
      index += 4
    }
    if index < bytes.count { output.appendUTF8(0xFFFD) }
    return output
  }

  /// Encoding Standard section 14.5.
  static func userDefined(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    for byte in bytes { output.appendUTF8(byte < 0x80 ? UInt32(byte) : 0xF780 + UInt32(byte - 0x80)) }
    return output
  }
}
