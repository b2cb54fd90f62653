/// Sequences that put a text into the clipboard of the person's own terminal, also over ssh (OSC 52).
enum Clipboard {
  /// Longer texts are not copied: terminals pass over what is too long.
  static let limit = 8_000

  /// The sequence; `nil`: the text is too long.
  static func sequence(copying text: String, isInTmux: Bool) -> String? {
    guard text.utf8.count <= limit else { return nil }
    let plain = "\u{1B}]52;c;\(base64(Array(text.utf8)))\u{07}"
    guard isInTmux else { return plain }
    // tmux takes the sequence itself (set-clipboard on), or hands the wrapped one on (allow-passthrough on).
    return plain + "\u{1B}Ptmux;\u{1B}" + plain + "\u{1B}\\"
  }

  /// Base 64 (RFC 4648 section 4).
  static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << UInt32(16 - 8 * $1.offset) }
      for digit in 0..<4 {
        result.append(digit <= group.count ? digits[Int(bits >> UInt32(18 - 6 * digit)) & 63] : 0x3D)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
