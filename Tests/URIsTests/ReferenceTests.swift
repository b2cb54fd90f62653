import Testing
import URIs

@Suite struct ReferenceTests {
  @Test func splitsIntoFiveParts() {
    let parts = URIReference("HTTP://u:p@Ex.org:8080/a%2Fb;c?x=/y?z#f#g")
    #expect(parts.scheme == "HTTP")
    #expect(parts.authority == "u:p@Ex.org:8080")
    #expect(parts.path == "/a%2Fb;c")
    #expect(parts.query == "x=/y?z")
    #expect(parts.fragment == "f#g")
  }

  @Test(arguments: [
    "", "a", "a?", "a#", "?#", "//", "//h", "x:", "x:y", "x://", "http://h?#", "::", "%", "ä:b", "/a:b",
  ])
  func textComesBackUnchanged(text: String) { #expect(URIReference(text).description == text) }

  static let origins: [(String, String?)] = [
    ("http://Example.ORG/x", "http://example.org"), ("HTTPS://h:443", "https://h"), ("http://h:443/", "http://h:443"),
    ("http://user:p@ss@h/", "http://h"), ("http://h./", "http://h"), ("http://[::1]:8080/", "http://[::1]:8080"),
    ("http://[::1]/", "http://[::1]"), ("http://h:/", "http://h"), ("http://h:99999/", nil), ("http://h:8x/", nil),
    ("http:///x", nil), ("/x", nil), ("mailto:a@b", nil), ("http://bücher.example/", "http://xn--bcher-kva.example"),
    ("http://a b/", nil), (" http://h/ ", "http://h"),
    // Each would be another origin when it is written and read again.
    ("http://h%2Fx/", nil), ("http://u%40h/", nil), ("http://h%3A81/", nil), ("http://h../", nil),
    ("http://h%25/", nil),
  ]

  @Test(arguments: origins) func originOfAnAddress(url: String, expected: String?) {
    #expect(Origin(of: url)?.description == expected)
  }

  /// RFC 3492 section 7.1 (without its mixed-case annotations) and names in daily use.
  static let hosts: [(String, String)] = [
    ("bücher.example", "xn--bcher-kva.example"), ("München.de", "xn--mnchen-3ya.de"),
    ("пример.рф", "xn--e1afmkfd.xn--p1ai"),
    ("例え。テスト", "xn--r8jz45g.xn--zckzah"), ("plain.org", "plain.org"), ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
    ("3年b組金八先生", "xn--3b-ww4c5e180e575a65lsy2b"),
  ]

  @Test(arguments: hosts) func hostsBeyondASCII(host: String, expected: String) {
    #expect(Punycode.asciiHost(host) == expected)
  }

  @Test func hostWithAnOverlongLabelIsRefused() {
    #expect(Punycode.asciiHost(String(repeating: "ä", count: 64)) == nil)
  }
}
