import Dates
import Testing

@Suite struct RelativeTests {
  static let rows: [(String, String?)] = [
    ("just now", "2024-03-31T12:00:00Z"), ("3 hours ago", "2024-03-31T09:00:00Z"),
    ("an hour ago", "2024-03-31T11:00:00Z"),
    ("Yesterday", "2024-03-30T12:00:00Z"), ("1 week ago", "2024-03-24T12:00:00Z"),
    ("2 months ago", "2024-01-31T12:00:00Z"),
    ("1 month ago", "2024-02-29T12:00:00Z"), ("1 year ago", "2023-03-31T12:00:00Z"),
    ("13 months ago", "2023-02-28T12:00:00Z"),
    ("5m ago", "2024-03-31T11:55:00Z"), ("about 2 days ago", "2024-03-29T12:00:00Z"),
    ("45 min. ago", "2024-03-31T11:15:00Z"),
    ("in 2 days", nil), ("3 hours", nil), ("ago", nil), ("3 blocks ago", nil), ("", nil), ("9999999 days ago", nil),
    ("999999 years ago", nil), ("last Friday", nil), ("٣ hours ago", nil), ("tomorrow", nil),
  ]

  @Test(arguments: rows) func toldFromNow(text: String, expected: String?) throws {
    let now = try #require(DateParser.parse("2024-03-31T12:00:00Z"))
    #expect(RelativeDate.parse(text, now: now.microseconds)?.rfc3339 == expected)
  }
}
