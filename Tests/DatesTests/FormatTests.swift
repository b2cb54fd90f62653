import Dates
import Testing

@Suite struct FormatTests {
  static let rows: [(format: String, locale: String, zone: String?, text: String, expected: String?)] = [
    ("d. MMMM yyyy", "de", "Europe/Berlin", "3. März 2024", "2024-03-02T23:00:00Z"),
    ("d. MMMM yyyy", "de", nil, " 3.\u{a0}Mai  2024 ", "2024-05-03T00:00:00Z"),
    ("d. MMMM yyyy", "de", nil, "3. Aug. 2024", "2024-08-03T00:00:00Z"),
    ("d MMMM yyyy, HH:mm", "fr", "Europe/Paris", "14 juillet 2023, 18:05", "2023-07-14T16:05:00Z"),
    ("d MMMM yyyy", "ru", nil, "9 мая 1995", "1995-05-09T00:00:00Z"),
    ("yyyy年M月d日", "ja", "Asia/Tokyo", "2024年2月29日", "2024-02-28T15:00:00Z"),
    ("dd/MM/yy", "es", nil, "31/12/99", "1999-12-31T00:00:00Z"),
    ("dd/MM/yy", "es", nil, "31/12/10", "2010-12-31T00:00:00Z"),
    ("MMM d, yyyy h:mm a", "en-US", "America/New_York", "Jul 4, 2024 9:05 PM", "2024-07-05T01:05:00Z"),
    ("yyyy-MM-dd HH:mm Z", "en", "Asia/Tokyo", "2024-07-04 09:00 +0200", "2024-07-04T07:00:00Z"),
    ("d. MMMM yyyy", "de", nil, "32. März 2024", nil), ("d. MMMM yyyy", "de", nil, "30. Februar 2024", nil),
    ("d. MMMM yyyy", "de", nil, "3. March 2024", nil),
    ("d. MMMM yyyy", "de", nil, "3. März 2024 x", nil), ("d. MMMM yyyy", "de", nil, "am 3. März 2024", nil),
    ("d. MMMM yyyy", "de", nil, "", nil),
    ("'am' d. MMMM yyyy", "de", nil, "am 3. März 2024", "2024-03-03T00:00:00Z"),
  ]

  @Test(arguments: rows) func readsByFormat(
    row: (format: String, locale: String, zone: String?, text: String, expected: String?)
  ) throws {
    let reader = try DateFormatReader(format: row.format, locale: row.locale, zone: row.zone)
    let date = reader.parse(row.text)
    #expect(date?.rfc3339 == row.expected)
    if let date { #expect(date.hasZone == (row.zone != nil)) }
  }

  static let faults: [(format: String, locale: String, zone: String?, fault: DateFormatReader.Fault)] = [
    ("d. MMMM yyyy", "xx", nil, .unknownLocale("xx")), ("d. MMMM yyyy", "", nil, .unknownLocale("")),
    ("d. MMMM yyyy", "de", "Europe/Nowhere", .unknownZone("Europe/Nowhere")),
    ("d. MMMM", "de", nil, .formatWithoutYear("d. MMMM")), ("Tage yyyy", "de", nil, .badFormat("Tage yyyy")),
    ("d 'of yyyy", "en", nil, .badFormat("d 'of yyyy")),
    ("", "en", nil, .formatWithoutYear("")), ("dd.MM.YYYY", "de", nil, .formatWithoutYear("dd.MM.YYYY")),
    ("%Y-%m-%d", "en", nil, .badFormat("%Y-%m-%d")),
  ]

  @Test(arguments: faults) func saysWhatIsWrong(
    row: (format: String, locale: String, zone: String?, fault: DateFormatReader.Fault)
  ) {
    #expect(throws: row.fault) { try DateFormatReader(format: row.format, locale: row.locale, zone: row.zone) }
  }

  @Test func isSharedBetweenTasks() async throws {
    let reader = try DateFormatReader(format: "d. MMMM yyyy", locale: "de")
    let count = await withTaskGroup(of: Bool.self) { group in
      for day in 1...28 {
        for _ in 0..<20 { group.addTask { reader.parse("\(day). Juni 2024")?.rfc3339.hasPrefix("2024-06-") == true } }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(count == 560)
  }
}
