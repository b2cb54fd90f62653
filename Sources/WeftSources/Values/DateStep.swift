import Dates
import WeftModel

/// How the text of a date field becomes an instant.
struct DateStep: Sendable {
  private let unix: DateParser.UnixUnit?
  private let format: DateFormatReader?
  private let zone: ZoneTable?

  /// A date as read.
  struct Reading {
    var instant: Timestamp
    /// The date says its zone, or the settings do.
    var hasZone: Bool
  }

  init(_ steps: ValueSteps) throws(SettingProblem) {
    unix = steps.unix.map { $0 == .seconds ? .seconds : .milliseconds }
    zone = try DateStep.zone(named: steps.zone)
    if let pattern = steps.format {
      do {
        format = try DateFormatReader(format: pattern, locale: steps.locale ?? "en", zone: steps.zone)
      } catch {
        throw SettingProblem("\(error)")
      }
    } else {
      format = nil
    }
  }

  /// The zone of a name; `nil` where none is given.
  static func zone(named name: String?) throws(SettingProblem) -> ZoneTable? {
    guard let name else { return nil }
    guard let zone = ZoneTable(named: name) else {
      throw SettingProblem("the zone \"\(name)\" is not known; UTC, Europe/Berlin or +02:00 was expected", path: "zone")
    }
    return zone
  }

  /// Reads a date; never half of one.
  ///
  /// - Parameters:
  ///   - sourceZone: the source's zone, for dates without one.
  ///   - now: the fetch time, for relative dates.
  func read(_ text: String, zone sourceZone: ZoneTable?, now: Timestamp) -> Reading? {
    if let unix { return DateParser.parseUnix(text, unit: unix).map { reading($0, isSettled: true) } }
    let zone = zone ?? sourceZone
    if let format {
      guard let local = format.parse(text) else { return nil }
      guard !local.hasZone, let zone else { return reading(local, isSettled: local.hasZone) }
      return reading(zone.instant(ofLocal: local), isSettled: true)
    }
    if let date = zone.map({ $0.date(text) }) ?? DateParser.parse(text) {
      return reading(date, isSettled: date.hasZone || zone != nil)
    }
    return RelativeDate.parse(text, now: now.microseconds).map { reading($0, isSettled: true) }
  }

  /// There is no unit, no format and no zone.
  var isPlain: Bool { unix == nil && format == nil && zone == nil }

  /// What a plain step reads from bytes of UTF-8, but for dates that are relative to now.
  static func read(_ text: Span<UInt8>, zone: ZoneTable?) -> Reading? {
    guard var date = DateParser.parse(utf8: text) else { return nil }
    if !date.hasZone, let zone { date = zone.instant(ofLocal: date) }
    return Reading(instant: Timestamp(microseconds: date.microseconds), hasZone: date.hasZone || zone != nil)
  }

  private func reading(_ date: ParsedDate, isSettled: Bool) -> Reading {
    Reading(instant: Timestamp(microseconds: date.microseconds), hasZone: isSettled)
  }
}
