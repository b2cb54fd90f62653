internal import CICU

/// The offsets of a time zone through time: a value, made once for a source and asked for each date.
public struct ZoneTable: Sendable, Equatable {
  /// The name it was made from.
  public let name: String
  /// Instants of change in seconds since 1970, rising, and the offset in seconds from each on.
  private let changes: [(instant: Int64, offset: Int)]

  /// Coordinated Universal Time.
  public static let utc = ZoneTable(name: "UTC", changes: [(.min, 0)])

  private init(name: String, changes: [(instant: Int64, offset: Int)]) {
    self.name = name
    self.changes = changes
  }

  /// Compares the names, which say all.
  public static func == (left: ZoneTable, right: ZoneTable) -> Bool { left.name == right.name }

  /// A zone by its IANA name (`Europe/Berlin`), `UTC`, `Z` or an offset (`+05:30`); nil for an unknown one.
  ///
  /// Only IANA names open ICU. Changes are known from 1850 to 2100, and daylight saving is taken to go on as it is.
  public init?(named name: String) {
    if let offset = Self.fixedOffset(name) {
      self.init(name: name, changes: [(.min, offset)])
      return
    }
    // ICU takes names such as "EST5EDT" and three-letter ones too; the bound keeps hostile text out of it.
    guard name.utf8.count <= 64, !name.utf8.contains(0) else { return nil }
    let room = 1024
    var instants = [Double](repeating: 0, count: room)
    var offsets = [Int32](repeating: 0, count: room)
    let count = weft_icu_zone_changes(name, -3_786_825_600_000, 4_102_444_800_000, &instants, &offsets, room)
    guard count > 0 else { return nil }
    let changes = (0..<count).map { index in
      (instant: index == 0 ? Int64.min : Int64(instants[index] / 1000), offset: Int(offsets[index]) / 1000)
    }
    self.init(name: name, changes: changes)
  }

  private static func fixedOffset(_ name: String) -> Int? {
    var name = name
    return name.withUTF8 { bytes in
      if bytes.elementsEqual("UTC".utf8) || bytes.elementsEqual("Z".utf8) || bytes.elementsEqual("GMT".utf8) {
        return 0
      }
      guard let first = bytes.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") else { return nil }
      var scanner = ByteScanner(bytes)
      guard let zone = ZoneReader.read(&scanner), scanner.isAtEnd else { return nil }
      return zone.offset
    }
  }

  /// Seconds east of UTC at an instant, given in seconds since 1970.
  public func offset(at instant: Int64) -> Int { changes[index(at: instant)].offset }

  private func index(at instant: Int64) -> Int {
    var low = 0
    var high = changes.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if changes[middle].instant <= instant { low = middle } else { high = middle }
    }
    return low
  }

  /// Seconds east of UTC for what a clock in the zone showed, given as if it had been UTC.
  ///
  /// A time that comes twice in autumn is the first one; a time that spring leaves out is counted with the offset before
  /// (RFC 5545 section 3.3.5).
  public func offset(atLocal local: Int64) -> Int {
    var at = max(0, index(at: local) - 2)
    // The first stretch that has not ended by then…
    while at + 1 < changes.count, local &- Int64(changes[at].offset) >= changes[at + 1].instant { at += 1 }
    // …or the one before, where this one has not begun.
    if at > 0, local &- Int64(changes[at].offset) < changes[at].instant { at -= 1 }
    return changes[at].offset
  }

  /// The date that a text names, in this zone where it names none itself.
  public func date(_ text: String) -> ParsedDate? {
    guard let date = DateParser.parse(text) else { return nil }
    return date.hasZone ? date : instant(ofLocal: date)
  }

  /// A date that was read without a zone (as if in UTC), as the instant it means here.
  public func instant(ofLocal date: ParsedDate) -> ParsedDate {
    let offset = offset(atLocal: date.microseconds.floored(by: 1_000_000).quotient)
    return ParsedDate(microseconds: date.microseconds - Int64(offset) * 1_000_000, hasZone: date.hasZone)
  }
}
