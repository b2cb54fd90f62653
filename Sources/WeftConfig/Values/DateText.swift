import WeftModel

/// A day, or an instant as RFC 3339 section 5.6 writes it.
enum DateText {
  /// The instant; a day begins at midnight UTC.
  static func instant(_ text: String) -> Timestamp? {
    var rest = Array(text.utf8)[...]
    guard rest.count <= 40, let year = digits(4, &rest), take(0x2D, &rest), let month = digits(2, &rest),
      take(0x2D, &rest), let day = digits(2, &rest), let days = days(year: year, month: month, day: day)
    else { return nil }
    if rest.isEmpty { return Timestamp(seconds: days * 86_400) }
    guard take(0x54, &rest) || take(0x74, &rest) || take(0x20, &rest), let hour = digits(2, &rest), hour < 24,
      take(0x3A, &rest), let minute = digits(2, &rest), minute < 60
    else { return nil }
    var second = 0
    var microseconds: Int64 = 0
    guard take(0x3A, &rest), let written = digits(2, &rest), written <= 60 else { return nil }
    // A leap second is the second before it (POSIX time has none).
    second = min(written, 59)
    if take(0x2E, &rest) {
      let fraction = rest.prefix { (0x30...0x39).contains($0) }
      guard !fraction.isEmpty else { return nil }
      var unit: Int64 = 100_000
      for digit in fraction.prefix(6) {
        microseconds += Int64(digit - 0x30) * unit
        unit /= 10
      }
      rest = rest.dropFirst(fraction.count)
    }
    guard let offset = zoneOffset(&rest), rest.isEmpty else { return nil }
    let seconds = days * 86_400 + Int64(hour * 3_600 + minute * 60 + second) - offset
    return Timestamp(microseconds: seconds * 1_000_000 + microseconds)
  }

  /// `Z` or `+02:00`, in seconds east of Greenwich.
  private static func zoneOffset(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    if take(0x5A, &rest) || take(0x7A, &rest) { return 0 }
    let isEast = take(0x2B, &rest)
    guard isEast || take(0x2D, &rest), let hours = digits(2, &rest), hours < 24, take(0x3A, &rest),
      let minutes = digits(2, &rest), minutes < 60
    else { return nil }
    return Int64(hours * 3_600 + minutes * 60) * (isEast ? 1 : -1)
  }

  /// Days since 1970-01-01 in the proleptic Gregorian calendar; `nil` for a day that no month has.
  private static func days(year: Int, month: Int, day: Int) -> Int64? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    guard (1...12).contains(month) else { return nil }
    let length = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    guard (1...length).contains(day) else { return nil }
    // A year that begins in March has its leap day at the end; 400 years are 146,097 days.
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * 146_097 + dayOfEra - 719_468)
  }

  private static func take(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func digits(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
    let head = rest.prefix(count)
    guard head.count == count, head.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    rest = rest.dropFirst(count)
    return head.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
