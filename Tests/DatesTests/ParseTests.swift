import Dates
import Testing

@Suite struct ParseTests {
  /// Texts and the instants they name, in UTC.
  static let named: [(String, String)] = [
    // RFC 3339, W3C-DTF, ISO 8601
    ("2003-12-31T10:14:55Z", "2003-12-31T10:14:55Z"), ("2003-12-31t10:14:55z", "2003-12-31T10:14:55Z"),
    ("2003-12-31T10:14:55.125Z", "2003-12-31T10:14:55.125Z"), ("2003-12-31 10:14:55,5+02:00", "2003-12-31T08:14:55.5Z"),
    ("2003-12-31T10:14:55.123456789-0800", "2003-12-31T18:14:55.123456Z"),
    ("1997-07-16T19:20+01:00", "1997-07-16T18:20:00Z"),
    ("2013-01-27-01:00", "2013-01-27T01:00:00Z"), ("2013-01-27Z", "2013-01-27T00:00:00Z"),
    ("20030925T104941-0300", "2003-09-25T13:49:41Z"), ("2006-01-02T24:00:00Z", "2006-01-03T00:00:00Z"),
    ("20120411T03:30+00:61", "2012-04-11T02:29:00Z"), ("2000-02-29T00:00:00+14:00", "2000-02-28T10:00:00Z"),
    ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"), ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"),
    // RFC 822, 850, 1123, 2822; named zones; two-digit years; wrong weekdays
    ("Fri, 28 May 2010 21:03:38 GMT", "2010-05-28T21:03:38Z"),
    ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"),
    ("Mon, 21 Apr 2025 06:00:00 EDT", "2025-04-21T10:00:00Z"), ("Mon, 21 Apr 2025 06:00 EST", "2025-04-21T11:00:00Z"),
    ("Fri, 22 Sep 17 22:05:03 +0300", "2017-09-22T19:05:03Z"), ("Fri, 28 May 99 21:03:38 UT", "1999-05-28T21:03:38Z"),
    ("Wed, 09 Jun 2010 01:00:00 CET", "2010-06-09T00:00:00Z"),
    ("Wed, 09 Jun 2010 01:00:00 CEST", "2010-06-08T23:00:00Z"),
    ("Sat, 28 May 2010 21:03:38 +0000", "2010-05-28T21:03:38Z"), ("28 May 2010 21:03:38 -0000", "2010-05-28T21:03:38Z"),
    ("Mon, 15 Jan 2024 09:30:00 +0000 (UTC)", "2024-01-15T09:30:00Z"),
    ("Thu, 30 May 2024 10:13:10 -0500 CDT (CDT)", "2024-05-30T15:13:10Z"),
    ("Thu, 29 Oct 2020 07:36:03 GMT-07:00", "2020-10-29T14:36:03Z"),
    ("Thu, 19 Jan 2023 10:45:00 +03", "2023-01-19T07:45:00Z"),
    (" \n Fri, 28 May 2010 21:03:38 Z \t", "2010-05-28T21:03:38Z"),
    ("Fri,28 Sept 2010 21:03:38 GMT", "2010-09-28T21:03:38Z"),
    ("Tue Apr 4 00:22:12 PDT 1995", "1995-04-04T07:22:12Z"), ("Thu May 05 10:11:12 +0200 2022", "2022-05-05T08:11:12Z"),
    ("Fri, 2006/09/15 08:19:53 EDT", "2006-09-15T12:19:53Z"), ("Sun, 17 Dec 2017 1:55 PM EST", "2017-12-17T18:55:00Z"),
    ("Mon, ٠٢ Jan 2006 15:04:05 GMT", "2006-01-02T15:04:05Z"),
    ("Do, 29 Mär 2018 00:00:00 +0200", "2018-03-28T22:00:00Z"),
    ("Κυρ, 11 Ιούλ 2004 12:00:00 EST", "2004-07-11T17:00:00Z"),
    ("mar 07 giu 2022 08:56:47 +0200", "2022-06-07T06:56:47Z"),
    // epoch
    ("1518478934", "2018-02-12T23:42:14Z"), ("1436745600000", "2015-07-13T00:00:00Z"),
  ]

  @Test(arguments: named) func namesAZone(text: String, expected: String) {
    #expect(DateParser.parse(text)?.rfc3339 == expected)
    #expect(DateParser.parse(text, defaultOffset: 7200)?.rfc3339 == expected, "the default must not count")
    if text.contains(":") { #expect(DateParser.parse(text)?.hasZone == true) }
  }

  /// Texts without a zone, read in a zone two hours east.
  static let local: [(String, String)] = [
    ("2016/6/29 15:07:41", "2016-06-29T13:07:41Z"), ("2014-04-11 00:00", "2014-04-10T22:00:00Z"),
    ("2014-02-04", "2014-02-03T22:00:00Z"), ("Fri, 28 May 2010 21:03:38 XYZ", "2010-05-28T19:03:38Z"),
    ("Fri, 28 May 2010 21:03:38 A", "2010-05-28T19:03:38Z"),
    ("Thu, 25 Feb 2016 00:00:00 Europe/Brussels", "2016-02-24T22:00:00Z"),
    ("Thu, 01 Jan 2004", "2003-12-31T22:00:00Z"), ("March 30 2020 07:02:38 PM", "2020-03-30T17:02:38Z"),
    ("July 4, 1976 12:01:02 am", "1976-07-03T22:01:02Z"), ("2:21 p.m., December 11, 2014", "2014-12-11T12:21:00Z"),
    ("1 a.m 20.07.2021", "2021-07-19T23:00:00Z"), ("20 Mar 2013 10h11", "2013-03-20T08:11:00Z"),
    ("2016年3月20日(日) 21時40分", "2016-03-20T19:40:00Z"), ("2020/10/9 下午 02:26:26", "2020-10-09T12:26:26Z"),
    ("2020/10/9 PM 2:26", "2020-10-09T12:26:00Z"), ("22 janvier 2015 à 14h40", "2015-01-22T12:40:00Z"),
    ("21. Dezember 2013", "2013-12-20T22:00:00Z"),
    ("13 янв. 2005 г. 19:13", "2005-01-13T17:13:00Z"), ("20080227T21:26:01.5", "2008-02-27T19:26:01.5Z"),
    ("19970902090807", "1997-09-02T07:08:07Z"), ("1999050", "1999-02-18T22:00:00Z"),
    ("2003-12", "2003-11-30T22:00:00Z"),
    ("32 DEC 10 10:30", "2032-12-10T08:30:00Z"), ("DEC 10 95", "1995-12-09T22:00:00Z"),
    ("13NOV2017", "2017-11-12T22:00:00Z"),
    ("25.09.2003", "2003-09-24T22:00:00Z"), ("09/25/2003", "2003-09-24T22:00:00Z"),
    ("26/06/2020", "2020-06-25T22:00:00Z"),
    ("January 25, 1921 23:13 PM", "1921-01-25T21:13:00Z"), ("Mon Jan  2 04:24:27 1995", "1995-01-02T02:24:27Z"),
  ]

  @Test(arguments: local) func withoutAZoneTheDefaultCounts(text: String, expected: String) {
    let date = DateParser.parse(text, defaultOffset: 7200)
    #expect(date?.rfc3339 == expected)
    #expect(date?.hasZone == false)
  }

  static let refused = [
    "", " ", "x", "0", "20", "+0000", "+01000", "12:+5", "1 :30", "14時30分15秒", "28 Xyz 2010 21:03:38 GMT",
    "Mon, 02 Jan 2006 15:04:61 +0000", "Mon, 02 Jan 2006 25:04:05 GMT", "Mon, 82 Jan 2006 15:04:05 GMT",
    "Sat, 31 Dec 2016 23:59:60 GMT", "Sun, 16 Dec 2012 1:2:3:4 GMT", "Wed, 29 Feb 2023 15:04:05 GMT",
    "9999-12-31T24:00:00", "Fri, 31 Dec 9999 23:59:59 -0500", "2013-01-28T09:xx:00Z", "2013-01-28T11:30:00-06:00Textra",
    "2013-xx-27", "2014-02-28 22:64", "2006-13-02T15:04:05Z", "2006-02-30T15:04:05Z", "9999-12-31T23:59:59-99:99",
    "12-14 June 2021", "03-04-05", "2017-22-06", "next Friday, July 4, 2025", "201A-01-01T23:58:39", "Sep 25",
    "2012 MARTIN CHILDREN'S TRUST", "15:00 AM 2 Jan 2020", "99999999999999999999", "2006-01-02T24:00:01Z",
    "-1436745600000",
    "Mon, 00 Jan 2006 15:04:05 GMT", "1999777", "2013-366", "May", "2020-01-01T10:00:00+", "10:00 (2020-01-01",
  ]

  @Test(arguments: refused) func noDateRatherThanHalfADate(text: String) { #expect(DateParser.parse(text) == nil) }

  @Test func longTextIsNoDate() {
    #expect(DateParser.parse(String(repeating: "1 ", count: 1_000_000)) == nil)
    #expect(DateParser.parse(String(repeating: "(", count: 128)) == nil)
  }

  @Test func bytesAndSpansReadLikeText() {
    let bytes = Array("2003-12-31T10:14:55Z".utf8)
    #expect(bytes.withUnsafeBufferPointer { DateParser.parse(utf8: $0) } == DateParser.parse("2003-12-31T10:14:55Z"))
    #expect(DateParser.parse(utf8: bytes.span) == DateParser.parse("2003-12-31T10:14:55Z"))
  }

  static let unix: [(String, DateParser.UnixUnit, String?)] = [
    ("1738612800000", .milliseconds, "2025-02-03T20:00:00Z"), ("1738612800", .seconds, "2025-02-03T20:00:00Z"),
    (" 1738612800.25 ", .seconds, "2025-02-03T20:00:00.25Z"), ("0", .seconds, "1970-01-01T00:00:00Z"),
    ("-1.5", .seconds, "1969-12-31T23:59:58.5Z"), ("1.5", .milliseconds, "1970-01-01T00:00:00.0015Z"),
    ("999999999999999", .seconds, nil), ("12x", .seconds, nil), ("1e3", .seconds, nil), ("", .seconds, nil),
    ("1.", .seconds, nil),
  ]

  @Test(arguments: unix) func numbersSince1970(text: String, unit: DateParser.UnixUnit, expected: String?) {
    #expect(DateParser.parseUnix(text, unit: unit)?.rfc3339 == expected)
  }
}
