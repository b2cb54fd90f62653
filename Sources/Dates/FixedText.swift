/// A text whose parts stand at fixed places; whoever reads them knows its length.
struct FixedText {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// There is this byte at the place.
  @inline(__always) func has(_ byte: UInt8, at place: Int) -> Bool { bytes[place] == byte }

  /// Two digits.
  @inline(__always) func number(at place: Int) -> Int? {
    let (high, low) = (bytes[place] &- 0x30, bytes[place + 1] &- 0x30)
    return high < 10 && low < 10 ? Int(high) * 10 + Int(low) : nil
  }

  /// Three letters of ASCII, lower-cased and packed as `ByteScanner.packedWord` does.
  @inline(__always) func word(at place: Int) -> UInt32? {
    let (first, second, third) = (bytes[place] | 0x20, bytes[place + 1] | 0x20, bytes[place + 2] | 0x20)
    guard first &- 0x61 < 26, second &- 0x61 < 26, third &- 0x61 < 26 else { return nil }
    return UInt32(first) | UInt32(second) << 8 | UInt32(third) << 16
  }
}
