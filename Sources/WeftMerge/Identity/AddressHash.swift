import CBytes
import URIs
import WeftModel
import WeftPaging

/// The identity of an address: a hash of its canonical form.
enum AddressHash {
  /// A hash of `canonicalURL`; addresses that are canonical already, as most are, are hashed where they stand.
  @inline(__always)
  static func of(_ address: String, stripQuery: [String]) -> UInt64 {
    let plain = address.utf8.withContiguousStorageIfAvailable { AddressBytes($0).plainHash } ?? 0
    return plain != 0 ? plain : ofCanonical(address, stripQuery)
  }

  /// The same of an id, where it is a URI (RFC 3986 section 4.3: a scheme, a colon, and something behind it), else 0.
  ///
  /// - Parameter own: the hash of the id as `ItemIdentity.ids` has it.
  static func ofURI(_ id: String, own: UInt64, stripQuery: [String]) -> UInt64 {
    let plain = id.utf8.withContiguousStorageIfAvailable { bytes -> UInt64? in
      let bytes = AddressBytes(bytes)
      // "tag:" and "urn:", as many feeds have them for ids: no addresses, so taken as written.
      if bytes.isName { return bytes.isVisible ? own : 0 }
      return bytes.isURI ? bytes.plainHash : nil
    }
    switch plain {
    case .some(.none): return 0
    case .some(.some(let hash)) where hash != 0: return hash
    default:
      var text = id
      return text.withUTF8 { AddressBytes($0).isURI } ? ofCanonical(id, stripQuery) : 0
    }
  }

  private static func ofCanonical(_ address: String, _ stripQuery: [String]) -> UInt64 {
    var canonical = canonicalURL(address, stripQuery: stripQuery)
    if canonical.withUTF8({ AddressBytes($0).isName }) { return ItemIdentity.id(canonical) }
    return canonical.withUTF8 { AddressBytes($0).hash }
  }
}

/// The bytes of an address, as long as somebody lends them.
private struct AddressBytes {
  private let start: UnsafeRawPointer
  private let count: Int

  private init(start: UnsafeRawPointer, count: Int) {
    self.start = start
    self.count = count
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let bytes = UnsafeRawBufferPointer(bytes)
    // An empty text has no address of its own; none of its bytes is read.
    start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    count = bytes.count
  }

  /// The byte at an index below `count`.
  @inline(__always)
  private subscript(_ index: Int) -> UInt8 { start.load(fromByteOffset: index, as: UInt8.self) }

  /// The first eight bytes, where there are more than eight, the first of them highest.
  @inline(__always)
  private var beginning: UInt64 { count > 8 ? start.loadUnaligned(as: UInt64.self).bigEndian : 0 }

  /// The hash of all bytes.
  var hash: UInt64 {
    var hash = ContentHash(seed: 3)
    hash.combine(UnsafeRawBufferPointer(start: start, count: count))
    return hash.value
  }

  /// It begins with "tag:" or "urn:".
  @inline(__always)
  var isName: Bool {
    let scheme = beginning &>> 32
    return scheme == 0x7461_673A || scheme == 0x7572_6E3A
  }

  /// A scheme, a colon, and something behind it.
  var isURI: Bool {
    guard count > 2, ByteSet.letters.contains(self[0]) else { return false }
    if beginning &>> 24 == 0x68_7474_703A || beginning &>> 16 == 0x6874_7470_733A { return true }
    var index = 1
    while index < count, ByteSet.scheme.contains(self[index]) { index &+= 1 }
    return index < count &- 1 && self[index] == UInt8(ascii: ":")
  }

  /// The hash of the canonical form, of an address that only has to lose its scheme; 0: it needs more than that.
  @inline(__always)
  var plainHash: UInt64 {
    let scheme = beginning
    let first: Int
    if scheme == 0x6874_7470_733A_2F2F {
      first = 6
    } else if scheme &>> 8 == 0x68_7474_703A_2F2F {
      first = 5
    } else {
      return 0
    }
    let rest = AddressBytes(start: start + first, count: count &- first)
    guard weft_is_plain_address(rest.start.assumingMemoryBound(to: UInt8.self), rest.count) else { return 0 }
    return rest.hash
  }

  /// Nothing has to be trimmed.
  @inline(__always)
  var isVisible: Bool { weft_is_visible(start.assumingMemoryBound(to: UInt8.self), count) }
}

/// A set of ASCII characters, a bit for each.
private struct ByteSet {
  let low: UInt64
  let high: UInt64

  /// A–Z, a–z.
  static let letters = ByteSet(low: 0, high: 0x07FF_FFFE_07FF_FFFE)
  /// Letters, digits, `+`, `-`, `.` (RFC 3986 section 3.1).
  static let scheme = ByteSet(low: 0x03FF_6800_0000_0000, high: 0x07FF_FFFE_07FF_FFFE)

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 == 1
  }
}
