/// Base64 (RFC 4648 section 4), for `Authorization: Basic`.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encoded(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let group = bytes[index..<min(index + 3, bytes.count)]
      var bits: UInt32 = 0
      for offset in 0..<3 { bits = bits << 8 | (offset < group.count ? UInt32(bytes[index + offset]) : 0) }
      for position in 0..<4 {
        text.append(position <= group.count ? alphabet[Int(bits >> UInt32(18 - 6 * position) & 63)] : 0x3D)
      }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }
}
