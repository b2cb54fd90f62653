import Testing

@testable import Dates

/// The short way for the usual RFC 3339 date must say what the long way says, or nothing.
@Suite struct UsualMachineDateTests {
  @Test(arguments: [
    "2025-06-02T08:00:00Z", "2025-02-31T23:59:59-23:59", "2024-02-29T24:00:00+05:30", "0017-06-02T08:00:00+00:60",
  ])
  func isReadTheShortWay(text: String) { #expect(Self.ways.short(text) != nil, "\(text)") }

  @Test(arguments: [
    "2025-06-02T08:00:00z", "2025-06-02 08:00:00Z", "2025-06-02T08:00:00+24:00", "2025-06-02T08:00:00+0200",
    "2025-06-02T08:00:00.5Z", "2025-06-02T08:00Z", "2025-06-02", "2025-06-02T08:00:00*02:00", "2025-06-02T8:00:00 Z",
    "",
  ])
  func isLeftToTheLongWay(text: String) { #expect(Self.ways.short(text) == nil, "\(text)") }

  @Test func bothWaysAgree() {
    Self.ways.agree(
      on: ["2025-06-02T08:00:00Z", "2025-06-02T08:00:00+01:30", "2009-11-10T23:00:00-05:00"],
      changedBy: "0123456789 :,+-TtZz.W")
  }

  private static let ways = TwoWays(short: RFC3339Date.readUsual, long: RFC3339Date.readAny)
}
