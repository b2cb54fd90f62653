/// Addresses as text, made fit for formats that are stricter than the sources were.
enum WebAddress {
  /// What no URI holds (RFC 3986 section 2), beside blanks, controls and what is not ASCII.
  private static let forbidden = Set("<>\"{}|\\^`".utf8)

  /// The address with everything percent-encoded that no URI holds; what is already encoded stays.
  static func encoded(_ address: String) -> String {
    encoded(address) { $0 > 0x20 && $0 < 0x7F && !forbidden.contains($0) }
  }

  /// The text percent-encoded but for unreserved characters (RFC 3986 section 2.3).
  static func component(_ text: String) -> String {
    encoded(text) { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
      default: false
      }
    }
  }

  /// The text is an absolute IRI: a scheme (RFC 3986 section 3.1), a colon and more, without blanks.
  static func isAbsoluteIRI(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: 0x3A), let first = text.utf8.first else { return false }
    let isLetter = { (byte: UInt8) in (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }
    guard isLetter(first), text.utf8.index(after: colon) < text.utf8.endIndex else { return false }
    let isScheme = text.utf8[..<colon].allSatisfy {
      isLetter($0) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
    }
    return isScheme && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !forbidden.contains($0) }
  }

  private static func encoded(_ text: String, keeps: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    var result = String.UnicodeScalarView()
    for byte in text.utf8 {
      if keeps(byte) {
        result.append(Unicode.Scalar(byte))
      } else {
        result.append(contentsOf: ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]])
      }
    }
    return String(result)
  }
}
