/// The text in UTF-8. Bytes that are not of the charset become U+FFFD and spoil nothing behind them.
///
/// A byte order mark at the start is dropped. Well-formed UTF-8 without one comes back uncopied.
public func toUTF8(_ bytes: [UInt8], from charset: Charset) -> [UInt8] {
  switch charset.name {
  case "utf-8":
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return repairUTF8(Array(bytes.dropFirst(3))) }
    return repairUTF8(bytes)
  case "utf-16le": return WideText.utf16(bytes, isBigEndian: false)
  case "utf-16be": return WideText.utf16(bytes, isBigEndian: true)
  case "utf-32le": return WideText.utf32(bytes, isBigEndian: false)
  case "utf-32be": return WideText.utf32(bytes, isBigEndian: true)
  case "windows-1252": return Windows1252.toUTF8(bytes)
  case "x-user-defined": return WideText.userDefined(bytes)
  case "replacement": return bytes.isEmpty ? [] : [0xEF, 0xBF, 0xBD]
  default:
    if isASCII(bytes) && charset.name != "iso-2022-jp" { return bytes }
    guard let converter = Converter(charset) else { return Windows1252.toUTF8(bytes) }
    return converter.convert(bytes)
  }
}

private func isASCII(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 < 0x80 } }

/// The encoding that has a table of its own, because it is the web's default and the C library leaves five of its bytes
/// undefined that the Encoding Standard maps.
enum Windows1252 {
  private static let high: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]

  static func toUTF8(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + bytes.count / 4)
    for byte in bytes {
      if byte < 0x80 {
        output.append(byte)
      } else {
        output.appendUTF8(byte < 0xA0 ? high[Int(byte - 0x80)] : UInt32(byte))
      }
    }
    return output
  }
}

extension [UInt8] {
  /// The UTF-8 of a code point; U+FFFD for a surrogate or a number beyond Unicode.
  mutating func appendUTF8(_ value: UInt32) {
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
