import Dates
import WeftModel

/// How the text of a date field becomes an instant.
struct DateStep: Sendable {
  private let unix: DateParser.UnixUnit?

  /// A date as read.
  struct Reading {
    var instant: Timestamp
    var hasZone: Bool
  }

  init(_ steps: ValueSteps) throws(SettingProblem) {
    unix = steps.unix.map { $0 == .seconds ? .seconds : .milliseconds }
  }

  /// Reads a date; never half of one.
  ///
  /// - Parameters:
  ///   - zone: the source's zone for dates without one.
  ///   - now: the fetch time, for relative dates.
  func read(_ text: String, zone: ZoneSetting, now: Timestamp) -> Reading? {
    let parsed = unix.map { DateParser.parseUnix(text, unit: $0) } ?? DateParser.parse(text)
    return parsed.map { Reading(instant: Timestamp(microseconds: $0.microseconds), hasZone: $0.hasZone) }
  }
}

/// The zone that a date without one is in.
struct ZoneSetting: Sendable {
  init(_ name: String?) throws(SettingProblem) {}
}
