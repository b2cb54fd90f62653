import SafeHTML
import Testing

@Suite struct SafeAddressTests {
  @Test(arguments: [
    ("https://example.org/a b", "https://example.org/a%20b"), (" https://example.org\n", "https://example.org"),
    ("HTTPS://EXAMPLE.org/", "HTTPS://EXAMPLE.org/"), ("mailto:a@example.org", "mailto:a@example.org"),
    ("https://例え.jp/日", "https://%E4%BE%8B%E3%81%88.jp/%E6%97%A5"),
  ])
  func isLink(_ text: String, _ expected: String) { #expect(SafeAddress.link(text) == expected) }

  @Test(arguments: [
    "", " ", "javascript:alert(1)", "java\tscript:alert(1)", "\u{1}javascript:alert(1)", "data:text/html,x",
    "javascript://x.example/%0Aalert(1)", "data://x.example/,x", "vbscript://x.example/", "a",
    "/a", "//example.org", "https:", "https://", "https:///x", "mailto:", "mailto://a@b", "file:///etc/passwd",
    "blob:https://example.org/x", "java\u{0}script:x", "https://exa\u{7}mple.org", "x-y:z", "ja\u{AD}vascript:x",
  ])
  func isNone(_ text: String) { #expect(SafeAddress.link(text) == nil) }

  @Test(
    arguments: [
      ("b", "https://example.org/b"), ("?x", "https://example.org/a?x"), ("//other.example/", "https://other.example/"),
      ("javascript:x", nil), ("x:y", nil), ("%6Aavascript:x", nil),
      ("./javascript:x", "https://example.org/javascript:x"),
    ] as [(String, String?)])
  func relative(_ text: String, _ expected: String?) {
    #expect(SafeAddress.link(text, base: "https://example.org/a") == expected)
  }

  @Test func picturesAreOfTheWeb() {
    #expect(SafeAddress.picture("mailto:a@example.org") == nil)
    #expect(SafeAddress.picture("http://example.org/p.png") == "http://example.org/p.png")
    #expect(SafeAddress.picture("data:image/png;base64,AA") == nil)
  }
}
