import WeftKit

/// Addresses that may be given to a browser.
enum WebLink {
  /// The address as a program is given it: http or https, visible ASCII, of bounded length; `nil`: it is not such a one.
  static func openable(_ url: String) -> String? {
    guard url.utf8.count <= 8_000 else { return nil }
    let scheme = url.prefix { $0 != ":" }.lowercased()
    guard ["http", "https"].contains(scheme), url.dropFirst(scheme.count).hasPrefix("://") else { return nil }
    let address = wireForm(url)
    guard address.utf8.count <= 8_000, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    return address
  }

  static func isOpenable(_ url: String) -> Bool { openable(url) != nil }
}
