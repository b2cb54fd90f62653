import Testing
import WeftKit

@testable import weft

@Suite struct TimeBoundTests {
  private let now = Timestamp(seconds: 1_738_368_000)  // 2025-02-01T00:00:00Z

  @Test(arguments: [
    ("2025-01-31", "2025-01-31T00:00:00Z"),
    ("2024-02-29", "2024-02-29T00:00:00Z"),
    ("2025-01-31T14:05:00Z", "2025-01-31T14:05:00Z"),
    ("2025-01-31t14:05:00z", "2025-01-31T14:05:00Z"),
    ("2025-01-31 14:05:00+01:00", "2025-01-31T13:05:00Z"),
    ("2025-01-31T14:05:00.25-00:30", "2025-01-31T14:35:00.25Z"),
    ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"),
    ("36h", "2025-01-30T12:00:00Z"),
    ("7d", "2025-01-25T00:00:00Z"),
    ("90m", "2025-01-31T22:30:00Z"),
    ("2w", "2025-01-18T00:00:00Z"),
    ("1.5h", "2025-01-31T22:30:00Z"),
    ("0s", "2025-02-01T00:00:00Z"),
  ])
  func read(_ text: String, _ expected: String) {
    #expect(TimeBound.instant(text, now: now)?.rfc3339 == expected)
  }

  @Test(arguments: [
    "", "x", "2025", "2025-02-29", "2025-13-01", "2025-1-1", "2025-01-31T", "2025-01-31T14:05", "2025-01-31T14:05:00",
    "2025-01-31T24:00:00Z", "2025-01-31T14:05:00.Z", "2025-01-31T14:05:00Zx", "7", "7 d", "7y", "-7d", "nan", "infd",
    "99999999999999999999d", "1e5d", "２d",
  ])
  func refused(_ text: String) { #expect(TimeBound.instant(text, now: now) == nil) }

  @Test(arguments: [
    (Duration.milliseconds(400), "0.4 s"), (.seconds(40), "40 s"), (.seconds(300), "5 min"),
    (.seconds(10_800), "3 h"), (.seconds(3 * 86_400), "3 days"), (.seconds(-5), "0.0 s"),
    (.seconds(Int64.max), "1000000000 days"),
  ])
  func described(_ duration: Duration, _ text: String) { #expect(SpanText.description(duration) == text) }
}
