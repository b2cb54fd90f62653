/// Base64 (RFC 4648 section 4), as Atom uses it.
enum Base64 {
  /// The text that is encoded; `nil` where it is not Base64 of UTF-8: short words look like it ("test", "news").
  static func text(_ encoded: String) -> String? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    var padding = 0
    for byte in encoded.utf8 where byte > 0x20 {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(byte) else { return nil }
      bits = bits << 6 | value
      count += 1
      if count % 4 == 0 {
        bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
        bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
        bytes.append(UInt8(truncatingIfNeeded: bits))
        bits = 0
      }
    }
    guard padding <= 2, (count + padding) % 4 == 0, count > 0 else { return nil }
    if count % 4 == 3 {
      bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
    } else if count % 4 == 2 {
      bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
    }
    guard let text = String(validating: bytes, as: UTF8.self),
      text.unicodeScalars.allSatisfy({ $0.value >= 0x20 || $0 == "\n" || $0 == "\t" || $0 == "\r" })
    else { return nil }
    return text
  }

  private static func value(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
