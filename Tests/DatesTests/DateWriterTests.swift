import Dates
import Testing

@Suite struct DateWriterTests {
  @Test(
    arguments: [
      ([:], nil), (["LANG": "de_DE.UTF-8"], "de_DE"), (["LANG": "C.UTF-8"], nil), (["LANG": "POSIX"], nil),
      (["LC_TIME": "fr_FR@euro", "LANG": "de_DE"], "fr_FR"), (["LC_ALL": "C", "LC_TIME": "fr_FR"], nil),
      (["LC_ALL": "", "LANG": "ja_JP.eucJP"], "ja_JP"), (["LC_ALL": ".UTF-8"], nil),
    ] as [([String: String], String?)])
  func localeOfTheEnvironment(_ variables: [String: String], _ expected: String?) {
    #expect(DateWriter.locale { variables[$0] } == expected)
  }

  @Test(
    arguments: [
      ("xx", nil), ("de", "Mars/Olympus"), ("", nil), ("de\u{0}", nil), (String(repeating: "d", count: 99), nil),
    ] as [(String?, String?)])
  func unknownOnes(_ locale: String?, _ zone: String?) { #expect(DateWriter(locale: locale, zone: zone) == nil) }

  @Test func summerTime() throws {
    let writer = try #require(DateWriter(locale: nil, zone: "Europe/Berlin"))
    #expect(writer.text(1_743_296_399_000_000) == "2025-03-30 01:59")
    #expect(writer.text(1_743_296_400_000_000) == "2025-03-30 03:00")
    #expect(writer.text(.max) == nil && writer.text(.min) == nil)
  }
}
