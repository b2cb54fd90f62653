import URIs
import WeftModel

/// The identity of an address: a hash of its canonical form.
enum AddressHash {
  /// A hash of `canonicalURL`; addresses that are canonical already, as most are, are hashed where they stand.
  static func of(_ address: String, stripQuery: [String]) -> UInt64 {
    var address = address
    let plain: UInt64? = address.withUTF8 { bytes in
      guard let start = canonicalStart(of: bytes) else { return nil }
      return hash(of: bytes[start...])
    }
    if let plain { return plain }
    var canonical = canonicalURL(address, stripQuery: stripQuery)
    return canonical.withUTF8 { hash(of: $0[...]) }
  }

  /// Where the canonical form starts in an address that only has to lose its scheme; `nil`: it needs more than that.
  private static func canonicalStart(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    if isPlainName(bytes) { return 0 }
    var index = 0
    for byte in "http".utf8 {
      guard index < bytes.count, bytes[index] == byte else { return nil }
      index += 1
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: "s") { index += 1 }
    for byte in "://".utf8 {
      guard index < bytes.count, bytes[index] == byte else { return nil }
      index += 1
    }
    let start = index - 2
    let host = index
    while index < bytes.count, isPlainHost(bytes[index]) { index += 1 }
    guard index > host, index < bytes.count, bytes[index] == UInt8(ascii: "/") else { return nil }
    // A host that ends with a dot or a digit may be written in another way too.
    guard bytes[index - 1] >= UInt8(ascii: "a") else { return nil }
    var last: UInt8 = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard isPlainPath(byte), !(byte == UInt8(ascii: ".") && last == UInt8(ascii: "/")) else { return nil }
      last = byte
      index += 1
    }
    return start
  }

  /// `tag:` and `urn:`, as many feeds have them for ids, without anything to trim: no address, so taken as written.
  private static func isPlainName(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count > 4, bytes.starts(with: "tag:".utf8) || bytes.starts(with: "urn:".utf8) else { return false }
    return bytes.allSatisfy { $0 > 0x20 }
  }

  private static func isPlainHost(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  private static func isPlainPath(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      || byte >= UInt8(ascii: "-") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "~")
  }

  private static func hash(of bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64 {
    var hash = ContentHash(seed: 3)
    var word: UInt64 = 0
    var length = 0
    for byte in bytes {
      word = word << 8 | UInt64(byte)
      length &+= 1
      if length & 7 == 0 {
        hash.combine(word)
        word = 0
      }
    }
    hash.combine(word)
    hash.combine(UInt64(length))
    return hash.value
  }
}
