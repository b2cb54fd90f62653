import Testing
import WeftModel

@testable import WeftConfig

struct QuantityTests {
  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("20s", .seconds(20)), ("5m", .seconds(300)), ("1.5h", .seconds(5_400)),
    ("7d", .seconds(604_800)), ("0s", .zero), ("10 min", .seconds(600)),
  ])
  func readsDurations(text: String, duration: Duration) { #expect(Quantity.duration(text) == duration) }

  @Test(arguments: ["", "5", "s", "-5s", "5y", "1e3s", ".5s", "5s ", "1.2.3s", "nan s", "99999999999999999999d", "５s"])
  func refusesOtherDurations(text: String) { #expect(Quantity.duration(text) == nil) }

  @Test(arguments: [
    ("8MiB", 8 << 20), ("500kB", 500_000), ("4096", 4_096), ("1.5 GiB", 3 << 29), ("1B", 1), ("2KiB", 2_048),
  ])
  func readsSizes(text: String, bytes: Int) { #expect(Quantity.size(text) == bytes) }

  @Test(arguments: ["", "8 megs", "-1", "MiB", "99999999GiB"])
  func refusesOtherSizes(text: String) { #expect(Quantity.size(text) == nil) }

  @Test(arguments: [
    ("2/s", Duration.milliseconds(500)), ("30/m", .seconds(2)), ("0.5/s", .seconds(2)), ("100/h", .seconds(36)),
  ])
  func readsRates(text: String, spacing: Duration) { #expect(Quantity.rate(text) == spacing) }

  @Test(arguments: ["2", "0/s", "/s", "2/", "2/s/s", "-1/s", "2/ms"])
  func refusesOtherRates(text: String) { #expect(Quantity.rate(text) == nil) }

  @Test(arguments: [
    ("2025-01-01", "2025-01-01T00:00:00Z"), ("2024-02-29", "2024-02-29T00:00:00Z"),
    ("2025-01-31T12:30:05.25+02:00", "2025-01-31T10:30:05.25Z"), ("1969-12-31t23:59:60z", "1969-12-31T23:59:59Z"),
    ("0001-01-01", "0001-01-01T00:00:00Z"), ("9999-12-31 00:00:00-12:00", "9999-12-31T12:00:00Z"),
  ])
  func readsDates(text: String, instant: String) { #expect(DateText.instant(text)?.rfc3339 == instant) }

  @Test(arguments: [
    "2025-02-29", "1900-02-29", "2025-13-01", "2025-00-01", "2025-1-1", "2025-01-01T25:00:00Z", "2025-01-01T12:00:00",
    "2025-01-01T12:00Z", "yesterday", "2025-01-01x", "2025-04-31", "2025-01-01T12:00:00.Z", "2025-01-01T12:60:00Z",
  ])
  func refusesOtherDates(text: String) { #expect(DateText.instant(text) == nil) }

  @Test(arguments: [
    ("0", true), ("-1.5e+3", true), ("01", false), (".5", false), ("1.", false), ("1e", false), ("", false),
    ("+1", false),
  ])
  func knowsJSONNumbers(text: String, isNumber: Bool) { #expect(Token.isJSONNumber(text) == isNumber) }
}
