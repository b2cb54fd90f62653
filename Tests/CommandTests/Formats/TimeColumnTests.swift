import Testing
import WeftKit

@testable import weft

@Suite struct TimeColumnTests {
  private static let instant = Timestamp(seconds: 1_738_332_300)  // 2025-01-31T14:05:00Z

  @Test(
    arguments: [
      (0, "now"), (59, "now"), (-59, "now"), (60, "1 min ago"), (3_599, "59 min ago"), (3_600, "1 h ago"),
      (86_399, "23 h ago"), (86_400, "1 day ago"), (13 * 86_400, "13 days ago"), (14 * 86_400, "2 weeks ago"),
      (59 * 86_400, "8 weeks ago"), (61 * 86_400, "2 months ago"), (729 * 86_400, "23 months ago"),
      (731 * 86_400, "2 years ago"), (-7_200, "in 2 h"), (-86_400 * 3, "in 3 days"),
    ] as [(Int64, String)])
  func relative(_ seconds: Int64, _ expected: String) {
    let now = Self.instant.advanced(by: .seconds(seconds))
    #expect(TimeColumn.relative(Self.instant, now: now) == expected)
    #expect(DisplayWidth.of(expected) <= TimeColumn(.relative, now: now).width)
  }

  @Test func theWildestDatesAreWritten() {
    for instant in [Timestamp.distantPast, .distantFuture] {
      for other in [Timestamp.distantPast, .distantFuture, Self.instant] {
        #expect(!TimeColumn.relative(instant, now: other).isEmpty)
      }
      #expect(!TimeColumn(.local, now: Self.instant, locale: "de").text(instant).isEmpty)
    }
  }

  /// ICU's data differ in details; the parts and their order do not.
  @Test(
    arguments: [
      ("de_DE", "Europe/Berlin", ["31.01.2025", "15:05"]), ("en_US", "America/New_York", ["01/31/2025", "09:05 AM"]),
      ("en_GB", "Europe/London", ["31/01/2025", "14:05"]), ("ja_JP", "Asia/Tokyo", ["2025/01/31", "23:05"]),
      (nil, "Asia/Kolkata", ["2025-01-31", "19:35"]), ("sv_SE", "UTC", ["2025-01-31", "14:05"]),
      ("xx_unknown", "Europe/Berlin", ["2025-01-31", "15:05"]), ("de", "Mars/Olympus", ["2025-01-31", "14:05"]),
    ] as [(String?, String, [String])])
  func local(_ locale: String?, _ zone: String, _ parts: [String]) {
    let column = TimeColumn(.local, now: Self.instant, locale: locale, zone: zone)
    let text = column.text(Self.instant)
    for part in parts { #expect(text.contains(part), "\(text)") }
    // One width, before noon and after, in winter and in summer.
    for offset in stride(from: 0, to: 400, by: 7) {
      let padded = column.padded(Self.instant.advanced(by: .seconds(offset * 86_400 + offset * 3_571)))
      #expect(DisplayWidth.of(padded) == column.width, "\(padded)")
    }
    #expect(DisplayWidth.of(column.padded(nil)) == column.width)
  }

  @Test func utcIsTheSameEverywhere() {
    #expect(
      TimeColumn(.utc, now: Self.instant, locale: "de", zone: "Asia/Tokyo").text(Self.instant) == "2025-01-31 14:05")
  }
}
