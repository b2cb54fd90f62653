import TestSupport
import Testing
import URIs

/// Absolute addresses with nothing to repair come back as they are, by a way of their own.
@Suite struct PlainAddressTests {
  @Test func theShortWayChangesNothing() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let base = BaseURI("https://example.org/a/b?c")
    let pieces = [
      "a", "bc", "/", ".", "/.", "/..", "..", "\\", "?", "#", "é", "%20", " ", "\t", "\n", "\u{1}", ":", "longer-name",
    ]
    for _ in 0..<20_000 {
      let scheme =
        ["http://", "https://", "http:/", "https:", "httpx://", "HTTP://"].randomElement(using: &random) ?? ""
      let rest = (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
      let reference = scheme + "h" + rest.joined()
      // With a blank before it an address is never taken for a plain one.
      #expect(base.resolve(reference) == base.resolve(" " + reference), "seed \(seed): \(reference.debugDescription)")
    }
  }

  @Test(arguments: [
    ("https://h/a/../b", "https://h/b"), ("https://h/aaaaaaaa/./b", "https://h/aaaaaaaa/b"),
    ("https://h/12345/.x/y", "https://h/12345/.x/y"), ("https://h/a\\b", "https://h/a/b"),
    ("https://hhhhhhh/..", "https://hhhhhhh/"), ("https://h/?a=/../b", "https://h/?a=/../b"),
  ])
  func dotSegmentsAreSeen(reference: String, resolved: String) {
    #expect(BaseURI("https://example.org/").resolve(reference) == resolved)
  }
}
