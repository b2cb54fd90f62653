import Testing

@testable import Dates

/// The short way for the usual mail date must say what the long way says, or nothing.
@Suite struct UsualMailDateTests {
  @Test(arguments: [
    "Mon, 02 Jun 2025 08:00:00 +0000", "mon, 02 JUN 2025 08:00:00 GMT", "Fri, 31 Feb 2025 23:59:59 -2359",
    "Sun, 29 Feb 2024 24:00:00 +0530",
  ])
  func isReadTheShortWay(text: String) { #expect(Self.ways.short(text) != nil, "\(text)") }

  @Test(arguments: [
    "Xyz, 02 Jun 2025 08:00:00 +0000", "Mon, 02 Jux 2025 08:00:00 +0000", "Mon, 02 Jun 2025 08:00:00 +2400",
    "Mon, 32 Jun 2025 08:00:00 +0000", "Mon, 02 Jun 0017 08:00:00 +0000", "Mon, 02 Jun 2025 08:00:00 *0000",
    "Mon, 02 Jun 2025 08:00:00 EST", "Mon,  2 Jun 2025 08:00:00 GMT", "Mon, 02 Jun 2025 08.00:00 GMT", "",
  ])
  func isLeftToTheLongWay(text: String) { #expect(Self.ways.short(text) == nil, "\(text)") }

  @Test func bothWaysAgree() {
    let template = "Mon, 02 Jun 2025 08:00:00 +0130"
    Self.ways.agree(
      on: [template, template, template, "Tue, 10 Nov 2009 23:00:00 GMT"],
      changedBy: "0123456789 :,+-JanFebMarAprMayJulAugSepOctNovDecTuWdhFriSatGMTZ\t.")
  }

  private static let ways = TwoWays(short: RFC822Date.readUsual, long: RFC822Date.readAny)
}
