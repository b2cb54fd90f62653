internal import CBytes
import Glibc

/// Bytes that grow, behind a raw pointer: an array's checks cost a third of the parser's time.
struct ByteBuffer: ~Copyable {
  private var storage: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 64)
    storage = .allocate(capacity: self.capacity)
  }

  deinit { storage.deallocate() }

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: storage, count: count) }

  mutating func removeAll() { count = 0 }

  mutating func truncate(to newCount: Int) { count = min(count, newCount) }

  /// Makes a space of every control character from here on.
  mutating func replaceControls(from start: Int) {
    for index in start..<max(start, count) where storage[index] < 0x20 { storage[index] = 0x20 }
  }

  @inline(never) private mutating func reserve(_ more: Int) {
    let grown = max(count + more, capacity * 2)
    let wider = UnsafeMutablePointer<UInt8>.allocate(capacity: grown)
    wider.update(from: storage, count: count)
    storage.deallocate()
    storage = wider
    capacity = grown
  }

  @inline(__always) mutating func append(_ byte: UInt8) {
    if count == capacity { reserve(1) }
    storage[count] = byte
    count += 1
  }

  @inline(__always) mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
    if count &+ bytes.count > capacity { reserve(bytes.count) }
    (storage + count).update(from: start, count: bytes.count)
    count &+= bytes.count
  }

  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a number in decimal digits.
  mutating func append(decimal value: UInt32) {
    if value > 9 { append(decimal: value / 10) }
    append(UInt8(48 + value % 10))
  }

  /// Appends a character in UTF-8; U+FFFD for what is none.
  mutating func append(scalar value: UInt32) {
    if value < 0x80 {
      append(UInt8(value))
    } else {
      let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
    }
  }

  /// Appends text with what has a meaning in markup escaped.
  mutating func append(escaping text: UnsafeBufferPointer<UInt8>, inAttribute: Bool) {
    var start = 0
    for index in text.indices {
      let entity: StaticString
      switch text[index] {
      case UInt8(ascii: "&"): entity = "&amp;"
      case UInt8(ascii: "<"): entity = "&lt;"
      case UInt8(ascii: ">") where !inAttribute: entity = "&gt;"
      case UInt8(ascii: "\"") where inAttribute: entity = "&quot;"
      default: continue
      }
      append(UnsafeBufferPointer(rebasing: text[start..<index]))
      append(entity)
      start = index + 1
    }
    append(UnsafeBufferPointer(rebasing: text[start...]))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The first place of a byte, found by the C library's vector code.
  @inline(__always) func index(of byte: UInt8, from start: Int) -> Int? {
    guard start < count, let base = baseAddress,
      let found = memchr(base + start, Int32(byte), count - start)
    else { return nil }
    return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
  }

  /// The place of the first `<` from a place inside on, and whether an `&` stands before it.
  @inline(__always) func endOfText(from start: Int) -> (tag: Int, isEncoded: Bool)? {
    guard start >= 0, start < count, let base = baseAddress else { return nil }
    var isEncoded = false
    let tag = weft_text_end(base, start, count, &isEncoded)
    return tag < count ? (tag, isEncoded) : nil
  }

  /// The first place of a text of a few bytes; the first byte should be a rare one.
  func index(of text: StaticString, from start: Int) -> Int? {
    var start = start
    while let candidate = index(of: text.utf8Start.pointee, from: start) {
      if matches(text, at: candidate) { return candidate }
      start = candidate + 1
    }
    return nil
  }

  /// The bytes at two places are the same; both lie inside.
  @inline(__always) func hasSame(_ left: Int, _ right: Int, count: Int) -> Bool {
    guard let base = baseAddress, left &+ count <= self.count, right &+ count <= self.count else { return false }
    return memcmp(base + left, base + right, count) == 0
  }

  /// A number that tells short texts apart: of their length, their first eight and their last eight bytes.
  @inline(__always) func fingerprint(of range: Range<Int>) -> UInt64 {
    let count = range.count
    guard let base = baseAddress, count > 0 else { return 0 }
    let raw = UnsafeRawPointer(base)
    var word: UInt64
    if count >= 8 {
      word = raw.loadUnaligned(fromByteOffset: range.lowerBound, as: UInt64.self)
      word = (word << 7 | word >> 57) ^ raw.loadUnaligned(fromByteOffset: range.upperBound &- 8, as: UInt64.self)
    } else if range.lowerBound &+ 8 <= self.count {
      word = raw.loadUnaligned(fromByteOffset: range.lowerBound, as: UInt64.self)
      word &= (1 << UInt64(truncatingIfNeeded: count &* 8)) &- 1
    } else {
      word = 0
      for index in range { word = word << 8 | UInt64(base[index]) }
    }
    word = (word ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
    return word ^ word >> 32
  }

  /// The bytes from `start` on are this text.
  @inline(__always) func matches(_ text: StaticString, at start: Int) -> Bool {
    guard start >= 0, let base = baseAddress, count - start >= text.utf8CodeUnitCount else { return false }
    return memcmp(base + start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }
}

extension UInt8 {
  /// White space of XML (section 2.3).
  @inline(__always) var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }

  /// May begin a name; bytes of longer characters count as letters.
  @inline(__always) var isXMLNameStart: Bool {
    (self | 0x20) &- 0x61 < 26 || self == 0x5F || self == 0x3A || self >= 0x80
  }

  /// May stand in a name: a letter, a digit, a colon, one of `-._`, or a byte of a longer character.
  @inline(__always) var isXMLNameByte: Bool {
    (self | 0x20) &- 0x61 < 26 || self >= 0x80 || self &- 0x2D < 2 || self &- 0x30 < 11 || self == 0x5F
  }

  fileprivate func isDigit() -> Bool { self &- 0x30 < 10 }

  /// The value of a digit.
  func digit(radix: UInt32) -> UInt32? {
    if isDigit() { return UInt32(self &- 0x30) }
    let letter = (self | 0x20) &- 0x61
    return radix == 16 && letter < 6 ? UInt32(letter) + 10 : nil
  }
}
