/// The dates of mail, news and RSS: RFC 822, RFC 850, RFC 1123, RFC 2822, in their usual writing.
enum RFC822Date {
  /// `[weekday,] day month year hh:mm[:ss] [zone]` with English names; the weekday is not compared with the date,
  /// because it is wrong in real feeds and the date is not.
  static func read(_ scanner: ByteScanner) -> CivilTime? {
    var scanner = scanner
    var time = CivilTime()
    if scanner.peek() &- 0x30 >= 10 {
      guard let word = scanner.packedWord(), isWeekday(word) else { return nil }
      _ = scanner.take(UInt8(ascii: ","))
      scanner.skipSpaces()
    }
    // `32 DEC 10` has its year first, which the wider reader knows.
    guard let day = scanner.digits(upTo: 2), day.value <= 31 else { return nil }
    time.day = day.value
    guard skipSeparator(&scanner), let word = scanner.packedWord(), let month = month(word) else { return nil }
    time.month = month
    guard skipSeparator(&scanner), let year = scanner.digits(upTo: 4) else { return nil }
    switch year.count {
    case 2: time.year = CivilTime.year(ofTwoDigits: year.value)
    // A year 0017 in a mail date is a program's 17.
    case 4: time.year = year.value < 100 ? CivilTime.year(ofTwoDigits: year.value) : year.value
    default: return nil
    }
    guard scanner.peek() == 0x20 else { return nil }
    scanner.skipSpaces()
    guard TimeOfDay.readExtended(&scanner, into: &time), let zone = ZoneReader.read(&scanner), scanner.isAtEnd else {
      return nil
    }
    time.offset = zone.offset
    return time
  }

  private static func skipSeparator(_ scanner: inout ByteScanner) -> Bool {
    if scanner.take(UInt8(ascii: "-")) { return true }
    guard scanner.peek() == 0x20 else { return false }
    scanner.skipSpaces()
    return true
  }

  private static let weekdays: [UInt64] = [
    packed("mon"), packed("tue"), packed("wed"), packed("thu"), packed("fri"), packed("sat"), packed("sun"),
    packed("monday"), packed("tuesday"), packed("wednesda"), packed("thursday"), packed("friday"),
    packed("saturday"), packed("sunday"),
  ]

  private static func isWeekday(_ word: UInt64) -> Bool { weekdays.contains(word) }

  private static let months: [UInt64] = [
    packed("jan"), packed("feb"), packed("mar"), packed("apr"), packed("may"), packed("jun"), packed("jul"),
    packed("aug"), packed("sep"), packed("oct"), packed("nov"), packed("dec"),
  ]

  /// Months by their three letters; other forms are left to the wider reader.
  private static func month(_ word: UInt64) -> Int? { months.firstIndex(of: word).map { $0 + 1 } }
}
