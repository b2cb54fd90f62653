import Dates
import TestSupport
import Testing

@Suite struct ZoneTests {
  static let rows: [(zone: String, text: String, expected: String)] = [
    ("Europe/Berlin", "2024-07-01 12:00", "2024-07-01T10:00:00Z"),
    ("Europe/Berlin", "2024-01-01 12:00", "2024-01-01T11:00:00Z"),
    ("America/New_York", "Nov 2, 2025 09:00", "2025-11-02T14:00:00Z"),
    ("Asia/Kolkata", "2024-07-01", "2024-06-30T18:30:00Z"),
    ("UTC", "2024-07-01", "2024-07-01T00:00:00Z"), ("+05:30", "2024-07-01", "2024-06-30T18:30:00Z"),
    ("-0800", "2024-07-01", "2024-07-01T08:00:00Z"),
    // Its own zone counts.
    ("Europe/Berlin", "2024-07-01T12:00:00Z", "2024-07-01T12:00:00Z"),
    // Twice in autumn: the first; left out in spring: the offset before.
    ("Europe/Berlin", "2024-10-27 02:30", "2024-10-27T00:30:00Z"),
    ("Europe/Berlin", "2024-03-31 02:30", "2024-03-31T01:30:00Z"),
    ("Europe/Berlin", "2024-10-27 03:00", "2024-10-27T02:00:00Z"),
    ("Europe/Berlin", "2024-03-31 03:00", "2024-03-31T01:00:00Z"),
    ("America/New_York", "2025-11-02 01:30", "2025-11-02T05:30:00Z"),
    ("America/New_York", "2025-03-09 02:30", "2025-03-09T07:30:00Z"),
  ]

  @Test(arguments: rows) func localTimes(zone: String, text: String, expected: String) throws {
    let table = try #require(ZoneTable(named: zone))
    #expect(table.date(text)?.rfc3339 == expected)
  }

  @Test(arguments: [
    "", "Europe/Nowhere", "Mars", "+25:00", "+1x", "\u{0}", "Europe/Berlin\u{0}", String(repeating: "A", count: 10_000),
  ])
  func unknownZones(name: String) { #expect(ZoneTable(named: name) == nil) }

  @Test func localAndBackAgree() throws {
    let table = try #require(ZoneTable(named: "Australia/Lord_Howe"))
    var random = SplitMix64(seed: 5)
    for _ in 0..<5_000 {
      let instant = Int64.random(in: -2_000_000_000...4_000_000_000, using: &random)
      let local = instant + Int64(table.offset(at: instant))
      let back = local - Int64(table.offset(atLocal: local))
      #expect(
        back == instant || back < instant && back + Int64(table.offset(at: back)) == local,
        "seed \(random.seed), \(instant)")
    }
  }
}
