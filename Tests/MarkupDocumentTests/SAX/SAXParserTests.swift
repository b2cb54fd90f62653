import MarkupDocument
import Testing

@Suite struct SAXParserTests {
  /// Text that is lifted out before the parser, and text that is not.
  static let long = String(repeating: "0123456789", count: 10)

  @Test(arguments: [
    ("x", "x"), (" x ", "x"), ("<![CDATA[x]]>", "x"), ("a<![CDATA[b]]>c", "abc"), ("<![CDATA[a]]><![CDATA[b]]>", "ab"),
    ("<![CDATA[ ]]> <![CDATA[x]]>", "x"), ("a&amp;b", "a&b"), ("<![CDATA[a&amp;b<i>]]>", "a&amp;b<i>"),
    (long, long), (long + "&lt;" + long, long + "<" + long), ("<i>a</i>b", "ab +"), ("<i><b/>\(long)</i>", long + " +"),
    ("a<!-- <x> -->b<?pi x?>c", "abc"), ("a > b ]]> c", "a > b ]]> c"), ("&#x41;&#66;&#128;", "AB€"),
    ("&eacute;&nbsp;x&apos;", "é\u{A0}x'"), ("a\r\nb\rc", "a\nb\nc"), ("<![CDATA[a]]>\n<![CDATA[b]]>", "ab"),
  ])
  func textOfAnElement(inside: String, text: String) throws {
    let told = try events("<t>\(inside)</t>", ["t": .text]).events
    #expect(told == ["<t", "t>" + text])
  }

  @Test(arguments: [
    ("a &lt; b", "a &lt; b"),
    ("<p a='1' b=\"&quot;\">x<br/>y &amp; z</p>", "<p a=\"1\" b=\"&quot;\">x<br>y &amp; z</p> +"),
    ("<![CDATA[<i>]]>", "&lt;i&gt;"), ("<x:p xmlns:x='u'>\(long)</x:p>", "<p>\(long)</p> +"),
    ("<p>\(long)&amp;</p>", "<p>\(long)&amp;</p> +"), ("<img/><hr></hr>", "<img><hr> +"),
  ])
  func markupOfAnElement(inside: String, markup: String) throws {
    #expect(try events("<t>\(inside)</t>", ["t": .markup]).events == ["<t", "t>" + markup])
  }

  @Test(arguments: [
    ("&lt;b&gt;x&lt;/b&gt;", "<b>x</b>"), ("&lt;b&gt;<i>1 &lt; 2</i>&lt;/b&gt;", "<b><i>1 &lt; 2</i></b> +"),
    ("<![CDATA[<b>]]>x", "<b>x"),
  ])
  func htmlOfAnElement(inside: String, html: String) throws {
    #expect(try events("<t>\(inside)</t>", ["t": .html]).events == ["<t", "t>" + html])
  }

  @Test func mixedContentKeepsItsOwnText() throws {
    let told = try events("<m> a <i>x</i><![CDATA[b]]> &amp; <s>no</s></m>", ["m": .mixed, "i": .text, "s": .nothing])
    #expect(told.events == ["<m", "<i", "i>x", "<s", "m>a b &"])
  }

  @Test func skippedPartsAreNotReported() throws {
    let told = try events("<r><s><x>1</x><s/></s><t>2</t></r>", ["s": .nothing, "t": .text])
    #expect(told.events == ["<r", "<s", "<t", "t>2", "r>"])
  }

  @Test func namespacesAndAttributes() throws {
    let told = try events(
      "<r xmlns='u' xmlns:p='v' a='&lt;1&amp;' xml:base='/x'><p:e CamelCase='2'/><q:e/><e xmlns=''/></r>")
    #expect(
      told.events == [
        "<{u}r a=<1& base=/x", "<{v}e camel=2", "{v}e>", "<{u}q:e", "{u}q:e>", "<e", "e>", "{u}r>",
      ]
        || told.events == [
          "<{u}r a=<1& base=/x", "<{v}e camel=2", "{v}e>", "<q:e", "q:e>", "<e", "e>", "{u}r>",
        ])
  }

  @Test(
    arguments: [
      ("<r><a>1</r>", ["<r", "<a", "a>", "r>"], SAXRepairs.tags), ("<r></a>1</r>", ["<r", "r>"], .tags),
      ("<r><A></a></R>", ["<r", "<A", "A>", "r>"], .tags),
      ("<r><e a=1 b></e></r>", ["<r", "<e a=1", "e>", "r>"], .tags),
      ("<r><e a='1' a='2'/></r>", ["<r", "<e a=1", "e>", "r>"], nil),
      ("<r a=\"1><e/></r>", ["<r a=1", "<e", "e>", "r>"], .tags),
      ("<r><e", ["<r", "broke off", "r>"], .truncated), ("<r><e/>", ["<r", "<e", "e>", "broke off", "r>"], .truncated),
      ("<r/>x", ["<r", "r>"], .surroundings), ("<r/><!-- x -->\n", ["<r", "r>"], []),
      ("<r>\u{1}</r>", ["<r", "r>"], .controlCharacters),
      ("<r>&nbsp;</r>", ["<r", "r>"], []), ("<r>&amp;&#65;</r>", ["<r", "r>"], []),
      ("<r a='&x'/>", ["<r a=&x", "r>"], .references), ("<r><e a='x<y'/></r>", ["<r", "<e a=x<y", "e>", "r>"], nil),
    ] as [(String, [String], SAXRepairs?)])
  func whatIsMended(text: String, told: [String], repairs: SAXRepairs?) throws {
    let result = try events(text)
    #expect(result.events == told)
    if let repairs { #expect(result.repairs == repairs) }
  }

  @Test func unclosedTextEndsAtAnInterruptingElement() throws {
    let told = try events(
      "<r><t>1<b>2<i>3</i></b></t><s><b><i/></b></s></r>", ["t": .text, "s": .nothing, "i": .text], interrupting: ["i"])
    #expect(told.events == ["<r", "<t", "t>12 +", "<i", "i>3", "<s", "<i", "i>", "r>"])
    #expect(told.repairs == .tags)
  }
}
