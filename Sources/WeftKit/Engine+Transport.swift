public import HTTPCache
import Programs
import WeftHTTP
public import WeftModel

extension Engine {
  /// The transport of a program: libcurl, behind it the manners that a guest has, before both a cache; and what runs the
  /// programs of sources.
  ///
  /// What the cache can answer costs no server anything, so it comes first; the rules of `robots.txt` are kept in it too.
  ///
  /// - Parameters:
  ///   - userAgent: the `User-Agent`; its first word is the name under which `robots.txt` is read.
  ///   - cache: where responses are kept, and how they are used; `nil`: nowhere.
  public static func transport(
    userAgent: String = "Weft", cache: (responses: ResponseCache, mode: CachingTransport.Mode)? = nil,
    clock: any EngineClock
  ) -> any Transport {
    ProgramTransport(network(userAgent: userAgent, cache: cache, clock: clock), clock: clock)
  }

  private static func network(
    userAgent: String, cache: (responses: ResponseCache, mode: CachingTransport.Mode)?, clock: any EngineClock
  ) -> any Transport {
    let network = CurlTransport(userAgent: userAgent, clock: { clock.now() })
    guard let cache else { return PoliteTransport(network, userAgent: userAgent, clock: clock) }
    let rules = CachingTransport(cache.responses, mode: cache.mode, clock: clock, inner: network)
    return CachingTransport(
      cache.responses, mode: cache.mode, clock: clock,
      inner: PoliteTransport(network, rules: rules, userAgent: userAgent, clock: clock))
  }
}
