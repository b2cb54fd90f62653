import SafeHTML
import TestSupport
import Testing

@Suite struct SanitizerTests {
  private func sanitized(_ html: String) -> String {
    HTMLSanitizer(base: "https://example.org/a/b").sanitized(html)
  }

  @Test(arguments: [
    ("", ""), ("Text & <b>bold</b>", "Text &amp; <b>bold</b>"), ("a < b > c", "a &lt; b &gt; c"),
    ("<p class=x id=y>One<p style='position:fixed'>Two", "<p>One</p><p>Two</p>"),
    ("<B>x</B><BR>y<hr/>", "<b>x</b><br>y<hr>"),
    ("<h1>A</h1><h4>B</h4>", "<h3>A</h3><h4>B</h4>"), ("<section><p>x</section>", "<div><p>x</p></div>"),
    ("<font color=red>x</font><blink>y</blink>", "xy"), ("x<!-- c -->y", "xy"),
    ("<p lang=de dir=rtl title='a\"b'>x", "<p dir=\"rtl\" lang=\"de\" title=\"a&quot;b\">x</p>"),
    ("<p dir=up lang='a b'>x", "<p>x</p>"), ("<pre>\n\n a</pre>", "<pre>\n\n a</pre>"),
    ("<ol start=3 type=a><li value=7>x</ol>", "<ol start=\"3\" type=\"a\"><li value=\"7\">x</li></ol>"),
    (
      "<table><tr><td colspan=2 rowspan=99999>x</table>",
      "<table><tbody><tr><td colspan=\"2\">x</td></tr></tbody></table>"
    ),
    ("<time datetime='2025-01-31T12:00Z'>x</time>", "<time datetime=\"2025-01-31T12:00Z\">x</time>"),
    ("<script>x</script>y<style>z</style>", "y"), ("<svg><p>x</svg>y", "<p>xy</p>"),
    ("<b>never closed", "<b>never closed</b>"),
    ("it's `x`", "it&#39;s &#96;x&#96;"), ("a\u{0}b\u{1}c\u{85}d", "abcd"), ("日本語 🙂", "日本語 🙂"),
  ])
  func markup(_ html: String, _ expected: String) { #expect(sanitized(html) == expected) }

  private static let link = " rel=\"noopener noreferrer nofollow\" referrerpolicy=\"no-referrer\""
  private static let picture = " loading=\"lazy\" referrerpolicy=\"no-referrer\""

  @Test(arguments: [
    ("<a href=c?x=1&amp;y=2#z>t</a>", "<a href=\"https://example.org/a/c?x=1&amp;y=2#z\"\(link)>t</a>"),
    ("<a href=//other.example/ target=_top>t</a>", "<a href=\"https://other.example/\"\(link)>t</a>"),
    ("<a href='mailto:a@b.example'>t</a>", "<a href=\"mailto:a@b.example\"\(link)>t</a>"),
    ("<a href='HTTP://x.example'>t</a>", "<a href=\"HTTP://x.example\"\(link)>t</a>"),
    ("<a href='ftp://x.example'>t</a>", "t"), ("<a name=x>t</a>", "t"), ("<a href='tel:1'>t</a>", "t"),
    ("<a href='https://x.example/\"<>`'>t</a>", "<a href=\"https://x.example/%22%3C%3E%60\"\(link)>t</a>"),
    (
      "<img src=p.png alt='A & B' width=10 height=x>",
      "<img src=\"https://example.org/a/p.png\" alt=\"A &amp; B\" width=\"10\"\(picture)>"
    ),
    ("<img alt=x>", ""), ("<img src='data:image/png;base64,AAAA'>", ""), ("<img src=mailto:a@b>", ""),
  ])
  func addresses(_ html: String, _ expected: String) { #expect(sanitized(html) == expected) }

  @Test func withoutABaseRelativeAddressesGo() {
    #expect(HTMLSanitizer().sanitized("<a href=x>t</a><img src=/p.png>") == "t")
  }

  @Test(arguments: ScriptInjections.all)
  func nothingGetsThrough(_ input: String) throws {
    let result = sanitized(input)
    #expect(try SafePage.faults(in: result).isEmpty, "\(result)")
    #expect(sanitized(result) == result, "not stable: \(result)")
    // Inside of other markup it is no better.
    for frame in [
      ("<p title=\"", "\">x</p>"), ("<table><tr><td>", "</table>"), ("<b><i>", "</b></i>"), ("<a href='", "'>x</a>"),
    ] {
      let framed = sanitized(frame.0 + input + frame.1)
      #expect(try SafePage.faults(in: framed).isEmpty, "\(framed)")
    }
  }

  /// Pieces of all the inputs in any order; the seed is printed with a failure.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func mutated(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pieces = ScriptInjections.all.flatMap { input -> [String] in
      let middle = input.index(input.startIndex, offsetBy: Int.random(in: 0...input.count, using: &random))
      return [String(input[..<middle]), String(input[middle...])]
    }
    for round in 0..<120 {
      let count = Int.random(in: 1...5, using: &random)
      let input = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      let result = sanitized(input)
      #expect(try SafePage.faults(in: result).isEmpty, "seed \(seed), round \(round): \(input)")
      // White space before the first element is dropped by every reader.
      let again = sanitized(result)
      let start = String(result.drop(while: \.isWhitespace))
      #expect(again == start || again == result, "seed \(seed), round \(round): \(input)")
    }
  }

  @Test func lengthIsBoundedAndElementsAreClosed() {
    let result = HTMLSanitizer(limit: 100).sanitized("<div><p>" + String(repeating: "é&amp;", count: 1_000))
    #expect(result.utf8.count < 130)
    #expect(result.hasSuffix("…</p></div>"))
    #expect(!result.contains("&…") && !result.contains("&am…"))
    let tags = HTMLSanitizer(limit: 100).sanitized(String(repeating: "<b>x</b>", count: 1_000))
    #expect(tags.utf8.count < 130)
    #expect(tags.hasSuffix("</b>"))
  }

  @Test func depthIsBounded() {
    let deep = String(repeating: "<div>", count: 10_000) + "x"
    let result = HTMLSanitizer(depth: 10).sanitized(deep)
    #expect(result == String(repeating: "<div>", count: 10) + "x" + String(repeating: "</div>", count: 10))
  }
}
