import Charsets
import Testing

@Suite struct LabelTests {
  static let labels: [(String, String?)] = [
    ("utf8", "utf-8"), ("UTF-8", "utf-8"), (" \nutf-8\t", "utf-8"), ("latin1", "windows-1252"),
    ("us-ascii", "windows-1252"),
    ("ISO-8859-1", "windows-1252"), ("iso8859-2", "iso-8859-2"), ("gb2312", "gbk"), ("gb18030", "gb18030"),
    ("sjis", "shift_jis"),
    ("x-sjis", "shift_jis"), ("windows-949", "euc-kr"), ("koi8-ru", "koi8-u"), ("iso-8859-9", "windows-1254"),
    ("utf-16", "utf-16le"), ("unicode", "utf-16le"), ("hz-gb-2312", "replacement"), ("tis-620", "windows-874"),
    ("iso-8859-6-i", "iso-8859-6"), ("bogus", nil), ("", nil), (" ", nil), ("utf-8\u{b}", nil),
  ]

  @Test(arguments: labels) func labelsOfTheStandard(label: String, name: String?) {
    #expect(encoding(forLabel: label)?.name == name)
  }

  static let headers: [(String, String?)] = [
    ("text/html; charset=utf-8", "utf-8"), ("text/xml;charset= \"us-ascii\"", "us-ascii"),
    ("a/b; CHARSET = 'gb2312'", "gb2312"),
    ("a/b; boundary=x; charset=koi8-r; q=1", "koi8-r"), ("text/xml; charset:iso-8859-1", nil), ("text/html", nil),
    ("a/b; charset=", nil),
  ]

  @Test(arguments: headers) func parameterOfAContentType(header: String, expected: String?) {
    #expect(Charset.parameter(ofContentType: header) == expected)
  }
}
