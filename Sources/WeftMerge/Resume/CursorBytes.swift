/// Writes numbers and texts one after the other, small numbers in few bytes (LEB128).
struct CursorWriter {
  private(set) var bytes: [UInt8] = []

  mutating func byte(_ value: UInt8) { bytes.append(value) }

  /// So many bytes of the number, the highest first.
  mutating func fixed(_ value: UInt64, length: Int) {
    for index in (0..<length).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
  }

  mutating func number(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func number(_ value: Int) { number(UInt64(max(0, value))) }

  /// A number with a sign: 0, −1, 1, −2, … become 0, 1, 2, 3, ….
  mutating func signed(_ value: Int64) { number(UInt64(bitPattern: value << 1 ^ value >> 63)) }

  mutating func text(_ text: String) {
    number(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func append(_ more: [UInt8]) { bytes.append(contentsOf: more) }
}

/// Reads what `CursorWriter` wrote.
struct CursorReader {
  /// There is less than was expected, or a number is too large.
  struct Damage: Error {}

  private var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { bytes.isEmpty }

  mutating func byte() throws(Damage) -> UInt8 {
    guard let byte = bytes.popFirst() else { throw Damage() }
    return byte
  }

  mutating func fixed(length: Int) throws(Damage) -> UInt64 {
    var value: UInt64 = 0
    for _ in 0..<length { value = value << 8 | UInt64(try byte()) }
    return value
  }

  mutating func number() throws(Damage) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      let byte = try byte()
      guard shift < 63 || byte <= 1 else { throw Damage() }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw Damage()
  }

  /// A number that counts something: below 2⁴⁸.
  mutating func count() throws(Damage) -> Int {
    let value = try number()
    guard value < 1 << 48 else { throw Damage() }
    return Int(value)
  }

  mutating func signed() throws(Damage) -> Int64 {
    let value = try number()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  mutating func text() throws(Damage) -> String {
    let length = try count()
    guard length <= bytes.count, let text = String(validating: bytes.prefix(length), as: UTF8.self) else {
      throw Damage()
    }
    bytes = bytes.dropFirst(length)
    return text
  }
}
