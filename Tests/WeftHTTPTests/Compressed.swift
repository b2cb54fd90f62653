/// Bodies in the content codings that are asked for.
enum Compressed {
  /// `Weft ` forty times, as gzip, the brotli library and zstd packed it.
  static let samples: [String: [UInt8]] = [
    "gzip": bytes("1f8b08000000000002030b4f4d2b51081ffa0400e167d23cc8000000"),
    "br": bytes("1bc700f88d54b5bfbc2a332b10ba502d0ae875"),
    "zstd": bytes("28b52ffd045865000028576566742001004050450b4da27e35"),
  ]

  /// A few bytes that unpack to 30 MB of zeros and more.
  static let bombs: [String: [UInt8]] = [
    "gzip": gzipBomb(),
    "br": bytes(
      "cbffff3f002400e2b14072effff8ffff078004401c1680eefd1fffffff00900088c302d0bdffcbbfe1240012007158003abb49"),
    // A frame with a window of 1 MiB and 1,000 blocks, each one byte repeated 128 KiB times (RFC 8878 section 3.1.1.2).
    "zstd": bytes("28b52ffd0050") + Array(repeatElement([0x02, 0x00, 0x10, 0x00], count: 1_000).joined()),
  ]

  /// A deflate block with fixed codes (RFC 1951 section 3.2.6): a zero, then "258 bytes, one back" again and again.
  private static func gzipBomb() -> [UInt8] {
    var bits: [UInt8] = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
    for _ in 0..<100_000 { bits += [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0] }
    bits += [0, 0, 0, 0, 0, 0, 0]
    var result = bytes("1f8b0800000000000003")
    for start in stride(from: 0, to: bits.count, by: 8) {
      result.append(bits[start..<min(start + 8, bits.count)].reversed().reduce(0) { $0 << 1 | $1 })
    }
    return result
  }

  private static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
