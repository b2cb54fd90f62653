import URIs
import WeftModel

/// The identity of an address: a hash of its canonical form.
enum AddressHash {
  /// A hash of `canonicalURL`; addresses that are canonical already, as most are, are hashed where they stand.
  static func of(_ address: String, stripQuery: [String]) -> UInt64 {
    let plain = address.utf8.withContiguousStorageIfAvailable { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      return plainStart(of: bytes).map { hash(of: UnsafeRawBufferPointer(rebasing: bytes[$0...])) }
    }
    return plain.flatMap(\.self) ?? ofCanonical(address, stripQuery)
  }

  /// The same of an id, where it is a URI (RFC 3986 section 4.3: a scheme, a colon, and something behind it), else `nil`.
  static func ofURI(_ id: String, stripQuery: [String]) -> UInt64? {
    let known: UInt64?? = id.utf8.withContiguousStorageIfAvailable { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      guard isURI(bytes) else { return 0 }
      return plainStart(of: bytes).map { hash(of: UnsafeRawBufferPointer(rebasing: bytes[$0...])) }
    }
    if let hash = known.flatMap(\.self) { return hash == 0 ? nil : hash }
    var text = id
    guard text.withUTF8({ isURI(UnsafeRawBufferPointer($0)) }) else { return nil }
    return ofCanonical(id, stripQuery)
  }

  private static func ofCanonical(_ address: String, _ stripQuery: [String]) -> UInt64 {
    var canonical = canonicalURL(address, stripQuery: stripQuery)
    return canonical.withUTF8 { hash(of: UnsafeRawBufferPointer($0)) }
  }

  private static func hash(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = ContentHash(seed: 3)
    hash.combine(bytes)
    return hash.value
  }

  private static func isURI(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count > 2, ByteSet.letters.contains(bytes[0]) else { return false }
    var index = 1
    while index < bytes.count, ByteSet.scheme.contains(bytes[index]) { index &+= 1 }
    return index < bytes.count &- 1 && bytes[index] == UInt8(ascii: ":")
  }

  /// Where the canonical form starts in an address that only has to lose its scheme; `nil`: it needs more than that.
  private static func plainStart(of bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count > 8 else { return nil }
    let start = bytes.loadUnaligned(as: UInt64.self).bigEndian
    if start >> 32 == 0x7461_673A || start >> 32 == 0x7572_6E3A { return isPlainName(bytes) ? 0 : nil }
    let host: Int
    if start == 0x6874_7470_733A_2F2F {
      host = 8
    } else if start >> 8 == 0x68_7474_703A_2F2F {
      host = 7
    } else {
      return nil
    }
    var index = host
    while index < bytes.count, ByteSet.host.contains(bytes[index]) { index &+= 1 }
    guard index > host, index < bytes.count, bytes[index] == UInt8(ascii: "/") else { return nil }
    // A host that ends with a dot or a digit may be written in another way too.
    guard bytes[index &- 1] >= UInt8(ascii: "a") else { return nil }
    return isPlainPath(bytes, from: index) ? host &- 2 : nil
  }

  /// `tag:` and `urn:`, as many feeds have them for ids, without anything to trim: no address, so taken as written.
  private static func isPlainName(_ bytes: UnsafeRawBufferPointer) -> Bool {
    for byte in bytes where byte <= 0x20 { return false }
    return true
  }

  /// Nothing is escaped or to be escaped, no segment begins with a dot, no query and no fragment follow.
  private static func isPlainPath(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
    var last: UInt8 = 0
    for index in start..<bytes.count {
      let byte = bytes[index]
      guard ByteSet.path.contains(byte), !(byte == UInt8(ascii: ".") && last == UInt8(ascii: "/")) else {
        return false
      }
      last = byte
    }
    return true
  }
}

/// A set of ASCII characters, a bit for each.
private struct ByteSet {
  let low: UInt64
  let high: UInt64

  /// A–Z, a–z.
  static let letters = ByteSet(low: 0, high: 0x07FF_FFFE_07FF_FFFE)
  /// Letters, digits, `+`, `-`, `.` (RFC 3986 section 3.1).
  static let scheme = ByteSet(low: 0x03FF_6800_0000_0000, high: 0x07FF_FFFE_07FF_FFFE)
  /// a–z, digits, `-`, `.`.
  static let host = ByteSet(low: 0x03FF_6000_0000_0000, high: 0x07FF_FFFE_0000_0000)
  /// Letters, digits, `-`, `.`, `/`, `_`, `~`.
  static let path = ByteSet(low: 0x03FF_E000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 == 1
  }
}
