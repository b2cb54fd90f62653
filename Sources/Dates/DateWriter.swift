internal import CICU
import Synchronization

/// Writes instants as the people of a country write them, on the clock of a zone.
///
/// `@unchecked Sendable`: ICU's object is not safe for two threads, so every use holds the lock.
public final class DateWriter: @unchecked Sendable {
  private let handle: OpaquePointer
  private let lock = Mutex(())

  /// A writer of day and minute in figures, such as `31.01.2025, 15:05` or `01/31/2025, 03:05 PM`.
  ///
  /// - Parameters:
  ///   - locale: a name such as `de_DE` or `pt-BR`; `nil`: `2025-01-31 15:05`, as no locale would have it otherwise.
  ///   - zone: an IANA zone; `nil`: that of the user (`TZ`, else `/etc/localtime`).
  /// - Returns: `nil` where the ICU library is missing or knows no such locale or zone.
  public init?(locale: String?, zone: String? = nil) {
    let names = [locale, zone].compactMap { $0 }
    guard names.allSatisfy({ !$0.utf8.contains(0) && (1...64).contains($0.utf8.count) }) else { return nil }
    guard let handle = weft_icu_writer_open(locale, zone) else { return nil }
    self.handle = handle
  }

  deinit { weft_icu_writer_close(handle) }

  /// The instant, in microseconds since 1970; `nil` where ICU cannot write it.
  public func text(_ microseconds: Int64) -> String? {
    // Years that ICU's calendar handles; a feed's wildest dates are inside.
    guard microseconds.magnitude < 8_000_000_000_000_000_000 else { return nil }
    var bytes = [CChar](repeating: 0, count: 256)
    let count = lock.withLock { _ in
      weft_icu_writer_write(handle, Double(microseconds) / 1_000, &bytes, bytes.count)
    }
    guard count > 0 else { return nil }
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The locale that the environment names for times, by POSIX's order: `LC_ALL`, `LC_TIME`, `LANG`; `nil` where none is
  /// set, or the first is `C` or `POSIX`.
  public static func locale(variable: (String) -> String?) -> String? {
    for name in ["LC_ALL", "LC_TIME", "LANG"] {
      guard let value = variable(name), !value.isEmpty else { continue }
      // `de_DE.UTF-8@euro`
      let locale = String(value.prefix { $0 != "." && $0 != "@" })
      return ["C", "POSIX", ""].contains(locale) ? nil : locale
    }
    return nil
  }
}
