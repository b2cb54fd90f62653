/// Finds the time of day in a date's text.
enum ClockFinder {
  enum Finding {
    case none
    case malformed
    /// The bytes that time, meridiem and zone take.
    case found(Range<Int>)
  }

  static func find(_ scanner: ByteScanner, into time: inout CivilTime) -> Finding {
    var scanner = scanner
    let origin = scanner.index
    while !scanner.isAtEnd {
      guard scanner.peek() &- 0x30 < 10 else {
        scanner.index += 1
        continue
      }
      let start = scanner.index
      var after = scanner
      while after.peek() &- 0x30 < 10 { after.index += 1 }
      let length = after.index - start
      if after.peek() == UInt8(ascii: ":") {
        guard TimeOfDay.readExtended(&scanner, into: &time) else { return .malformed }
        return finish(scanner, start: start, into: &time)
      }
      if length <= 2, readHourForm(&scanner, into: &time) { return finish(scanner, start: start, into: &time) }
      if length == 4 || length == 6, start > origin, scanner.peek(-1) | 0x20 == UInt8(ascii: "t"),
        scanner.peek(-2) &- 0x30 < 10
      {
        guard readBasic(&scanner, length: length, into: &time) else { return .malformed }
        return finish(scanner, start: start - 1, into: &time)
      }
      scanner.index = after.index
    }
    return .none
  }

  /// `10h11`, `11h30m`, `18h`, `3 pm`.
  private static func readHourForm(_ scanner: inout ByteScanner, into time: inout CivilTime) -> Bool {
    var ahead = scanner
    guard let hour = ahead.digits(upTo: 2) else { return false }
    var meridiem = ahead
    if TimeOfDay.readMeridiem(&meridiem) != nil, !isClock(meridiem) {
      time.hour = hour.value
      scanner = ahead
      return true
    }
    guard ahead.peek() | 0x20 == UInt8(ascii: "h") else { return false }
    ahead.index += 1
    ahead.skipSpaces()
    let beforeMinutes = ahead
    if let minute = ahead.digits(upTo: 2), minute.count == 2 {
      time.minute = minute.value
      if ahead.peek() | 0x20 == UInt8(ascii: "m") {
        ahead.index += 1
        readSeconds(&ahead, into: &time)
      }
    } else {
      ahead = beforeMinutes
    }
    guard ahead.peek() | 0x20 &- 0x61 >= 26 else { return false }
    time.hour = hour.value
    scanner = ahead
    return true
  }

  /// Whether a time with a colon follows: in `9 PM 2:26` the meridiem belongs to that one.
  private static func isClock(_ scanner: ByteScanner) -> Bool {
    var scanner = scanner
    scanner.skipSpaces()
    return scanner.digits(upTo: 2) != nil && scanner.peek() == UInt8(ascii: ":")
  }

  private static func readSeconds(_ scanner: inout ByteScanner, into time: inout CivilTime) {
    var ahead = scanner
    ahead.skipSpaces()
    guard let second = ahead.digits(upTo: 2), ahead.peek() | 0x20 == UInt8(ascii: "s") else { return }
    ahead.index += 1
    time.second = second.value
    scanner = ahead
  }

  /// ISO 8601's basic form, `hhmm` or `hhmmss` with an optional fraction.
  private static func readBasic(_ scanner: inout ByteScanner, length: Int, into time: inout CivilTime) -> Bool {
    guard let hour = scanner.twoDigits(), let minute = scanner.twoDigits() else { return false }
    time.hour = hour
    time.minute = minute
    guard length == 6 else { return true }
    guard let second = scanner.twoDigits() else { return false }
    time.second = second
    if scanner.peek() == UInt8(ascii: ".") || scanner.peek() == UInt8(ascii: ","), scanner.peek(1) &- 0x30 < 10 {
      scanner.index += 1
      time.microsecond = scanner.fraction() ?? 0
    }
    return true
  }

  private static func finish(_ scanner: ByteScanner, start: Int, into time: inout CivilTime) -> Finding {
    var scanner = scanner
    if scanner.peek() | 0x20 == UInt8(ascii: "h"), scanner.peek(1) <= 0x20 { scanner.index += 1 }
    if let isAfternoon = TimeOfDay.readMeridiem(&scanner) {
      guard let hour = TimeOfDay.hour(time.hour, isAfternoon: isAfternoon) else { return .malformed }
      time.hour = hour
    }
    guard let zone = ZoneReader.read(&scanner) else { return .malformed }
    time.offset = zone.offset
    return .found(start..<scanner.index)
  }
}
