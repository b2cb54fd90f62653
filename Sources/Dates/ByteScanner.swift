/// A place in a text's bytes; reading past the end gives zero bytes instead of trapping.
struct ByteScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  var index: Int
  let end: Int

  /// White space around the text is left out.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    var start = 0
    var end = bytes.count
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    while start < end, bytes[start] <= 0x20 { start += 1 }
    index = start
    self.end = end
  }

  var isAtEnd: Bool { index >= end }

  @inline(__always)
  func peek(_ ahead: Int = 0) -> UInt8 {
    let at = index + ahead
    return at >= 0 && at < end ? bytes[at] : 0
  }

  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte, !isAtEnd else { return false }
    index += 1
    return true
  }

  @inline(__always)
  mutating func skipSpaces() {
    while index < end, bytes[index] <= 0x20 { index += 1 }
  }

  /// What is left to read.
  var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[index..<end]) }

  /// Exactly two digits.
  @inline(__always)
  mutating func twoDigits() -> Int? {
    let high = peek() &- 0x30
    let low = peek(1) &- 0x30
    guard high < 10, low < 10 else { return nil }
    index += 2
    return Int(high) * 10 + Int(low)
  }

  /// Exactly four digits.
  @inline(__always)
  mutating func fourDigits() -> Int? {
    guard let high = twoDigits() else { return nil }
    guard let low = twoDigits() else {
      index -= 2
      return nil
    }
    return high * 100 + low
  }

  /// A run of digits: its value and length; nil where there is none or more than `limit`.
  mutating func digits(upTo limit: Int) -> (value: Int, count: Int)? {
    var value = 0
    var count = 0
    while peek() &- 0x30 < 10 {
      guard count < limit else { return nil }
      value = value * 10 + Int(peek() &- 0x30)
      count += 1
      index += 1
    }
    return count > 0 ? (value, count) : nil
  }

  /// Digits of a second's fraction, as microseconds; further digits are cut off.
  mutating func fraction() -> Int? {
    var value = 0
    var count = 0
    while peek() &- 0x30 < 10 {
      if count < 6 { value = value * 10 + Int(peek() &- 0x30) }
      count += 1
      index += 1
    }
    guard count > 0 else { return nil }
    while count < 6 {
      value *= 10
      count += 1
    }
    return value
  }

  /// A run of ASCII letters, lower-cased and packed into an integer, the first one in the lowest byte; nil where there
  /// is none or more than eight.
  @inline(__always)
  mutating func packedWord() -> UInt64? {
    var word: UInt64 = 0
    var count: UInt64 = 0
    while (peek() | 0x20) &- 0x61 < 26 {
      guard count < 8 else { return nil }
      word |= UInt64(peek() | 0x20) << (8 * count)
      count += 1
      index += 1
    }
    return count > 0 ? word : nil
  }
}

/// The form of `packedWord` for a word in the source.
func packed(_ word: StaticString) -> UInt64 {
  var value: UInt64 = 0
  for index in 0..<min(word.utf8CodeUnitCount, 8) { value |= UInt64(word.utf8Start[index]) << (8 * UInt64(index)) }
  return value
}
