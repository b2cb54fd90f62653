/// Dates as people and page templates write them: parts in any usual order, names in some twenty languages.
///
/// The time of day is found first, with its zone; what remains must be made of numbers, names and separators that
/// together leave one reading. A word that is not known makes the whole text no date.
enum LooseDate {
  static func read(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> CivilTime? {
    let text = DateTextNormalizer.normalized(bytes)
    guard let first = text.bytes.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+") else { return nil }
    return text.bytes.withUnsafeBufferPointer { bytes in
      let scanner = ByteScanner(bytes)
      var time = CivilTime()
      let clock: Range<Int>?
      switch ClockFinder.find(scanner, into: &time) {
      case .malformed: return nil
      case .none: clock = nil
      case .found(let range): clock = range
      }
      let dateEnd = clock?.lowerBound ?? scanner.end
      var parts = DateParts(isYearFirst: text.isYearFirst)
      guard parts.read(bytes[scanner.index..<dateEnd]),
        parts.read(bytes[(clock?.upperBound ?? scanner.end)..<scanner.end])
      else { return nil }
      if let isAfternoon = parts.isAfternoon {
        guard clock != nil, let hour = TimeOfDay.hour(time.hour, isAfternoon: isAfternoon) else { return nil }
        time.hour = hour
      }
      if clock == nil {
        if parts.numbers.count == 1, parts.month == nil, let whole = parts.compact(hasText: parts.hasWeekday) {
          return whole
        }
        if let hour = parts.namedHour { time.hour = hour }
        if parts.isUTC { time.offset = 0 }
      }
      return parts.complete(&time) ? time : nil
    }
  }
}
