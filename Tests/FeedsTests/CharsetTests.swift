import Testing
import WeftModel

/// Charsets and characters (recipes I2 to I11).
@Suite struct CharsetTests {
  /// One bad byte spoils one character.
  @Test func badByteIsOneReplacementCharacter() throws {
    var bytes = Array("<?xml version='1.0' encoding='utf-8'?>".utf8)
    bytes +=
      Array("<rss><channel><item><title>Ünd ".utf8) + [0xFF] + Array(" Ärger</title></item></channel></rss>".utf8)
    #expect(try decode(bytes).items.map(\.title) == ["Ünd \u{FFFD} Ärger"])
  }

  @Test(arguments: ["utf8", "UTF-8", "unicode-1-1-utf-8"]) func labelsOfUTF8(label: String) throws {
    let text = "<?xml version='1.0' encoding='\(label)'?>" + rss(item: "<title>Ä</title>")
    #expect(try decode(text).items.map(\.title) == ["Ä"])
    #expect(
      try decode(rss(item: "<title>Ä</title>"), contentType: "text/xml; charset=\(label)").items.map(\.title) == ["Ä"])
  }

  @Test func latin1OfHeaderAndDeclaration() throws {
    let declared = Array("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8)
    let body = Array("<rss><channel><item><title>Caf".utf8) + [0xE9] + Array("</title></item></channel></rss>".utf8)
    #expect(try decode(declared + body).items.map(\.title) == ["Café"])
    #expect(try decode(body, contentType: "text/xml; charset=iso-8859-1").items.map(\.title) == ["Café"])
    // Nothing is said: not UTF-8, so what the web means by Latin-1.
    #expect(try decode(body).items.map(\.title) == ["Café"])
  }

  @Test func wideTextWithAndWithoutMark() throws {
    let text = "<?xml version=\"1.0\" encoding=\"utf-16\"?>" + rss(item: "<title>Ж</title>")
    let little = Array(text.utf16).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    #expect(try decode([0xFF, 0xFE] + little).items.map(\.title) == ["Ж"])
    #expect(try decode(little).items.map(\.title) == ["Ж"])
  }

  @Test(arguments: [
    "\n", "\u{FEFF}", "\u{FEFF}\n \t", "Warning: x in <b>y</b> on line <b>3</b><br />\n", "<!-- c -->\n",
  ])
  func whatStandsBeforeTheDeclaration(junk: String) throws {
    let text = junk + "<?xml version='1.0'?>" + rss(item: "<title>x</title>")
    #expect(try decode(text).items.map(\.title) == ["x"])
  }

  @Test func entitiesOfHTMLAndBareAmpersands() throws {
    let item = try item("<title>a&nbsp;b &lsquo;c&rsquo; R&D &hearts; &bogus; &#x2603; & &amp;</title>")
    #expect(item.title == "a\u{A0}b ‘c’ R&D ♥ &bogus; ☃ & &")
  }

  @Test func controlCharactersAreDropped() throws {
    let item = try item("<title>a\u{1}b\u{8}\r\nc&#7;</title><description><![CDATA[x\u{0}y]]></description>")
    #expect(item.title == "ab c\u{FFFD}")
    #expect(item.contentHTML == "xy")
  }
}
