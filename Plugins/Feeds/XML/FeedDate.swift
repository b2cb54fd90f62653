import Dates
import WeftModel

/// A date of a feed.
enum FeedDate {
  /// The instant that a text names, and whether its zone is known.
  ///
  /// - Parameter zone: the source's, for dates without one.
  static func parse(_ text: Span<UInt8>, zone: ZoneTable?) -> (instant: Timestamp, hasZone: Bool)? {
    guard var date = DateParser.parse(utf8: text) else { return nil }
    if !date.hasZone, let zone { date = zone.instant(ofLocal: date) }
    return (Timestamp(microseconds: date.microseconds), date.hasZone || zone != nil)
  }

  /// A duration in seconds: `90`, `1:30` or `1:02:30` (the podcast vocabulary).
  static func duration(_ text: String?) -> Double? {
    guard let text else { return nil }
    var seconds = 0.0
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3 else { return nil }
    for part in parts {
      guard let value = Double(part.filter { !$0.isWhitespace }), value.isFinite, value >= 0 else { return nil }
      seconds = seconds * 60 + value
    }
    return seconds
  }
}
