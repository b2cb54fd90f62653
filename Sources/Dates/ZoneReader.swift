/// What stands behind a time of day: nothing, `Z`, an offset, a name, a name in parentheses.
struct ZoneReader {
  /// Seconds east of UTC; nil where no known zone was named.
  private(set) var offset: Int?
  private var hasOffset = false
  private var names = 0

  /// Reads zones as far as they go; nil where one is malformed (`+1`, `+25:00`, `+01000`).
  static func read(_ scanner: inout ByteScanner) -> ZoneReader? {
    // The two forms that nearly every date has.
    if scanner.isAtEnd { return ZoneReader() }
    var zone = ZoneReader()
    while true {
      var ahead = scanner
      ahead.skipSpaces()
      let byte = ahead.peek()
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
        guard !zone.hasOffset, ahead.peek(1) &- 0x30 < 10 else { return zone }
        ahead.index += 1
        guard let value = readOffset(&ahead) else { return nil }
        zone.offset = byte == UInt8(ascii: "-") ? -value : value
        zone.hasOffset = true
      } else if (byte | 0x20) &- 0x61 < 26 {
        guard zone.names < 2, zone.readName(&ahead) else { return zone }
      } else if byte == UInt8(ascii: "(") {
        while !ahead.isAtEnd, ahead.peek() != UInt8(ascii: ")") { ahead.index += 1 }
        guard ahead.take(UInt8(ascii: ")")) else { return nil }
      } else {
        return zone
      }
      scanner.index = ahead.index
    }
  }

  /// `hhmm`, `hh:mm`, `hh`, `h:mm`; minutes of 60 and more are added up, as `+00:60` shows that somebody writes them.
  private static func readOffset(_ scanner: inout ByteScanner) -> Int? {
    guard let first = scanner.digits(upTo: 4) else { return nil }
    var hours = first.value
    var minutes = 0
    if first.count > 2 {
      hours = first.value / 100
      minutes = first.value % 100
    } else if scanner.peek() == UInt8(ascii: ":") {
      scanner.index += 1
      guard let second = scanner.digits(upTo: 2) else { return nil }
      minutes = second.value
    }
    let seconds = hours * 3600 + minutes * 60
    return seconds < 86400 ? seconds : nil
  }

  /// A name known, or one that looks like a zone's: two to five capitals, or an IANA name. False where the word is none.
  private mutating func readName(_ scanner: inout ByteScanner) -> Bool {
    let start = scanner.index
    var capitals = true
    var slashes = false
    while true {
      let byte = scanner.peek()
      if byte &- 0x61 < 26 {
        capitals = false
      } else if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "_") && slashes {
        slashes = true
      } else if byte &- 0x41 >= 26 {
        break
      }
      scanner.index += 1
    }
    let length = scanner.index - start
    // Behind a letter no letter beyond ASCII may follow: that is another word.
    guard scanner.peek() < 0x80 else { return false }
    if scanner.peek() &- 0x30 < 10 { return false }
    var again = scanner
    again.index = start
    let word = slashes ? nil : again.packedWord()
    if let word, let known = ZoneNames.offset(word) {
      if !hasOffset { offset = known }
    } else {
      let isName = slashes ? length > 3 : capitals && length <= 5 && length > 1
      guard isName, word.map(DateWords.isZoneName) ?? true else { return false }
    }
    names += 1
    return true
  }
}

/// Short English words in capitals that stand where a zone could, and are none.
enum DateWords {
  private static let notZones: [UInt64] = [
    packed("jan"), packed("feb"), packed("mar"), packed("apr"), packed("may"), packed("jun"), packed("jul"),
    packed("aug"), packed("sep"), packed("sept"), packed("oct"), packed("nov"), packed("dec"), packed("june"),
    packed("july"), packed("march"), packed("april"), packed("sun"), packed("mon"), packed("tue"), packed("wed"),
    packed("thu"), packed("fri"), packed("sat"), packed("am"), packed("pm"), packed("on"), packed("at"), packed("of"),
    packed("ad"),
  ]

  static func isZoneName(_ word: UInt64) -> Bool { !notZones.contains(word) }
}
