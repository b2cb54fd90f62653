import TestSupport
import Testing

@testable import WeftSources

struct HTMLTextTests {
  @Test(arguments: [
    ("A &amp; B", "A & B"), ("Don&#8217;t", "Don’t"), ("Don&#x27;t", "Don't"), ("&lt;b&gt;", "<b>"),
    // F26: a reference without its semicolon is text.
    ("Cloak&Dagger", "Cloak&Dagger"), ("?a=1&copy=2", "?a=1&copy=2"), ("AT&T", "AT&T"),
    // F25: decoded once, not twice.
    ("&amp;amp;", "&amp;"), ("Don&amp;#x27;t", "Don&#x27;t"),
    ("<b>bold</b> <i>it</i>", "bold it"), ("a<br>b<p>c</p>d", "a b c d"), ("a<em>b</em>c", "abc"),
    // What HTML does not know is text.
    ("Array<T> and <T>", "Array<T> and <T>"), ("a < b > c", "a < b > c"), ("I <3 you", "I <3 you"),
    ("<!-- c -->x<![CDATA[y]]>z", "xz"), ("<a title='1 > 0'>x</a>", "x"), ("  a\n\t b  ", "a b"),
    ("a\u{A0}b", "a\u{A0}b"), ("&unknown;", "&unknown;"), ("&#0;&#xD800;&#x110000;", "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("&#128;", "€"), ("&NotEqualTilde;", "≂̸"), ("", ""), ("<a href=", ""), ("&", "&"), ("&#;", "&#;"), ("&#x;", "&#x;"),
    ("日本<b>語</b>", "日本語"), ("a<script>if (1<2) x</script>b<STYLE>p{}</style> c", "ab c"), ("<script>a", ""),
  ])
  func plain(html: String, text: String) { #expect(HTMLText.plain(html) == text) }

  @Test(arguments: [
    (#"<a href="/x/1">"#, #"<a href="https://h/x/1">"#),
    (#"<img src='a.jpg' alt="b">"#, #"<img src='https://h/d/a.jpg' alt="b">"#),
    ("<img src=//cdn/a.jpg>", "<img src=https://cdn/a.jpg>"),
    (#"<a href="https://o/?a=1&amp;b=2">"#, #"<a href="https://o/?a=1&amp;b=2">"#),
    (#"<a href="?a=1&amp;copy=2">"#, #"<a href="https://h/d/p?a=1&amp;copy=2">"#),
    (##"<a href="#f">"##, ##"<a href="#f">"##),
    (#"<img srcset="/a.jpg 1x, b,c.jpg 2x">"#, #"<img srcset="https://h/a.jpg 1x, https://h/d/b,c.jpg 2x">"#),
    (#"<p title="/x">/y</p>"#, #"<p title="/x">/y</p>"#), (#"<a href="mailto:a@b">"#, #"<a href="mailto:a@b">"#),
    (#"<video poster=" /p.png ">"#, #"<video poster="https://h/p.png">"#), ("a < b", "a < b"), ("", ""),
    (#"<A HREF="/x">"#, #"<A HREF="https://h/x">"#), ("<a href>x</a>", "<a href>x</a>"),
  ])
  func absolute(html: String, expected: String) {
    #expect(HTMLText.withAbsoluteURLs(html, base: "https://h/d/p") == expected)
  }

  @Test func absoluteIsDoneOnce() {
    let html = #"<p><a href="x?a=&quot;b&quot;">1</a><img srcset="a 1x, b 2x" src=c></p>"#
    let once = HTMLText.withAbsoluteURLs(html, base: "https://h/d/")
    #expect(HTMLText.withAbsoluteURLs(once, base: "https://other/") == once)
  }

  /// Hostile text is looked at once: a million characters take no time that anyone notices.
  @Test func hostileTextIsLinear() {
    for piece in ["<a ", "<a href=\"", "&", "&#", "<!--", "<", "<a href='x' "] {
      let text = String(repeating: piece, count: 100_000)
      _ = HTMLText.plain(text)
      _ = HTMLText.withAbsoluteURLs(text, base: "https://h/")
    }
  }

  @Test func randomTextNeverCrashes() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let pieces = ["<", ">", "&", ";", "#x", "amp", "a", " href", "=", "\"", "'", "!--", "-->", "/", "é", "\n", "0"]
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<30 {
        text += random.pick(pieces)
      }
      let plain = HTMLText.plain(text)
      #expect(!plain.contains("\n"), "seed \(seed): \(text)")
      _ = HTMLText.withAbsoluteURLs(text, base: "https://h/")
    }
  }

  /// What holds nothing to do is told by a way of its own; an empty pair of tags at the end changes nothing, but takes
  /// the long way.
  @Test func theShortWayToPlainTextChangesNothing() {
    let pieces = ["a", "b c", " ", "  ", "&", "&amp;", "&#65;", "&x;", "<", "< ", "\n", "é", "日", ";", "&copy"]
    for seed in 0..<2_000 {
      var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
      var text = ""
      for _ in 0..<(seed % 7) {
        state = state &* 6_364_136_223_846_793_005 &+ 1
        text += pieces[Int(state >> 33) % pieces.count]
      }
      #expect(HTMLText.plain(text) == HTMLText.plain(text + "<b></b>"), "\(text.debugDescription)")
    }
  }

  /// Texts are looked at eight bytes at once.
  @Test func plainTextIsToldAlikeByBytesAndByWords() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let pieces = [
      "a", "bc", " ", "  ", "&", "&amp;", "&#65;", "&x;", "<", "\n", "é", "日本", ";", "&copy", "longer words", "\u{1}",
      "\u{A0}",
    ]
    var plain = 0
    for _ in 0..<20_000 {
      let text = (0..<random.below(8)).map { _ in random.pick(random.below(3) == 0 ? pieces : ["a", "word", "é", " b"])
      }
      Array(text.joined().utf8).withUnsafeBufferPointer { bytes in
        let isPlain = HTMLText.isPlainByBytes(bytes)
        plain += isPlain ? 1 : 0
        #expect(HTMLText.isPlain(bytes) == isPlain, "seed \(seed): \(text)")
        #expect(HTMLText.plain(bytes.span) == nonEmpty(HTMLText.plain(text.joined())), "seed \(seed): \(text)")
      }
    }
    #expect(plain > 1_000)
  }

  private func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }

  @Test(
    arguments: [
      ("p", true), ("P", true), ("br", true), ("h1", true), ("blockquote", true), ("BlockQuote", true),
      ("fieldset", true),
      ("a", false), ("IMG", false), ("textarea", false), ("h7", nil), ("pp", nil), ("", nil), ("x", nil),
      ("figcaptio", nil),
      ("blockquotes", nil), ("p\0", nil), ("\0", nil),
    ] as [(String, Bool?)])
  func knownElements(name: String, isBlock: Bool?) {
    let found = Array(name.utf8).withUnsafeBufferPointer { HTMLElements.isBlock($0) }
    #expect(found == isBlock)
  }
}
