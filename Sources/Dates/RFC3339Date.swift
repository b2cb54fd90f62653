/// ISO 8601's extended form and its profiles: RFC 3339, W3C-DTF, XML Schema's date and dateTime, what databases print.
enum RFC3339Date {
  /// `YYYY-MM-DD`, then nothing, a zone, or `T`, `t` or a space and `hh:mm[:ss[.fraction]]` with an optional zone.
  static func read(_ scanner: ByteScanner) -> CivilTime? { readUsual(scanner) ?? readAny(scanner) }

  /// `2025-06-02T08:00:00Z` or `…+02:00`, as nearly all machines write it: every part has its place. Nil for all else,
  /// which `readAny` reads.
  static func readUsual(_ scanner: ByteScanner) -> CivilTime? {
    let length = scanner.end - scanner.index
    guard length == 20 || length == 25 else { return nil }
    let text = FixedText(scanner.rest)
    guard text.has(UInt8(ascii: "-"), at: 4), text.has(UInt8(ascii: "-"), at: 7), text.has(UInt8(ascii: "T"), at: 10),
      text.has(UInt8(ascii: ":"), at: 13), text.has(UInt8(ascii: ":"), at: 16), let century = text.number(at: 0),
      let year = text.number(at: 2), let month = text.number(at: 5), let day = text.number(at: 8),
      let hour = text.number(at: 11), let minute = text.number(at: 14), let second = text.number(at: 17)
    else { return nil }
    var time = CivilTime()
    (time.year, time.month, time.day) = (century * 100 + year, month, day)
    (time.hour, time.minute, time.second) = (hour, minute, second)
    if length == 20 {
      guard text.has(UInt8(ascii: "Z"), at: 19) else { return nil }
      time.offset = 0
      return time
    }
    guard text.has(UInt8(ascii: ":"), at: 22), let hours = text.number(at: 20), let minutes = text.number(at: 23)
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    guard seconds < 86400 else { return nil }
    guard text.has(UInt8(ascii: "+"), at: 19) || text.has(UInt8(ascii: "-"), at: 19) else { return nil }
    time.offset = text.has(UInt8(ascii: "-"), at: 19) ? -seconds : seconds
    return time
  }

  static func readAny(_ scanner: ByteScanner) -> CivilTime? {
    var scanner = scanner
    var time = CivilTime()
    guard let year = scanner.fourDigits(), scanner.take(UInt8(ascii: "-")), let month = scanner.twoDigits(),
      scanner.take(UInt8(ascii: "-")), let day = scanner.twoDigits()
    else { return nil }
    time.year = year
    time.month = month
    time.day = day
    if scanner.isAtEnd { return time }
    let separator = scanner.peek()
    if (separator | 0x20) == UInt8(ascii: "t") || separator == 0x20 {
      scanner.index += 1
      guard TimeOfDay.readExtended(&scanner, into: &time) else { return nil }
    }
    guard let zone = ZoneReader.read(&scanner), scanner.isAtEnd else { return nil }
    time.offset = zone.offset
    return time
  }
}
