import Glibc

/// Where an IP address leads: to the whole internet, or only to this machine and its neighbours.
enum AddressScope {
  /// The text is an address that is reached over the internet (RFC 6890: not loopback, private, shared, link-local,
  /// unspecified or multicast). A text that is no address is not public.
  static func isPublic(_ text: String) -> Bool {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 { return isPublic(four: UInt32(bigEndian: four.s_addr)) }
    var six = in6_addr()
    // A link-local address may carry a zone (`fe80::1%eth0`), which inet_pton does not read.
    guard inet_pton(AF_INET6, text, &six) == 1 else { return false }
    return isPublic(six: withUnsafeBytes(of: six) { Array($0) })
  }

  /// The name may be reached over the internet: all that can be said of a host that a proxy connects to. A name of this
  /// machine or of its neighbourhood (RFC 6761, RFC 6762, RFC 8375), and one without a dot, is not public.
  static func isPublicName(_ host: String) -> Bool {
    let name = host.filter { $0 != "[" && $0 != "]" }
    if name.contains(":") || name.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) {
      return isPublic(name)
    }
    guard name.contains(".") else { return false }
    return !["localhost", "local", "internal", "lan", "home.arpa"].contains { name.hasSuffix("." + $0) }
  }

  private static func isPublic(four address: UInt32) -> Bool {
    let blocks: [(UInt32, UInt32)] = [
      (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12),
      (0xC0A8_0000, 16), (0xE000_0000, 3),
    ]
    return !blocks.contains { prefix, length in (address ^ prefix) >> (32 - length) == 0 }
  }

  private static func isPublic(six bytes: [UInt8]) -> Bool {
    let four = bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    // IPv4 in IPv6: mapped (::ffff:0:0/96), translated (64:ff9b::/96), 6to4 (2002::/16); `::` and `::1` are of the
    // compatible form (::/96).
    if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == bytes[11], bytes[10] == 0 || bytes[10] == 0xFF {
      return four > 0xFF && isPublic(four: four)
    }
    if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) { return isPublic(four: four) }
    if bytes.starts(with: [0x20, 0x02]) {
      return isPublic(four: bytes[2..<6].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
    let isUniqueLocal = bytes[0] & 0xFE == 0xFC
    let isLinkLocal = bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    let isSiteLocal = bytes[0] == 0xFE && bytes[1] & 0xC0 == 0xC0
    return !isUniqueLocal && !isLinkLocal && !isSiteLocal && bytes[0] != 0xFF
  }
}
