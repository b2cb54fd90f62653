import URIs

/// Addresses of the outside world, for pages of ours.
public enum SafeAddress {
  /// The address of a link, absolute: http, https or mailto; `nil` for anything else.
  ///
  /// - Parameter base: what a relative address is relative to; `nil`: those are refused.
  public static func link(_ text: String, base: String? = nil) -> String? {
    absolute(text, base, schemes: ["http", "https", "mailto"])
  }

  /// The address of a picture, absolute: http or https; `nil` for anything else.
  public static func picture(_ text: String, base: String? = nil) -> String? {
    absolute(text, base, schemes: ["http", "https"])
  }

  private static let longest = 8_192

  private static func absolute(_ text: String, _ base: String?, schemes: Set<String>) -> String? {
    guard text.utf8.count <= longest else { return nil }
    // As browsers do (URL standard, basic URL parser): tabs and line ends go anywhere, controls and blanks at the ends.
    // Other controls have no place in an address at all.
    var scalars = text.unicodeScalars.filter { $0 != "\t" && $0 != "\n" && $0 != "\r" }[...]
    while let first = scalars.first, first.value <= 0x20 { scalars.removeFirst() }
    while let last = scalars.last, last.value <= 0x20 { scalars.removeLast() }
    guard !scalars.isEmpty, !scalars.contains(where: { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }) else {
      return nil
    }
    var clean = String.UnicodeScalarView()
    clean.append(contentsOf: scalars)
    var address = String(clean)
    if URIReference(address).scheme == nil {
      // A colon before any slash is a scheme to somebody; one that RFC 3986 does not know is none of ours.
      let head = address.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      guard !head.contains(":"), let base, !base.isEmpty else { return nil }
      address = resolve(address, against: base)
    }
    let parts = URIReference(address)
    guard let scheme = parts.scheme?.lowercased(), schemes.contains(scheme) else { return nil }
    if scheme == "mailto" {
      guard parts.authority == nil, parts.path.contains("@") else { return nil }
    } else {
      guard let authority = parts.authority, !authority.isEmpty, Origin(of: address) != nil else { return nil }
    }
    return encoded(address)
  }

  /// Percent-encodes what no URI holds (RFC 3986 section 2), so that nothing in it can end an attribute or a line.
  private static func encoded(_ address: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in address.utf8 {
      switch byte {
      case 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D, 0...0x20, 0x7F...:
        bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
