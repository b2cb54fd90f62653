import CharacterReferences

/// One character reference of HTML: `&amp;`, `&#8217;`, `&#x27;`.
public enum CharacterReference {
  /// Reads the reference that begins at `&`.
  ///
  /// A reference counts only with its semicolon: `Cloak&Dagger` and `?a=1&copy=2` hold none.
  /// - Returns: its text and the index behind the semicolon; `nil` where there is none.
  public static func read(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> (text: String, end: Int)? {
    var index = start + 1
    guard index < bytes.count else { return nil }
    if bytes[index] == UInt8(ascii: "#") {
      index += 1
      var radix: UInt32 = 10
      if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "x") {
        radix = 16
        index += 1
      }
      var value: UInt32 = 0
      let first = index
      while index < bytes.count, let digit = digit(bytes[index]), digit < radix {
        value = min(value &* radix &+ digit, 0x11_0000)
        index += 1
      }
      guard index > first, index < bytes.count, bytes[index] == UInt8(ascii: ";") else { return nil }
      return (String(Character(scalar(HTMLCharacterReferences.scalar(numbered: value)))), index + 1)
    }
    let first = index
    while index < bytes.count, index - first <= HTMLCharacterReferences.longestName, isAlphanumeric(bytes[index]) {
      index += 1
    }
    guard index > first, index < bytes.count, bytes[index] == UInt8(ascii: ";") else { return nil }
    guard let found = HTMLCharacterReferences.named(UnsafeBufferPointer(rebasing: bytes[first..<index])) else {
      return nil
    }
    var text = String(Character(scalar(found.first)))
    if found.second != 0 { text.unicodeScalars.append(scalar(found.second)) }
    return (text, index + 1)
  }

  private static func scalar(_ value: UInt32) -> Unicode.Scalar { Unicode.Scalar(value) ?? "\u{FFFD}" }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x37)
    case 0x61...0x66: UInt32(byte - 0x57)
    default: nil
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
