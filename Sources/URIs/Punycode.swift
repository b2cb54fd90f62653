/// Host names beyond ASCII in the form that DNS and HTTP use (RFC 3492 over lower-cased labels, prefix `xn--`).
public enum Punycode {
  /// The host with every label beyond ASCII encoded; `nil` where a label cannot be encoded.
  ///
  /// Labels are lower-cased, and the ideographic full stops are dots, as IDNA's mapping does; the rest of that mapping
  /// (compatibility forms) is left to the server's own registration.
  public static func asciiHost(_ host: String) -> String? {
    if host.utf8.allSatisfy({ $0 < 0x80 }) { return host }
    var labels: [String] = []
    for label in host.lowercased().unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: isDot) {
      if label.allSatisfy(\.isASCII) {
        labels.append(String(Substring(label)))
      } else {
        guard let encoded = encode(Array(label)) else { return nil }
        labels.append("xn--" + encoded)
      }
    }
    return labels.joined(separator: ".")
  }

  /// An authority whose host is in ASCII; user information and port stay as written.
  static func asciiAuthority(_ authority: String) -> String {
    guard !authority.utf8.allSatisfy({ $0 < 0x80 }) else { return authority }
    let parts = AuthorityParts(authority)
    guard let host = asciiHost(percentDecoded(parts.host)) else { return wireEncoded(authority) }
    let user = parts.userInfo.map { wireEncoded($0) + "@" } ?? ""
    let port = parts.port.map { ":" + $0 } ?? ""
    return user + host + port
  }

  private static func isDot(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || scalar == "\u{3002}" || scalar == "\u{FF0E}" || scalar == "\u{FF61}"
  }

  /// RFC 3492 section 6.3; a label over 63 characters is no DNS label, which also bounds the work.
  private static func encode(_ label: [Unicode.Scalar]) -> String? {
    guard label.count <= 63 else { return nil }
    var output = label.filter(\.isASCII).map { UInt8($0.value) }
    let basic = output.count
    var handled = UInt32(basic)
    if basic > 0 { output.append(UInt8(ascii: "-")) }
    var codePoint: UInt32 = 128
    var delta: UInt32 = 0
    var bias: UInt32 = 72
    while handled < label.count {
      guard let next = label.lazy.map(\.value).filter({ $0 >= codePoint }).min() else { return nil }
      // At most 63 labels times 0x10FFFF: far below the limit of UInt32, so no overflow check is due.
      delta += (next - codePoint) * (handled + 1)
      codePoint = next
      for scalar in label {
        if scalar.value < codePoint { delta += 1 }
        guard scalar.value == codePoint else { continue }
        appendInteger(delta, bias: bias, to: &output)
        bias = adapted(delta, points: handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      codePoint += 1
    }
    return text(output)
  }

  private static func appendInteger(_ delta: UInt32, bias: UInt32, to output: inout [UInt8]) {
    var rest = delta
    var position: UInt32 = 36
    while true {
      let threshold = position <= bias ? 1 : position >= bias + 26 ? 26 : position - bias
      if rest < threshold { break }
      output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
      rest = (rest - threshold) / (36 - threshold)
      position += 36
    }
    output.append(digit(rest))
  }

  private static func digit(_ value: UInt32) -> UInt8 { value < 26 ? UInt8(0x61 + value) : UInt8(0x30 + value - 26) }

  /// RFC 3492 section 6.1.
  private static func adapted(_ delta: UInt32, points: UInt32, isFirst: Bool) -> UInt32 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / points
    var steps: UInt32 = 0
    while delta > 455 {
      delta /= 35
      steps += 36
    }
    return steps + 36 * delta / (delta + 38)
  }
}
