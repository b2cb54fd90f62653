/// A date and time of day in the proleptic Gregorian calendar, checked when it becomes an instant.
struct CivilTime {
  var year = 0
  var month = 1
  var day = 1
  var hour = 0
  var minute = 0
  var second = 0
  var microsecond = 0
  /// Seconds east of UTC; nil where the text names none.
  var offset: Int?

  /// A time at its default, the first instant of year 0.
  init() {}

  /// The reading of a UTC clock at an instant.
  init(utc microseconds: Int64) {
    let (seconds, fraction) = microseconds.floored(by: 1_000_000)
    let (days, clock) = seconds.floored(by: 86400)
    (year, month, day) = Self.date(daysSince1970: Int(days))
    hour = Int(clock / 3600)
    minute = Int(clock / 60 % 60)
    second = Int(clock % 60)
    microsecond = Int(fraction)
    offset = 0
  }

  /// Years 1 to 9999: what RFC 3339 can write, in UTC.
  static func isWritable(_ microseconds: Int64) -> Bool {
    microseconds >= -62_135_596_800_000_000 && microseconds <= 253_402_300_799_999_999
  }

  /// The instant, or nil where a part is out of its range: 29 February of a common year, second 60, a time after
  /// 24:00:00, a year that RFC 3339 cannot write.
  func parsed(defaultOffset: Int) -> ParsedDate? {
    guard year >= 0, year <= 9999, month >= 1, month <= 12, day >= 1, day <= Self.days(inMonth: month, of: year),
      hour >= 0, minute >= 0, minute < 60, second >= 0, second < 60,
      hour < 24 || hour == 24 && minute == 0 && second == 0 && microsecond == 0
    else { return nil }
    let seconds =
      Self.daysSince1970(year: year, month: month, day: day) * 86400 + hour * 3600 + minute * 60 + second
      - (offset ?? defaultOffset)
    let microseconds = Int64(seconds) * 1_000_000 + Int64(microsecond)
    guard Self.isWritable(microseconds) else { return nil }
    return ParsedDate(microseconds: microseconds, hasZone: offset != nil)
  }

  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  /// Days from 1970-01-01, by counting in eras of 400 years that begin on 1 March.
  static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The reverse of `daysSince1970`.
  static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// The day of the week of a date, 0 for Sunday.
  static func weekday(year: Int, month: Int, day: Int) -> Int {
    let days = daysSince1970(year: year, month: month, day: day)
    return ((days + 4) % 7 + 7) % 7
  }

  /// The year that two digits mean (RFC 5322 section 4.3).
  static func year(ofTwoDigits value: Int) -> Int { value < 50 ? 2000 + value : 1900 + value }

  static func rfc3339(microseconds: Int64) -> String {
    let (second, fraction) = microseconds.floored(by: 1_000_000)
    let (day, time) = second.floored(by: 86400)
    let date = date(daysSince1970: Int(day))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(27)
    let append = { (value: Int, width: Int) in
      var divisor = 1
      for _ in 1..<width { divisor *= 10 }
      while divisor > 0 {
        bytes.append(0x30 + UInt8(value / divisor % 10))
        divisor /= 10
      }
    }
    append(date.year, 4)
    bytes.append(UInt8(ascii: "-"))
    append(date.month, 2)
    bytes.append(UInt8(ascii: "-"))
    append(date.day, 2)
    bytes.append(UInt8(ascii: "T"))
    append(Int(time / 3600), 2)
    bytes.append(UInt8(ascii: ":"))
    append(Int(time / 60 % 60), 2)
    bytes.append(UInt8(ascii: ":"))
    append(Int(time % 60), 2)
    if fraction != 0 {
      bytes.append(UInt8(ascii: "."))
      append(Int(fraction), 6)
      while bytes.last == 0x30 { bytes.removeLast() }
    }
    bytes.append(UInt8(ascii: "Z"))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Int64 {
  /// Quotient rounded down, and the remainder, which is never negative.
  func floored(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
