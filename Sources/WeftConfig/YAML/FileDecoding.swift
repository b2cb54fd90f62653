/// The way from a file's bytes to UTF-8 text: byte order marks, UTF-16, and what is no text at all.
enum FileDecoding {
  /// The longest file that is read, in bytes.
  static let longestFile = 16 << 20

  /// Why bytes are not the text of a configuration.
  struct Problem: Error {
    /// The byte at which reading ended.
    var offset: Int
    var message: String
    var hint: String?
  }

  /// The bytes as UTF-8 without a byte order mark.
  static func decode(_ bytes: [UInt8]) throws(Problem) -> [UInt8] {
    guard bytes.count <= longestFile else {
      throw Problem(offset: 0, message: "the file is larger than 16 MiB, which no configuration needs")
    }
    // YAML 1.2 section 5.2: a byte order mark decides; without one, a NUL beside an ASCII letter tells UTF-16.
    if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes, from: 2, littleEndian: true) }
    if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes, from: 2, littleEndian: false) }
    if bytes.count >= 2, bytes[0] != 0, bytes[0] < 0x80, bytes[1] == 0, bytes.count % 2 == 0 {
      return try utf16(bytes, from: 0, littleEndian: true)
    }
    if bytes.count >= 2, bytes[0] == 0, bytes[1] != 0, bytes[1] < 0x80, bytes.count % 2 == 0 {
      return try utf16(bytes, from: 0, littleEndian: false)
    }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if let offset = firstInvalidByte(text) {
      let byte = String(text[offset], radix: 16, uppercase: true)
      throw Problem(
        offset: offset,
        message: "the file is not UTF-8: byte 0x\(byte.count < 2 ? "0" : "")\(byte) at offset "
          + "\(offset + bytes.count - text.count)",
        hint: "save the file as UTF-8")
    }
    return text
  }

  private static func firstInvalidByte(_ bytes: [UInt8]) -> Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  private static func utf16(_ bytes: [UInt8], from start: Int, littleEndian: Bool) throws(Problem) -> [UInt8] {
    guard bytes.count % 2 == 0 else {
      throw Problem(offset: 0, message: "the file is UTF-16 with half a character at its end")
    }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for offset in Swift.stride(from: start, to: bytes.count, by: 2) {
      let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
      units.append(littleEndian ? second << 8 | first : first << 8 | second)
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw Problem(offset: 0, message: "the file is not UTF-16: half of a surrogate pair", hint: "save it as UTF-8")
    }
    return Array(text.utf8)
  }
}
