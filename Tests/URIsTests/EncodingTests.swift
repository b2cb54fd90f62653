import TestSupport
import Testing
import URIs

@Suite struct EncodingTests {
  @Test func encodesAllButUnreserved() {
    #expect(percentEncoded("a-b_c.d~e f/g?h&i=j+ü") == "a-b_c.d~e%20f%2Fg%3Fh%26i%3Dj%2B%C3%BC")
  }

  static let decoded: [(String, String)] = [
    ("a%20b", "a b"), ("%C3%bc", "ü"), ("100%", "100%"), ("%zz%4", "%zz%4"), ("%%41", "%A"), ("%FF", "\u{FFFD}"),
    ("a+b", "a+b"), ("%", "%"), ("%4", "%4"),
  ]

  @Test(arguments: decoded) func decodes(text: String, expected: String) { #expect(percentDecoded(text) == expected) }

  @Test func encodingRoundTrips() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0..<20, using: &random) {
        let value = UInt32.random(in: 0..<0x11_0000, using: &random)
        text.unicodeScalars.append(Unicode.Scalar(value) ?? "%")
      }
      #expect(percentDecoded(percentEncoded(text)) == text, "seed \(random.seed)")
    }
  }

  static let wire: [(String, String)] = [
    ("http://h/%2F/a b?q=ü#f", "http://h/%2F/a%20b?q=%C3%BC"),
    ("http://bücher.example:8080/", "http://xn--bcher-kva.example:8080/"),
    ("http://h/a[1]?b[]=1|2", "http://h/a[1]?b[]=1%7C2"), (" http://h/a\n", "http://h/a"),
  ]

  @Test(arguments: wire) func formOfARequest(address: String, expected: String) {
    #expect(wireForm(address) == expected)
  }
}
