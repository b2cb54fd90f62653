/// Numbers and names of a date's text without its time of day, and the one date they can mean.
struct DateParts {
  struct Number {
    var value: Int
    var digits: Int
    /// The sign between this number and the part before it; a space where there is none.
    var separator: UInt8
    /// Whether the month's name stands before it.
    var isAfterMonth: Bool
  }

  private(set) var numbers: [Number] = []
  private(set) var month: Int?
  private(set) var hasWeekday = false
  private(set) var isAfternoon: Bool?
  private(set) var namedHour: Int?
  private(set) var isUTC = false
  private var monthCouldBeWeekday = false
  private let isYearFirst: Bool

  init(isYearFirst: Bool) { self.isYearFirst = isYearFirst }

  /// Takes a piece of the text; false where it holds something that no date has.
  mutating func read(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var index = bytes.startIndex
    var separator = UInt8(ascii: " ")
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte &- 0x30 < 10 {
        let start = index
        var value = 0
        while index < bytes.endIndex, bytes[index] &- 0x30 < 10 {
          guard index - start < 17 else { return false }
          value = value * 10 + Int(bytes[index] &- 0x30)
          index += 1
        }
        numbers.append(
          Number(value: value, digits: index - start, separator: separator, isAfterMonth: month != nil))
        guard numbers.count <= 4 else { return false }
        separator = UInt8(ascii: " ")
      } else if Self.isLetter(byte) {
        let start = index
        while index < bytes.endIndex, Self.isLetter(bytes[index]) { index += 1 }
        let followsDigit = start > bytes.startIndex && bytes[start - 1] &- 0x30 < 10
        guard take(String(decoding: bytes[start..<index], as: UTF8.self).lowercased(), followsDigit: followsDigit)
        else {
          return false
        }
      } else {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "'"): break
        case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."): separator = byte
        default: return false
        }
        index += 1
      }
    }
    return true
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 }

  private static let fillers: Set<String> = [
    "at", "on", "of", "the", "day", "ad", "de", "del", "en", "le", "el", "à", "a", "às", "um", "uhr", "den", "der",
    "am",
    "op", "om", "kl", "klo", "il", "alle", "ore", "dne", "v", "o", "в", "г", "год", "года", "т", "year", "q", "r",
  ]

  private mutating func take(_ word: String, followsDigit: Bool) -> Bool {
    if followsDigit, ["st", "nd", "rd", "th", "er", "e", "º", "ª", "°", "ème", "de", "г", "t"].contains(word) {
      return true
    }
    if let number = CalendarNames.month(word) { return takeMonth(number, word) }
    if CalendarNames.isWeekday(word) {
      hasWeekday = true
      return true
    }
    switch word {
    case "pm": isAfternoon = true
    // German "am" (on the) is a filler; before a time of day the English one changes nothing but twelve.
    case "noon": namedHour = 12
    case "midnight": namedHour = 0
    case "gmt", "utc": isUTC = true
    default: return Self.fillers.contains(word)
    }
    return true
  }

  /// A second month is allowed where the first name is also a weekday's: French "mar" is Tuesday and March.
  private mutating func takeMonth(_ number: Int, _ word: String) -> Bool {
    guard month == nil || monthCouldBeWeekday && !numbers.contains(where: { !$0.isAfterMonth }) else { return false }
    if month != nil {
      hasWeekday = true
      for index in numbers.indices { numbers[index].isAfterMonth = false }
    }
    monthCouldBeWeekday = month == nil && CalendarNames.isWeekday(word)
    month = number
    return true
  }

  /// A date and perhaps a time in one number: `YYYYMMDD`, `YYYYMMDDhhmm[ss]`, `YYYYDDD`, seconds or milliseconds since
  /// 1970.
  func compact(hasText: Bool) -> CivilTime? {
    guard !hasText, let number = numbers.first else { return nil }
    var time = CivilTime()
    switch number.digits {
    case 9, 10, 11, 13:
      let unit: DateParser.UnixUnit = number.digits == 13 ? .milliseconds : .seconds
      guard let date = UnixTime.date(number.value, unit: unit) else { return nil }
      return CivilTime(utc: date.microseconds)
    case 12, 14:
      let scale = number.digits == 14 ? 1_000_000 : 10_000
      let clock = number.value % scale * (number.digits == 14 ? 1 : 100)
      time.hour = clock / 10_000
      time.minute = clock / 100 % 100
      time.second = clock % 100
      return Self.setDay(number.value / scale, in: &time) ? time : nil
    default:
      return nil
    }
  }

  /// Fills in year, month and day; false where the parts leave no reading or more than one.
  func complete(_ time: inout CivilTime) -> Bool {
    if let month {
      time.month = month
      return completeNamed(&time)
    }
    switch numbers.count {
    case 1: return completeSingle(&time)
    case 2: return completePair(&time)
    case 3: return completeTriple(&time)
    default: return false
    }
  }

  private static func setDay(_ value: Int, in time: inout CivilTime) -> Bool {
    time.year = value / 10_000
    time.month = value / 100 % 100
    time.day = value % 100
    return true
  }

  /// With the month's name one or two numbers remain: a year, or a day and a year.
  private func completeNamed(_ time: inout CivilTime) -> Bool {
    switch numbers.count {
    case 1:
      guard numbers[0].digits == 4 else { return false }
      time.year = numbers[0].value
      return true
    case 2:
      let yearFirst =
        Self.isYear(numbers[0]) || !Self.isYear(numbers[1]) && !numbers[0].isAfterMonth && !numbers[1].isAfterMonth
      let (year, day) = yearFirst ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
      guard day.digits <= 2, let value = Self.year(year) else { return false }
      time.year = value
      time.day = day.value
      return true
    default:
      return false
    }
  }

  private func completeSingle(_ time: inout CivilTime) -> Bool {
    let number = numbers[0]
    switch number.digits {
    case 8: return Self.setDay(number.value, in: &time)
    case 7: return Self.setOrdinal(number.value / 1000, number.value % 1000, in: &time)
    case 4 where !hasWeekday && number.value >= 1000:
      time.year = number.value
      return time.hour == 0 && time.minute == 0
    default: return false
    }
  }

  private func completePair(_ time: inout CivilTime) -> Bool {
    let (first, second) = (numbers[0], numbers[1])
    if first.digits == 4, second.digits == 3 { return Self.setOrdinal(first.value, second.value, in: &time) }
    guard second.separator != UInt8(ascii: " ") else { return false }
    if first.digits == 4, second.digits <= 2 {
      time.year = first.value
      time.month = second.value
      return true
    }
    guard first.digits <= 2, Self.isYear(second), let year = Self.year(second) else { return false }
    time.month = first.value
    time.year = year
    return true
  }

  private func completeTriple(_ time: inout CivilTime) -> Bool {
    if isYearFirst || Self.isYear(numbers[0]) {
      guard let year = Self.year(numbers[0]), numbers[1].digits <= 2, numbers[2].digits <= 2 else { return false }
      time.year = year
      time.month = numbers[1].value
      time.day = numbers[2].value
      return true
    }
    guard numbers[0].digits <= 2, numbers[1].digits <= 2, let year = Self.year(numbers[2]) else { return false }
    time.year = year
    let (first, second) = (numbers[0].value, numbers[1].value)
    let separator = numbers[1].separator
    // Two digits all through with hyphens or blanks can be read three ways.
    if !Self.isYear(numbers[2]), separator == UInt8(ascii: "-") || separator == UInt8(ascii: " ") { return false }
    let monthFirst: Bool
    if first > 12 || second > 12 {
      monthFirst = second > 12
    } else {
      // Slashes are the American form; dots, hyphens and blanks put the day first.
      monthFirst = separator == UInt8(ascii: "/")
    }
    time.month = monthFirst ? first : second
    time.day = monthFirst ? second : first
    return true
  }

  private static func setOrdinal(_ year: Int, _ dayOfYear: Int, in time: inout CivilTime) -> Bool {
    guard year >= 1, dayOfYear >= 1, dayOfYear <= (CivilTime.isLeap(year) ? 366 : 365) else { return false }
    time.year = year
    var rest = dayOfYear
    var month = 1
    while rest > CivilTime.days(inMonth: month, of: year) {
      rest -= CivilTime.days(inMonth: month, of: year)
      month += 1
    }
    time.month = month
    time.day = rest
    return true
  }

  /// Whether a number can only be a year.
  private static func isYear(_ number: Number) -> Bool {
    number.digits == 4 || number.digits == 2 && number.value > 31
  }

  private static func year(_ number: Number) -> Int? {
    switch number.digits {
    case 2: CivilTime.year(ofTwoDigits: number.value)
    case 4: number.value < 100 ? CivilTime.year(ofTwoDigits: number.value) : number.value
    default: nil
    }
  }
}
