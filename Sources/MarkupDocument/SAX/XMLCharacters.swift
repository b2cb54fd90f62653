/// Takes out of a document what no XML document may hold (XML 1.0 sections 2.2 and 2.11).
enum XMLCharacters {
  /// The bytes as UTF-8 without control characters, with `LF` for every line end; most documents are so already and
  /// are not copied.
  static func cleaned(_ bytes: [UInt8], repairs: inout SAXRepairs) -> [UInt8] {
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

  /// The first byte below a space that is neither a tab nor a line feed, looked for 32 bytes at a time.
  private static func firstControl(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { raw in
      var index = 0
      while index + 32 <= raw.count {
        let vector = raw.loadUnaligned(fromByteOffset: index, as: SIMD32<UInt8>.self)
        let controls = (vector .< 0x20) .& (vector .!= 0x0A) .& (vector .!= 0x09)
        if any(controls) { break }
        index += 32
      }
      while index < raw.count {
        if raw[index] < 0x20, raw[index] != 0x0A, raw[index] != 0x09 { return index }
        index += 1
      }
      return nil
    }
  }
}
