import Glibc

/// An IP address with a port, as the socket calls take it.
struct SocketAddress {
  private var storage = sockaddr_storage()
  let isIPv6: Bool
  let isLoopback: Bool

  /// Reads `127.0.0.1` or `::1`; `nil` where the text is no address or the port no port.
  init?(host: String, port: Int) {
    guard let port = in_port_t(exactly: port) else { return nil }
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, host, &four) == 1 {
      isIPv6 = false
      isLoopback = UInt32(bigEndian: four.s_addr) >> 24 == 127
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr = four
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: address, as: sockaddr_in.self) }
    } else if inet_pton(AF_INET6, host, &six) == 1 {
      isIPv6 = true
      isLoopback = withUnsafeBytes(of: six) { bytes in
        bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
      }
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = six
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: address, as: sockaddr_in6.self) }
    } else {
      return nil
    }
  }

  /// The address as the socket calls take it, for as long as the closure runs.
  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
    withUnsafePointer(to: storage) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
  }

  /// The address as text, of IPv6 its /64 network: whoever has one address there has as many as they like.
  ///
  /// - Parameter address: a `sockaddr_in` or `sockaddr_in6`.
  static func network(of address: UnsafeRawPointer) -> String {
    // By its bytes: to whom the fields of these types belong, two modules do not agree on.
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    switch Int32(address.loadUnaligned(as: sa_family_t.self)) {
    case AF_INET: inet_ntop(AF_INET, address + 4, &text, socklen_t(text.count))
    case AF_INET6:
      let six = UnsafeRawBufferPointer(start: address + 8, count: 8) + [UInt8](repeating: 0, count: 8)
      inet_ntop(AF_INET6, Array(six), &text, socklen_t(text.count))
    default: break
    }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
