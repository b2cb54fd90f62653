import TestSupport
import Testing
import URIs

@Suite struct CanonicalURLTests {
  static let rows: [(String, String)] = [
    ("http://Example.org", "//example.org/"), ("https://example.org/", "//example.org/"),
    ("http://example.org:80/a", "//example.org/a"), ("https://example.org:80/a", "//example.org:80/a"),
    ("http://example.org./a", "//example.org/a"), ("http://h/a?utm_source=x&p=1&fbclid=2", "//h/a?p=1"),
    ("http://h/a?utm_source=x", "//h/a"), ("http://h/a?", "//h/a"), ("http://h/?p=1", "//h/?p=1"),
    ("http://h/a#top", "//h/a"), ("http://h/a#", "//h/a"), ("http://h/#/posts/1", "//h/#/posts/1"),
    ("http://h/#!/posts/1", "//h/#!/posts/1"), ("http://h/%7ea%2fb/../c", "//h/c"), ("http://h/%7ea%2fb", "//h/~a%2Fb"),
    ("http://h/ä b", "//h/%C3%A4%20b"), ("http://h/%c3%a4%20b", "//h/%C3%A4%20b"), (" http://h/a\n", "//h/a"),
    ("urn:uuid:X", "urn:uuid:X"), ("http://bücher.example/", "//xn--bcher-kva.example/"),
    ("http://h/?xutm_a=1", "//h/?xutm_a=1"),
    // No authority: without its last colon it would be another one.
    ("http://bþ:x(y:/", "//bþ:x(y:/"), ("http://A:80:80/", "//A:80:80/"),
    ("http://[:://[::80", "//[:://[::80"), ("http://[::1]:80/", "//[::1]/"), ("http://[::A]:81", "//[::a]:81/"),
  ]

  @Test(arguments: rows) func formThatIdentityCompares(url: String, expected: String) {
    #expect(canonicalURL(url, stripQuery: ["utm_*", "fbclid"]) == expected)
  }

  @Test(arguments: rows) func isIdempotentForWebAddresses(url: String, expected: String) {
    guard expected.hasPrefix("//") else { return }
    let scheme = url.hasPrefix("https:") ? "https:" : "http:"
    #expect(canonicalURL(scheme + expected, stripQuery: ["utm_*", "fbclid"]) == expected)
  }

  /// The copy of plain addresses and the long way give one answer: a trailing space forces the long way.
  @Test func bothWaysAgree() {
    let canonicalizer = URLCanonicalizer(stripQuery: ["utm_*", "x"])
    var random = SplitMix64(seed: 99)
    let pieces = [
      "a", "b.c", "/", "?", "&", "=", "utm_s", "x", "#", "!", "..", ".", "%41", "+", ":80", "@", "A", "ü", "~",
    ]
    for _ in 0..<5_000 {
      var url = "http://h"
      for _ in 0..<Int.random(in: 0..<10, using: &random) { url += pieces.randomElement(using: &random) ?? "" }
      #expect(canonicalizer.canonical(url) == canonicalizer.canonical(" " + url), "seed \(random.seed): \(url)")
    }
  }

  @Test func aPatternOfStarsTakesNoQuadraticTime() {
    let name = String(repeating: "a", count: 20_000)
    #expect(canonicalURL("http://h/?\(name)=1", stripQuery: ["*a*a*a*b"]) == "//h/?\(name)=1")
  }
}
