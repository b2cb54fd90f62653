import URIs
import WeftModel

/// The identity of an address: a hash of its canonical form.
enum AddressHash {
  /// A hash of `canonicalURL`; addresses that are canonical already, as most are, are hashed where they stand.
  static func of(_ address: String, stripQuery: [String]) -> UInt64 {
    let plain = address.utf8.withContiguousStorageIfAvailable { AddressBytes($0).plainHash ?? 0 } ?? 0
    return plain != 0 ? plain : ofCanonical(address, stripQuery)
  }

  /// The same of an id, where it is a URI (RFC 3986 section 4.3: a scheme, a colon, and something behind it), else `nil`.
  static func ofURI(_ id: String, stripQuery: [String]) -> UInt64? {
    let plain = id.utf8.withContiguousStorageIfAvailable { bytes -> UInt64? in
      let bytes = AddressBytes(bytes)
      return bytes.isURI ? bytes.plainHash ?? 0 : nil
    }
    switch plain {
    case .some(.none): return nil
    case .some(.some(let hash)) where hash != 0: return hash
    default:
      var text = id
      return text.withUTF8 { AddressBytes($0).isURI } ? ofCanonical(id, stripQuery) : nil
    }
  }

  private static func ofCanonical(_ address: String, _ stripQuery: [String]) -> UInt64 {
    var canonical = canonicalURL(address, stripQuery: stripQuery)
    return canonical.withUTF8 { AddressBytes($0).hash(from: 0) }
  }
}

/// The bytes of an address, as long as somebody lends them.
private struct AddressBytes {
  private let start: UnsafeRawPointer
  private let count: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let bytes = UnsafeRawBufferPointer(bytes)
    // An empty text has no address of its own; none of its bytes is read.
    start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    count = bytes.count
  }

  /// The byte at an index below `count`.
  @inline(__always)
  private subscript(_ index: Int) -> UInt8 { start.load(fromByteOffset: index, as: UInt8.self) }

  /// The hash of the bytes from there on.
  func hash(from index: Int) -> UInt64 {
    var hash = ContentHash(seed: 3)
    hash.combine(UnsafeRawBufferPointer(start: start + index, count: count &- index))
    return hash.value
  }

  /// A scheme, a colon, and something behind it.
  var isURI: Bool {
    guard count > 2, ByteSet.letters.contains(self[0]) else { return false }
    var index = 1
    while index < count, ByteSet.scheme.contains(self[index]) { index &+= 1 }
    return index < count &- 1 && self[index] == UInt8(ascii: ":")
  }

  /// The hash of the canonical form, of an address that only has to lose its scheme; `nil`: it needs more than that.
  var plainHash: UInt64? {
    guard count > 8 else { return nil }
    let scheme = start.loadUnaligned(as: UInt64.self).bigEndian
    // "tag:" and "urn:", as many feeds have them for ids: no address, so taken as written.
    if scheme >> 32 == 0x7461_673A || scheme >> 32 == 0x7572_6E3A { return isVisible ? hash(from: 0) : nil }
    let host: Int
    if scheme == 0x6874_7470_733A_2F2F {
      host = 8
    } else if scheme >> 8 == 0x68_7474_703A_2F2F {
      host = 7
    } else {
      return nil
    }
    var index = host
    while index &+ 8 <= count, Octets(start + index).areHost { index &+= 8 }
    while index < count, ByteSet.host.contains(self[index]) { index &+= 1 }
    guard index > host, index < count, self[index] == UInt8(ascii: "/") else { return nil }
    // A host that ends with a dot or a digit may be written in another way too.
    guard self[index &- 1] >= UInt8(ascii: "a") else { return nil }
    return isPlainPath(from: index) ? hash(from: host &- 2) : nil
  }

  /// Nothing has to be trimmed.
  private var isVisible: Bool {
    var index = 0
    while index &+ 8 <= count {
      guard Octets(start + index).areVisible else { return false }
      index &+= 8
    }
    while index < count {
      guard self[index] > 0x20 else { return false }
      index &+= 1
    }
    return true
  }

  /// Nothing is escaped or to be escaped, no segment begins with a dot, no query and no fragment follow.
  ///
  /// - Parameter slash: where the path begins; there is something before it.
  private func isPlainPath(from slash: Int) -> Bool {
    var index = slash
    while index &+ 8 <= count {
      let octets = Octets(start + index)
      guard octets.arePath, !octets.hasDot(after: Octets(start + (index &- 1))) else { return false }
      index &+= 8
    }
    while index < count {
      let isHidden = self[index] == UInt8(ascii: ".") && self[index &- 1] == UInt8(ascii: "/")
      guard ByteSet.path.contains(self[index]), !isHidden else { return false }
      index &+= 1
    }
    return true
  }
}

/// Eight bytes of text, looked at side by side in one register (Swift's SIMD types compare lane by lane).
private struct Octets {
  private let word: UInt64

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  @inline(__always)
  init(_ bytes: UnsafeRawPointer) { word = bytes.loadUnaligned(as: UInt64.self) }

  /// The top bit of each byte that lies in the range; for ASCII bytes.
  @inline(__always)
  private static func inRange(_ word: UInt64, _ low: UInt64, _ high: UInt64) -> UInt64 {
    (word &+ (0x80 &- low) &* ones) & ~(word &+ (0x7F &- high) &* ones) & tops
  }

  private var isASCII: Bool { word & Self.tops == 0 }

  /// As `ByteSet.host`.
  @inline(__always)
  var areHost: Bool {
    isASCII
      && Self.inRange(word, 0x61, 0x7A) | Self.inRange(word, 0x30, 0x39) | Self.inRange(word, 0x2D, 0x2E) == Self.tops
  }

  /// As `ByteSet.path`.
  @inline(__always)
  var arePath: Bool {
    let letters = Self.inRange(word | 0x20 &* Self.ones, 0x61, 0x7A)
    let rest = Self.inRange(word, 0x2D, 0x39) | Self.inRange(word, 0x5F, 0x5F) | Self.inRange(word, 0x7E, 0x7E)
    return isASCII && letters | rest == Self.tops
  }

  /// A dot stands behind a slash, both ASCII; `before` begins one byte earlier.
  @inline(__always)
  func hasDot(after before: Octets) -> Bool {
    Self.inRange(word, 0x2E, 0x2E) & Self.inRange(before.word, 0x2F, 0x2F) != 0
  }

  /// No byte is a space or a control character.
  @inline(__always)
  var areVisible: Bool { (word &- 0x21 &* Self.ones) & ~word & Self.tops == 0 }
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
