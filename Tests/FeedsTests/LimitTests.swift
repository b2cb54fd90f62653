import Testing
import WeftModel

/// What is past a limit is a failure of kind `tooLarge`, never a half-read page.
@Suite struct LimitTests {
  @Test func nestingEndsAtTwoHundredFiftySix() throws {
    func nested(_ depth: Int) -> String {
      rss(
        item: "<description>" + String(repeating: "<b>", count: depth) + String(repeating: "</b>", count: depth)
          + "</description>")
    }
    #expect(try decode(nested(252)).items.count == 1)
    #expect(failure(nested(253))?.kind == .tooLarge)
    #expect(failure(nested(100_000))?.message == "elements nested deeper than 256")
  }

  @Test func tenThousandItemsAPage() throws {
    func feed(_ count: Int) -> String {
      "<rss><channel>" + String(repeating: "<item><title>x</title></item>", count: count) + "</channel></rss>"
    }
    #expect(try decode(feed(10_000)).items.count == 10_000)
    #expect(
      failure(feed(10_001))
        == SourceFailure(
          .tooLarge, "a feed of more than 10000 items", url: "https://example.org/feed", status: 200))
    let json = String(repeating: "{\"id\":\"x\"},", count: 10_001).dropLast()
    #expect(failure("{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[\(json)]}")?.kind == .tooLarge)
  }

  @Test(arguments: [("<![CDATA[", "]]>"), ("", ""), ("&#9731;", ""), ("<b>x</b>", "")])
  func textOfAFieldIsCutAtOneMebibyte(before: String, after: String) throws {
    let page = try decode(
      rss(item: "<description>\(before)\(String(repeating: "é", count: 600_000))\(after)</description><guid>1</guid>"))
    let length = try #require(page.items[0].contentHTML?.utf8.count)
    #expect(length <= 1 << 20 && length > (1 << 20) - 8)
    #expect(page.items[0].contentHTML?.unicodeScalars.contains("\u{FFFD}") == false)
    #expect(page.items[0].id == "1")
    #expect(page.warnings.map(\.text) == ["the feed is broken and was mended: a text longer than 1 MiB was cut"])
  }

  @Test func entitiesExpandWithinABudget() throws {
    var declarations = "<!ENTITY a0 \"ha\">"
    for level in 1...9 {
      declarations += "<!ENTITY a\(level) \"" + String(repeating: "&a\(level - 1);", count: 10) + "\">"
    }
    let bomb = "<!DOCTYPE rss [\(declarations)]>" + rss(item: "<title>&a9;</title>")
    let page = try decode(bomb)
    #expect(page.items[0].title?.utf8.count == 1 << 20)
    #expect(page.warnings.map(\.code) == ["recovered"])
    let bombs = bomb.replacing("<title>&a9;</title>", with: String(repeating: "<title>&a9;</title>", count: 20))
    #expect(failure(bombs)?.message == "entities that expand to more than 8 MiB")
    let long = String(repeating: "x", count: 10_000)
    let blowup =
      "<!DOCTYPE rss [<!ENTITY a \"\(long)\">]>"
      + rss(item: "<title>" + String(repeating: "&a;", count: 2_000) + "</title>")
    #expect(failure(blowup) == nil || failure(blowup)?.kind == .tooLarge)
    let loop = "<!DOCTYPE rss [<!ENTITY a \"&b;\"><!ENTITY b \"&a;\">]>" + rss(item: "<title>&a;</title>")
    #expect(failure(loop)?.kind == .tooLarge)
    let honest = "<!DOCTYPE rss [<!ENTITY house \"Example &amp; Sons\">]>" + rss(item: "<title>&house;</title>")
    #expect(try decode(honest).items.map(\.title) == ["Example & Sons"])
  }

  @Test(arguments: [
    "<!DOCTYPE rss [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>", "<!DOCTYPE rss SYSTEM \"http://127.0.0.1:1/x.dtd\">",
    "<!DOCTYPE rss [<!ENTITY % p SYSTEM \"http://127.0.0.1:1/x\"> %p;]>",
  ])
  func nothingOutsideIsOpened(documentType: String) throws {
    let item = try #require(decode(documentType + rss(item: "<title>&x;</title>")).items.first)
    #expect(item.title == "&x;")
  }

  /// Each of these was, or would be, quadratic in a careless reader; 60 kB of it must be read at once.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "<a ", "<a b='", "<a b=\"", "<?x", "<!-", "<![CDATA", "</x>", "&", "&#", "<!x ", "<a b=\">", "]]", "<b>x</q>",
    ])
  func repeatedFragmentsAreReadInLinearTime(fragment: String) throws {
    let text = String(repeating: fragment, count: 60_000 / fragment.utf8.count)
    let page = try? decode(rss(item: "<guid>1</guid></item><item><title>\(text)</title>"))
    #expect(page == nil || page?.items.first?.id == "1")
  }
}
