import WeftKit

/// The argument of `--since` and `--until`: RFC 3339, a day, or a span back from now.
enum TimeBound {
  /// The instant; `nil` where the text is none of the three.
  static func instant(_ text: String, now: Timestamp) -> Timestamp? {
    if let span = SpanText.duration(text) { return now.advanced(by: .zero - span) }
    return dateAndTime(text)
  }

  /// `2025-01-31` (its beginning in UTC) or `2025-01-31T14:05:00.25+01:00` (RFC 3339 section 5.6; a blank for the T).
  private static func dateAndTime(_ text: String) -> Timestamp? {
    var digits = Array(text.utf8)[...]
    guard let year = number(4, &digits), take(0x2D, &digits), let month = number(2, &digits), take(0x2D, &digits),
      let day = number(2, &digits), (1...12).contains(month), day >= 1, day <= days(in: month, of: year)
    else { return nil }
    let midnight = Int64(dayNumber(year, month, day)) * 86_400
    if digits.isEmpty { return Timestamp(seconds: midnight) }
    guard let separator = digits.popFirst(), [0x54, 0x74, 0x20].contains(separator),
      let hour = number(2, &digits), take(0x3A, &digits), let minute = number(2, &digits), take(0x3A, &digits),
      let second = number(2, &digits), hour < 24, minute < 60, second <= 60
    else { return nil }
    var microseconds: Int64 = 0
    if take(0x2E, &digits) {
      guard let fraction = fraction(&digits) else { return nil }
      microseconds = fraction
    }
    guard let offset = offset(&digits), digits.isEmpty else { return nil }
    let seconds = midnight + Int64(hour * 3_600 + minute * 60 + min(second, 59)) - offset
    return Timestamp(microseconds: seconds * 1_000_000 + microseconds)
  }

  /// The digits of a fraction of a second, as microseconds.
  private static func fraction(_ digits: inout ArraySlice<UInt8>) -> Int64? {
    var value: Int64 = 0
    var scale: Int64 = 100_000
    var count = 0
    while let digit = digits.first, digit >= 0x30, digit <= 0x39 {
      digits.removeFirst()
      value += Int64(digit - 0x30) * scale
      scale /= 10
      count += 1
    }
    return count > 0 ? value : nil
  }

  /// `Z` or `+01:00`, in seconds.
  private static func offset(_ digits: inout ArraySlice<UInt8>) -> Int64? {
    guard let sign = digits.popFirst() else { return nil }
    if sign == 0x5A || sign == 0x7A { return 0 }
    guard sign == 0x2B || sign == 0x2D, let hours = number(2, &digits), take(0x3A, &digits),
      let minutes = number(2, &digits), hours < 24, minutes < 60
    else { return nil }
    return Int64(hours * 3_600 + minutes * 60) * (sign == 0x2B ? 1 : -1)
  }

  private static func number(_ count: Int, _ digits: inout ArraySlice<UInt8>) -> Int? {
    guard digits.count >= count else { return nil }
    var value = 0
    for digit in digits.prefix(count) {
      guard digit >= 0x30, digit <= 0x39 else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    digits.removeFirst(count)
    return value
  }

  private static func take(_ byte: UInt8, _ digits: inout ArraySlice<UInt8>) -> Bool {
    guard digits.first == byte else { return false }
    digits.removeFirst()
    return true
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Days since 1970-01-01; a year begins in March, so that the leap day is its last.
  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }
}
