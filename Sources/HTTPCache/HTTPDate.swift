import Dates
import WeftModel

/// A date of a header field (RFC 9110 section 5.6.7).
enum HTTPDate {
  /// The instant; `nil` for what is no date: `0` and `-1` are common in `Expires`.
  static func read(_ text: String) -> Timestamp? {
    // All three forms begin with the day's name; the reader of dates would take a number for seconds since 1970.
    guard let first = text.utf8.first, (first | 0x20) >= UInt8(ascii: "a"), (first | 0x20) <= UInt8(ascii: "z") else {
      return nil
    }
    return DateParser.parse(text).map { Timestamp(microseconds: $0.microseconds) }
  }
}
