/// Times of day as they stand in dates.
enum TimeOfDay {
  /// `h:mm[:ss[.fraction]]`, one or two digits for the hour, a comma or a point before the fraction.
  @inline(__always)
  static func readExtended(_ scanner: inout ByteScanner, into time: inout CivilTime) -> Bool {
    guard let hour = scanner.digits(upTo: 2), scanner.take(UInt8(ascii: ":")), let minute = scanner.twoDigits() else {
      return false
    }
    time.hour = hour.value
    time.minute = minute
    if scanner.take(UInt8(ascii: ":")) {
      guard let second = scanner.twoDigits() else { return false }
      time.second = second
      if scanner.peek() == UInt8(ascii: ".") || scanner.peek() == UInt8(ascii: ","), scanner.peek(1) &- 0x30 < 10 {
        scanner.index += 1
        time.microsecond = scanner.fraction() ?? 0
      }
    }
    // `11:47:32:04` and `15:045` are no times.
    return scanner.peek() != UInt8(ascii: ":") && scanner.peek() &- 0x30 >= 10
  }

  /// `am`, `a.m.`, `pm`, `P.M.` with blanks before it: true for the afternoon.
  static func readMeridiem(_ scanner: inout ByteScanner) -> Bool? {
    var ahead = scanner
    ahead.skipSpaces()
    let letter = ahead.peek() | 0x20
    guard letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") else { return nil }
    ahead.index += 1
    let isDotted = ahead.take(UInt8(ascii: "."))
    guard (ahead.peek() | 0x20) == UInt8(ascii: "m") else { return nil }
    ahead.index += 1
    if isDotted { _ = ahead.take(UInt8(ascii: ".")) }
    guard (ahead.peek() | 0x20) &- 0x61 >= 26 else { return nil }
    scanner.index = ahead.index
    return letter == UInt8(ascii: "p")
  }

  /// The hour of the 24-hour day; nil for a contradiction such as 14 AM. `23:13 PM` is what a confused program writes,
  /// and can only mean 23:13.
  static func hour(_ hour: Int, isAfternoon: Bool) -> Int? {
    switch hour {
    case 1...11: isAfternoon ? hour + 12 : hour
    case 12: isAfternoon ? 12 : 0
    case 0: isAfternoon ? nil : 0
    case 13...23: isAfternoon ? hour : nil
    default: nil
    }
  }
}
