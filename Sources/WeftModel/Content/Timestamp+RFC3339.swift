/// A date and a time of day in UTC, in the proleptic Gregorian calendar.
public struct CivilTime: Equatable, Sendable {
  /// The year; year 0 is 1 BC.
  public var year: Int
  /// 1 to 12.
  public var month: Int
  /// 1 to 31.
  public var day: Int
  /// 0 to 23.
  public var hour: Int
  /// 0 to 59.
  public var minute: Int
  /// 0 to 59.
  public var second: Int
  /// 0 to 999,999.
  public var microsecond: Int
  /// 0 (Sunday) to 6.
  public var weekday: Int
}

extension Timestamp {
  /// The calendar reading of the instant in UTC.
  ///
  /// The day count follows the usual era arithmetic: 400 years have 146,097 days, and a year begins in March so
  /// that the leap day is its last.
  public var civilTime: CivilTime {
    var seconds = microseconds / 1_000_000
    var fraction = microseconds % 1_000_000
    if fraction < 0 {
      fraction += 1_000_000
      seconds -= 1
    }
    var days = seconds / 86_400
    var secondOfDay = seconds % 86_400
    if secondOfDay < 0 {
      secondOfDay += 86_400
      days -= 1
    }
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return CivilTime(
      year: Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0)), month: Int(month),
      day: Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1), hour: Int(secondOfDay / 3_600),
      minute: Int(secondOfDay % 3_600 / 60), second: Int(secondOfDay % 60), microsecond: Int(fraction),
      weekday: Int(((days % 7) + 11) % 7))
  }

  /// The instant as RFC 3339 writes it, in UTC with `Z`; a fraction stands only where there is one, without
  /// trailing zeros.
  public var rfc3339: String {
    let civil = civilTime
    var text = String(unsafeUninitializedCapacity: 40) { buffer in
      var count = 0
      func put(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
      }
      func digits(_ value: Int, _ width: Int) {
        var divisor = 1
        for _ in 1..<width { divisor *= 10 }
        while divisor > 0 {
          put(UInt8(48 + value / divisor % 10))
          divisor /= 10
        }
      }
      if civil.year < 0 { put(45) }
      digits(abs(civil.year), abs(civil.year) > 9_999 ? 6 : 4)
      put(45)
      digits(civil.month, 2)
      put(45)
      digits(civil.day, 2)
      put(84)
      digits(civil.hour, 2)
      put(58)
      digits(civil.minute, 2)
      put(58)
      digits(civil.second, 2)
      if civil.microsecond > 0 {
        put(46)
        var rest = civil.microsecond
        var width = 6
        while rest % 10 == 0 {
          rest /= 10
          width -= 1
        }
        digits(rest, width)
      }
      return count
    }
    text.append("Z")
    return text
  }
}
