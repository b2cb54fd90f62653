/// Dates told from now, in English: "3 hours ago", "yesterday", "just now".
public enum RelativeDate {
  private enum Unit {
    case seconds(Int64)
    case months(Int)
  }

  /// The instant that a text means at `now`, in microseconds since 1970; nil for any other text, the future included.
  ///
  /// Months and years are those of the UTC calendar; a day that the month does not have becomes its last one.
  public static func parse(_ text: String, now: Int64) -> ParsedDate? {
    guard text.utf8.count <= 64 else { return nil }
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    guard let distance = distance(words) else { return nil }
    let microseconds: Int64
    switch distance {
    case .seconds(let seconds): microseconds = now &- seconds * 1_000_000
    case .months(let months):
      guard let back = monthsBack(months, from: now) else { return nil }
      microseconds = back
    }
    return CivilTime.isWritable(microseconds) ? ParsedDate(microseconds: microseconds, hasZone: true) : nil
  }

  private static func distance(_ words: [String]) -> Unit? {
    switch words {
    case ["now"], ["just", "now"], ["today"], ["moments", "ago"], ["a", "moment", "ago"]: return .seconds(0)
    case ["yesterday"]: return .seconds(86400)
    case ["last", "week"]: return .seconds(7 * 86400)
    case ["last", "month"]: return .months(1)
    case ["last", "year"]: return .months(12)
    default: break
    }
    var words = words
    if let first = words.first, ["about", "over", "almost", "around"].contains(first) { words.removeFirst() }
    guard words.last == "ago" else { return nil }
    words.removeLast()
    if words.count == 1, let split = words[0].firstIndex(where: { !$0.isNumber }) {
      words = [String(words[0][..<split]), String(words[0][split...])]
    }
    guard words.count == 2, let count = count(words[0]) else { return nil }
    switch words[1] {
    case "s", "sec", "secs", "second", "seconds": return .seconds(count)
    case "m", "min", "mins", "minute", "minutes": return .seconds(count * 60)
    case "h", "hr", "hrs", "hour", "hours": return .seconds(count * 3600)
    case "d", "day", "days": return .seconds(count * 86400)
    case "w", "wk", "wks", "week", "weeks": return .seconds(count * 7 * 86400)
    case "mo", "mos", "month", "months": return .months(Int(count))
    case "y", "yr", "yrs", "year", "years": return .months(Int(count) * 12)
    default: return nil
    }
  }

  /// Six digits at most, so that no product of it overflows.
  private static func count(_ word: String) -> Int64? {
    switch word {
    case "a", "an", "one": 1
    default: word.utf8.count <= 6 && word.utf8.allSatisfy { $0 &- 0x30 < 10 } ? Int64(word) : nil
    }
  }

  private static func monthsBack(_ months: Int, from now: Int64) -> Int64? {
    let (day, clock) = now.floored(by: 86_400_000_000)
    var date = CivilTime.date(daysSince1970: Int(day))
    let (year, month) = (date.year * 12 + date.month - 1 - months).quotientAndFloor(by: 12)
    guard year > 0 else { return nil }
    date = (year, month + 1, min(date.day, CivilTime.days(inMonth: month + 1, of: year)))
    let days = CivilTime.daysSince1970(year: date.year, month: date.month, day: date.day)
    return Int64(days) * 86_400_000_000 + clock
  }
}

extension Int {
  fileprivate func quotientAndFloor(by divisor: Int) -> (Int, Int) {
    let (quotient, remainder) = Int64(self).floored(by: Int64(divisor))
    return (Int(quotient), Int(remainder))
  }
}
