internal import CCurl
import URIs
import WeftModel

/// The cookies of one source at one scheme and port; curl keeps them by RFC 6265. Only the loop's thread uses it.
final class CookieJar {
  let curl: UnsafeMutableRawPointer
  private var seeded: Set<String> = []

  init?() {
    guard let share = curl_share_init() else { return nil }
    curl = share
    weft_curl_share_cookies(share)
  }

  deinit { curl_share_cleanup(curl) }

  /// The cookies of the settings as lines of curl's cookie list, once for each host, so that what the server sets later
  /// takes their place.
  func seeds(_ hop: Hop) -> [String] {
    guard !hop.cookies.isEmpty, seeded.insert(hop.origin.host).inserted else { return [] }
    // The jar knows an IPv6 address without brackets.
    let host = hop.origin.host.filter { $0 != "[" && $0 != "]" }
    // Domain, tail match, path, secure, expiry (0: with the run), name, value.
    return hop.cookies.map { "\(host)\tFALSE\t/\tFALSE\t0\t\($0.name)\t\($0.value)" }
  }
}
