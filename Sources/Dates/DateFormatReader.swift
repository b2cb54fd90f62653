internal import CICU
import Synchronization

/// Reads dates by a written pattern (CLDR's letters, `d. MMMM yyyy`) with the month names of a language.
///
/// `@unchecked Sendable`: ICU's object is not safe for two threads, so every use holds the lock.
public final class DateFormatReader: @unchecked Sendable {
  /// Why a reader could not be made.
  public enum Fault: Error, Equatable, CustomStringConvertible {
    /// No data for the language.
    case unknownLocale(String)
    /// A name that is not in the IANA zone table.
    case unknownZone(String)
    /// A letter that means nothing, or an open quote.
    case badFormat(String)
    /// A pattern without a year leaves the date open.
    case formatWithoutYear(String)
    /// The ICU library of the system could not be opened.
    case libraryMissing

    /// One line a person can act on.
    public var description: String {
      switch self {
      case .unknownLocale(let name):
        "the locale '\(name)' is not known; a language such as 'de' or 'pt-BR' was expected"
      case .unknownZone(let name): "the zone '\(name)' is not known; a name such as 'Europe/Berlin' was expected"
      case .badFormat(let format): "'\(format)' is no date format; 'd. MMMM yyyy' is one (letters of Unicode TR 35)"
      case .formatWithoutYear(let format): "the date format '\(format)' has no year"
      case .libraryMissing: "dates with 'format' need the ICU library, which is not installed"
      }
    }
  }

  private let handle: OpaquePointer
  private let lock = Mutex(())
  private let namesZone: Bool

  /// - Parameters:
  ///   - format: a pattern of Unicode Technical Standard 35, with a year.
  ///   - locale: a BCP 47 language tag.
  ///   - zone: an IANA zone for formats without one; nil: UTC, and the dates say that they have no zone.
  public init(format: String, locale: String = "en", zone: String? = nil) throws(Fault) {
    let letters = try Self.letters(format)
    // `YYYY` is the year of the week, and a mistake for `yyyy` where no week is asked for.
    let hasWeek = letters.contains(UInt8(ascii: "w"))
    guard letters.contains(where: { (hasWeek ? "yuUY" : "yuU").utf8.contains($0) }) else {
      throw .formatWithoutYear(format)
    }
    var status = WEFT_ICU_OK
    guard !locale.utf8.contains(0), locale.utf8.count <= 64 else { throw .unknownLocale(locale) }
    guard zone?.utf8.contains(0) != true, (zone?.utf8.count ?? 0) <= 64 else { throw .unknownZone(zone ?? "") }
    guard let handle = weft_icu_format_open(format, locale, zone ?? "Etc/UTC", &status) else {
      switch status {
      case WEFT_ICU_NO_LIBRARY: throw .libraryMissing
      case WEFT_ICU_BAD_LOCALE: throw .unknownLocale(locale)
      case WEFT_ICU_BAD_ZONE: throw .unknownZone(zone ?? "Etc/UTC")
      default: throw .badFormat(format)
      }
    }
    self.handle = handle
    namesZone = zone != nil || letters.contains { "zZOvVXx".utf8.contains($0) }
  }

  deinit { weft_icu_format_close(handle) }

  /// The instant that a text names; nil where it does not fit the format from end to end.
  public func parse(_ text: String) -> ParsedDate? {
    var words = String(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    guard words.utf8.count <= DateParser.longestText else { return nil }
    var milliseconds = 0.0
    let fits = lock.withLock { _ in
      words.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          weft_icu_format_parse(handle, $0.baseAddress, $0.count, &milliseconds)
        }
      }
    }
    guard fits, milliseconds.magnitude < 300_000_000_000_000 else { return nil }
    let microseconds = Int64(milliseconds) * 1000
    guard CivilTime.isWritable(microseconds) else { return nil }
    return ParsedDate(microseconds: microseconds, hasZone: namesZone)
  }

  /// The pattern's letters outside quotes; throws for a letter without meaning and for an open quote.
  private static func letters(_ format: String) throws(Fault) -> [UInt8] {
    var letters: [UInt8] = []
    var isQuoted = false
    for byte in format.utf8 {
      if byte == UInt8(ascii: "'") {
        isQuoted.toggle()
      } else if !isQuoted, byte == UInt8(ascii: "%") {
        // strftime's letters mean other things.
        throw .badFormat(format)
      } else if !isQuoted, (byte | 0x20) &- 0x61 < 26 {
        guard "GyYuUrQqMLwWdDFgEecabBhHKkmsSAzZOvVXx".utf8.contains(byte) else { throw .badFormat(format) }
        letters.append(byte)
      }
    }
    guard !isQuoted, !format.utf8.contains(0), format.utf8.count <= 128 else { throw .badFormat(format) }
    return letters
  }
}
