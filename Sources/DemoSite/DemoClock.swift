/// Dates of the demo site: seconds since 1970 in UTC, written the three ways its sources write them.
struct DemoClock {
  /// The newest date of the site: 2025-06-30T18:00:00Z. Nothing here reads a clock.
  static let epoch = 1_751_306_400

  let seconds: Int

  private var days: Int { seconds / 86_400 }
  private var secondOfDay: Int { seconds % 86_400 }

  /// Year, month and day; the era arithmetic is right for all dates after 1970.
  private var civil: (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    return (
      yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private var timeOfDay: String {
    DemoClock.two(secondOfDay / 3_600) + ":" + DemoClock.two(secondOfDay % 3_600 / 60) + ":"
      + DemoClock.two(secondOfDay % 60)
  }

  /// `2025-06-30T18:00:00Z` (RFC 3339).
  var rfc3339: String {
    let (year, month, day) = civil
    return "\(year)-\(DemoClock.two(month))-\(DemoClock.two(day))T\(timeOfDay)Z"
  }

  /// `2025-06-30T20:00:00+02:00`: the same instant in a fixed zone two hours east.
  var rfc3339East: String { String(DemoClock(seconds: seconds + 7_200).rfc3339.dropLast()) + "+02:00" }

  /// `Mon, 30 Jun 2025 18:00:00 +0000` (RFC 5322).
  var rfc5322: String {
    let (year, month, day) = civil
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let name = DemoClock.months[month - 1].prefix(3)
    return "\(weekdays[days % 7]), \(DemoClock.two(day)) \(name) \(year) \(timeOfDay) +0000"
  }

  /// `30 June 2025`.
  var text: String {
    let (year, month, day) = civil
    return "\(day) \(DemoClock.months[month - 1]) \(year)"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}
