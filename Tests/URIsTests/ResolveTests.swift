import TestSupport
import Testing
import URIs

@Suite struct ResolveTests {
  /// RFC 3986 section 5.4, normal and abnormal examples; `http:g` in the reading of browsers.
  static let examples: [(String, String)] = [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
    ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
    ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
    ("http:g", "http://a/b/c/g"),
  ]

  @Test(arguments: examples) func examplesOfRFC3986(reference: String, expected: String) {
    #expect(resolve(reference, against: "http://a/b/c/d;p?q") == expected)
  }

  /// What outside data looks like, and what a browser makes of it.
  static let outside: [(base: String, reference: String, expected: String)] = [
    ("http://h/x", " \n https://h/a ", "https://h/a"),
    ("http://h/x", "\t/a\nb\r\n/c ", "http://h/ab/c"),
    ("http://h/x/", "\\images\\a.jpg", "http://h/images/a.jpg"),
    ("http://h/x/", "http:\\\\o\\a?b\\c", "http://o/a?b\\c"),
    ("http://h/x/", "a?b\\c", "http://h/x/a?b\\c"),
    ("http://h", "a", "http://h/a"),
    ("http://h?x=/y/z", "a", "http://h/a"),
    ("http://h/%2F/x", "y%2Fz w", "http://h/%2F/y%2Fz w"),
    ("http://h/a/b", "mailto:x@y", "mailto:x@y"),
    ("http://h/a/b", "javascript:a/../b", "javascript:a/../b"),
    ("http://h/a/b", "tel:+1 (646) 851", "tel:+1 (646) 851"),
    ("http://h/a/b", "x/../../../c", "http://h/c"),
    ("http://h/a//b/c", "../d", "http://h/a//d"),
    ("http://h/b/i?p=5", "../..//c", "http://h//c"),
    ("https://h/spi/v3/", "/spi/v3/jobs?since=1", "https://h/spi/v3/jobs?since=1"),
    ("http://h/a", "//o/./b/../c", "http://o/c"),
    ("http://h/a", "HTTP://O/../c", "HTTP://O/c"),
    ("http://h/a?q#f", "", "http://h/a?q"),
    ("http://h/a", "?", "http://h/a?"),
    ("http://h/a", "#", "http://h/a#"),
    ("http://h/a", "a:b", "a:b"),
    ("http://h/a", "./a:b", "http://h/a:b"),
    ("http://h/a", "1a:b", "http://h/1a:b"),
    ("nonsense", "a", "a"),
    ("file:///a/b", "..//c", "file:////c"),
    ("x:/a/b", "..//c", "x:/.//c"),
    ("http://h/x", "https:/o/./a?b#c", "https://o/a?b#c"),
    ("http://h/x", "https:o", "https://o"),
    ("http://h/x", "http:/o", "http://h/o"),
    ("http://h/ä/", "ö?ü", "http://h/ä/ö?ü"),
  ]

  @Test(arguments: outside) func outsideData(base: String, reference: String, expected: String) {
    #expect(resolve(reference, against: base) == expected)
  }

  @Test func resolvingIsIdempotentAndNeverTraps() {
    var random = SplitMix64(seed: 20_240_607)
    let alphabet = Array("ab:/?#.@[]\\ %2F\n\u{e4}".unicodeScalars)
    for _ in 0..<2_000 {
      let make = { (length: Int) in
        var text = ""
        for _ in 0..<length { text.unicodeScalars.append(alphabet.randomElement(using: &random) ?? "a") }
        return text
      }
      let base = "http://h/" + make(Int.random(in: 0..<8, using: &random))
      let reference = make(Int.random(in: 0..<14, using: &random))
      let once = resolve(reference, against: base)
      // Without the base's fragment a space of its path can stand last, where it is trimmed like any other.
      if once.hasSuffix(" ") { continue }
      #expect(resolve(once, against: base) == once, "seed \(random.seed): \(reference.debugDescription) at \(base)")
    }
  }

  /// The quick way for plain relative links and the long way give one answer: a tab forces the long way.
  @Test func bothWaysAgree() {
    var random = SplitMix64(seed: 1986)
    let pieces = ["a", "..", ".", "/", "/", "?", "#", ";", ":", "ü", "%2F", " ", "b"]
    for base in ["http://h", "http://h/", "http://h/a/b", "https://h/a//b/?q", "http://h/a/../b/./c", "http://h?x"] {
      for _ in 0..<800 {
        var reference = ""
        for _ in 0..<Int.random(in: 0..<10, using: &random) { reference += pieces.randomElement(using: &random) ?? "" }
        #expect(
          resolve(reference, against: base) == resolve("\t" + reference, against: base),
          "seed \(random.seed): \(reference) at \(base)")
      }
    }
  }

  @Test func manySegmentsTakeLinearTime() {
    let deep = String(repeating: "../a/", count: 200_000)
    #expect(resolve(deep, against: "http://h/") == "http://h/a/")
  }
}
