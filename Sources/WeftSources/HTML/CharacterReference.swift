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
      return (String(Character(scalar(value))), index + 1)
    }
    let first = index
    while index < bytes.count, index - first <= NamedCharacterReferences.maximalLength, isAlphanumeric(bytes[index]) {
      index += 1
    }
    guard index > first, index < bytes.count, bytes[index] == UInt8(ascii: ";") else { return nil }
    let name = String(decoding: UnsafeBufferPointer(rebasing: bytes[first..<index]), as: UTF8.self)
    return NamedCharacterReferences.text(for: name).map { ($0, index + 1) }
  }

  /// The scalar that a number means: 128 to 159 are windows-1252 (WHATWG HTML section 13.2.5.80), what is none is U+FFFD.
  private static func scalar(_ value: UInt32) -> Unicode.Scalar {
    if value >= 0x80, value < 0xA0, let scalar = Unicode.Scalar(windows1252[Int(value) - 0x80]) { return scalar }
    if value == 0 { return "\u{FFFD}" }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private static let windows1252: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E,
    0x178,
  ]

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
