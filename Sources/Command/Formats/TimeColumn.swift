import Dates
import WeftKit

/// How the times of items are written, in a column of one width.
struct TimeColumn: Sendable {
  /// What stands after `--times`.
  enum Style: String, CaseIterable, Sendable {
    /// Day and minute on the user's clock, as the user's locale has them.
    case local
    /// How long ago, in English.
    case relative
    /// Day and minute in UTC, the same everywhere.
    case utc
  }

  /// How they are written.
  let style: Style
  /// The columns of the widest one.
  let width: Int
  private let now: Timestamp
  private let writer: DateWriter?

  /// `2025-01-31 14:05`
  private static let utcWidth = 16
  /// `11 months ago`
  private static let relativeWidth = 13

  /// - Parameters:
  ///   - now: what `relative` counts from.
  ///   - locale: the locale for `local`; `nil`: figures as ISO 8601 has them.
  ///   - zone: the zone for `local`; `nil`: the user's.
  init(_ style: Style, now: Timestamp, locale: String? = nil, zone: String? = nil) {
    self.now = now
    // Without ICU, or with a locale or a zone that it does not know, UTC is still right.
    let writer = style == .local ? DateWriter(locale: locale, zone: zone) ?? DateWriter(locale: nil, zone: zone) : nil
    self.writer = writer
    self.style = style == .local && writer == nil ? .utc : style
    switch self.style {
    case .utc: width = Self.utcWidth
    case .relative: width = Self.relativeWidth
    case .local:
      // Every hour of a day: those before noon may be written longer than those after it.
      let samples = (0..<24).map { Timestamp(seconds: 1_293_667_200 + $0 * 3_600) }
      width = samples.compactMap { Self.local($0, writer) }.map(DisplayWidth.of).max() ?? Self.utcWidth
    }
  }

  /// The time, or a dash where there is none; padded to the column's width.
  func padded(_ instant: Timestamp?) -> String {
    DisplayWidth.padded(instant.map(text) ?? "-", to: width)
  }

  /// The time.
  func text(_ instant: Timestamp) -> String {
    switch style {
    case .utc: Self.minute(instant)
    case .local: Self.local(instant, writer) ?? Self.minute(instant)
    case .relative: Self.relative(instant, now: now)
    }
  }

  private static func local(_ instant: Timestamp, _ writer: DateWriter?) -> String? {
    // ICU counts by the Julian calendar before 1582, and writes longer years.
    guard (1_600...9_998).contains(instant.civilTime.year) else { return nil }
    return writer?.text(instant.microseconds).map(TerminalText.clean)
  }

  /// The instant in UTC, to the minute.
  static func minute(_ instant: Timestamp) -> String {
    let text = instant.rfc3339
    guard let colon = text.lastIndex(of: ":") else { return text }
    return text[..<colon].split(separator: "T").joined(separator: " ")
  }

  /// `now`, `5 min ago`, `3 h ago`, `2 days ago`, `3 weeks ago`, `11 months ago`, `2 years ago`; `in 3 h` for what is yet
  /// to come.
  static func relative(_ instant: Timestamp, now: Timestamp) -> String {
    let seconds = now.since(instant).components.seconds
    let size = seconds == .min ? .max : abs(seconds)
    let amount: String
    switch size {
    case ..<60: return "now"
    case ..<3_600: amount = "\(size / 60) min"
    case ..<86_400: amount = "\(size / 3_600) h"
    case ..<(14 * 86_400): amount = counted(size / 86_400, "day")
    case ..<(60 * 86_400): amount = counted(size / (7 * 86_400), "week")
    // Months and years of the mean length of the Gregorian calendar.
    case ..<(2 * 31_556_952): amount = counted(size / 2_629_746, "month")
    default: amount = counted(min(size / 31_556_952, 9_999), "year")
    }
    return seconds < 0 ? "in " + amount : amount + " ago"
  }

  private static func counted(_ number: Int64, _ unit: String) -> String {
    "\(number) \(unit)\(number == 1 ? "" : "s")"
  }
}
