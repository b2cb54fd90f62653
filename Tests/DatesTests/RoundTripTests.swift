import Dates
import TestSupport
import Testing

/// An instant written in each style that is read comes back as the same instant.
@Suite struct RoundTripTests {
  static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  static let german = [
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
    "Dezember",
  ]

  @Test func everyStyleReadsBack() throws {
    var random = SplitMix64(seed: 19_700_101)
    for _ in 0..<800 {
      let second = Int64.random(in: -60_000_000_000...250_000_000_000, using: &random)
      let expected = ParsedDate(microseconds: second * 1_000_000, hasZone: true)
      let text = expected.rfc3339
      #expect(DateParser.parse(text) == expected, "seed \(random.seed): \(text)")
      // Two-digit and small years are read as abbreviations in the other styles.
      guard second > -30_000_000_000 else { continue }
      let number = { (from: Int, count: Int) in
        Int(text.utf8.dropFirst(from).prefix(count).reduce(0) { $0 * 10 + Int($1) - 48 })
      }
      let (year, month, day) = (number(0, 4), number(5, 2), number(8, 2))
      let clock = text.dropFirst(11).prefix(8)
      let name = Self.months[month - 1]
      let offset = Int.random(in: -14...14, using: &random)
      let sign = offset < 0 ? "-" : "+"
      let zone = sign + (abs(offset) < 10 ? "0" : "") + "\(abs(offset))30"
      let styles: [(String, Int64)] = [
        ("\(text.prefix(10)) \(clock)Z", 0), ("Mon, \(day) \(name) \(year) \(clock) GMT", 0),
        ("\(day) \(name) \(year) \(clock) \(zone)", Int64(offset * 3600 + (offset < 0 ? -1800 : 1800))),
        ("\(name) \(day), \(year) \(clock) UTC", 0), ("Mon \(name) \(day) \(clock) GMT \(year)", 0),
        ("\(year)/\(month)/\(day) \(clock) GMT", 0), ("\(day). \(Self.german[month - 1]) \(year), \(clock) Z", 0),
        ("\(year)年\(month)月\(day)日 \(clock) GMT", 0),
        ("\(text.prefix(4))\(text.dropFirst(5).prefix(2))\(text.dropFirst(8).prefix(2))T\(clock)Z", 0),
      ]
      for (style, east) in styles {
        #expect(
          DateParser.parse(style)?.microseconds == expected.microseconds - east * 1_000_000,
          "seed \(random.seed): \(style)")
      }
    }
  }

  @Test func arbitraryTextNeverTraps() {
    var random = SplitMix64(seed: 42)
    let pieces = [
      "2016", "-", "/", ":", " ", "Mon", ",", "12", "5", "May", "T", "Z", "+", "(", ")", ".", "pm", "年", "h", "EST",
      "ü", "999999999", "\u{0}", "mar",
    ]
    for _ in 0..<8_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0..<12, using: &random) { text += pieces.randomElement(using: &random) ?? "" }
      if let date = DateParser.parse(text) {
        #expect(DateParser.parse(date.rfc3339)?.microseconds == date.microseconds, "\(text)")
      }
    }
  }
}
