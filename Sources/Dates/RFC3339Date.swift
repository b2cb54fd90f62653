/// ISO 8601's extended form and its profiles: RFC 3339, W3C-DTF, XML Schema's date and dateTime, what databases print.
enum RFC3339Date {
  /// `YYYY-MM-DD`, then nothing, a zone, or `T`, `t` or a space and `hh:mm[:ss[.fraction]]` with an optional zone.
  static func read(_ scanner: ByteScanner) -> CivilTime? {
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
