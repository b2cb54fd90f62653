/// The dates of mail, news and RSS: RFC 822, RFC 850, RFC 1123, RFC 2822, in their usual writing.
enum RFC822Date {
  /// `[weekday,] day month year hh:mm[:ss] [zone]` with English names; the weekday is not compared with the date,
  /// because it is wrong in real feeds and the date is not.
  static func read(_ scanner: ByteScanner) -> CivilTime? { readUsual(scanner) ?? readAny(scanner) }

  /// `Mon, 02 Jun 2025 08:00:00 +0000` or `… GMT`, as nearly all feeds write it: every part has its place. Nil for all
  /// else, which `readAny` reads.
  static func readUsual(_ scanner: ByteScanner) -> CivilTime? {
    let length = scanner.end - scanner.index
    guard length == 31 || length == 29 else { return nil }
    let text = FixedText(scanner.rest)
    guard text.has(UInt8(ascii: ","), at: 3), text.has(0x20, at: 4), text.has(0x20, at: 7), text.has(0x20, at: 11),
      text.has(0x20, at: 16), text.has(UInt8(ascii: ":"), at: 19), text.has(UInt8(ascii: ":"), at: 22),
      text.has(0x20, at: 25), let weekday = text.word(at: 0), isUsualWeekday(weekday),
      let month = text.word(at: 8).flatMap(usualMonth), let day = text.number(at: 5), day <= 31,
      let century = text.number(at: 12), century >= 10, let year = text.number(at: 14),
      let hour = text.number(at: 17), let minute = text.number(at: 20), let second = text.number(at: 23)
    else { return nil }
    var time = CivilTime()
    (time.year, time.month, time.day) = (century * 100 + year, month, day)
    (time.hour, time.minute, time.second) = (hour, minute, second)
    if length == 29 {
      guard text.word(at: 26) == 0x74_6D67 else { return nil }
      time.offset = 0
      return time
    }
    guard let hours = text.number(at: 27), let minutes = text.number(at: 29) else { return nil }
    let seconds = hours * 3600 + minutes * 60
    guard seconds < 86400 else { return nil }
    guard text.has(UInt8(ascii: "+"), at: 26) || text.has(UInt8(ascii: "-"), at: 26) else { return nil }
    time.offset = text.has(UInt8(ascii: "-"), at: 26) ? -seconds : seconds
    return time
  }

  /// The numbers are those of `packed`: a switch over them is faster than a table.
  private static func isUsualWeekday(_ word: UInt32) -> Bool {
    switch word {
    case 0x6E_6F6D, 0x65_7574, 0x64_6577, 0x75_6874, 0x69_7266, 0x74_6173, 0x6E_7573: true
    default: false
    }
  }

  private static func usualMonth(_ word: UInt32) -> Int? {
    switch word {
    case 0x6E_616A: 1
    case 0x62_6566: 2
    case 0x72_616D: 3
    case 0x72_7061: 4
    case 0x79_616D: 5
    case 0x6E_756A: 6
    case 0x6C_756A: 7
    case 0x67_7561: 8
    case 0x70_6573: 9
    case 0x74_636F: 10
    case 0x76_6F6E: 11
    case 0x63_6564: 12
    default: nil
    }
  }

  static func readAny(_ scanner: ByteScanner) -> CivilTime? {
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
