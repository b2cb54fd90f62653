import Testing
import WeftModel

@testable import Listings

/// Faults seen in other tools.
@Suite struct ListingRecipeTests {
  /// F1: an item without an author shifts nobody else's.
  @Test func missingFieldsShiftNothing() throws {
    var settings = Fixture.settings("li", [(.url, "a@href"), (.title, "a")])
    settings.fields.authorNames = .selector("i")
    let html = "<ul><li><a href=1>A</a><i>Ann</i><li><a href=2>B</a><li><a href=3>C</a><i>Cy</i></ul>"
    let page = try ListingDecoder(settings, form: .html).decode(Fixture.response(Array(html.utf8)))
    #expect(page.items.map { $0.authors.first?.name } == ["Ann", nil, "Cy"])
  }

  /// F7: a selector that hits an element inside a link means that link.
  @Test func containerLinks() throws {
    let html = "<a href=/1><div class=c><h2>A</h2></div></a><div class=c><h2>B</h2></div>"
    let page = try Fixture.page(html, ".c", [(.url, "h2@href"), (.title, "h2")])
    #expect(page.items.map(\.url) == ["https://h.example/1", nil])
    #expect(page.items.map(\.title) == ["A", "B"])
  }

  /// F7: no address in any item is said.
  @Test func noLinksAtAll() throws {
    let page = try Fixture.page("<p>A<p>B", "p", [(.url, "a@href"), (.title, ":scope")])
    #expect(page.warnings.map(\.code) == ["no_url"])
  }

  /// F8: content keeps its markup, a title drops it.
  @Test func markupAndText() throws {
    let html = "<div><h2>A <b>b</b>&lt;i></h2><p>x <b>y</b> &amp; z</p></div>"
    let page = try Fixture.page(html, "div", [(.title, "h2"), (.contentHTML, "p"), (.contentText, "p")])
    #expect(page.items.first?.title == "A b<i>")
    #expect(page.items.first?.contentHTML == "x <b>y</b> &amp; z")
    #expect(page.items.first?.contentText == "x y & z")
  }

  /// F21: a leading `//` in an item is refused.
  @Test func absolutePathsInFields() {
    let problem = #expect(throws: SettingProblem.self) {
      try ListingDecoder(Fixture.settings("li", [(.title, "//h3")]), form: .html)
    }
    #expect(problem?.path == "fields.title")
    #expect(problem?.hint == "write .//h3")
  }

  /// I9: the charset of the header, else of the page.
  @Test func charsets() throws {
    let decoder = try ListingDecoder(Fixture.settings("p", [(.title, ":scope")]), form: .html)
    let russian: [UInt8] = [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]
    let declared = Array("<meta charset=windows-1251><p>".utf8) + russian
    #expect(try decoder.decode(Fixture.response(declared)).items.first?.title == "Привет")
    let header = Fixture.response(Array("<p>".utf8) + russian, type: "text/html; charset=windows-1251")
    #expect(try decoder.decode(header).items.first?.title == "Привет")
    let latin = Fixture.response(Array("<p>caf".utf8) + [0xE9], type: "text/html; charset=ISO-8859-1")
    #expect(try decoder.decode(latin).items.first?.title == "café")
  }

  /// I14: a query goes in the charset of the page, a path in UTF-8.
  @Test func queriesInThePagesCharset() throws {
    let decoder = try ListingDecoder(Fixture.settings("a", [(.url, "@href"), (.title, ":scope")]), form: .html)
    let body =
      Array("<meta charset=windows-1251><a href='/".utf8) + [0xEF] + Array("?q=".utf8) + [0xEF, 0xF0]
      + Array("&amp;x=&#8364;&#20013;'>x</a><a rel=next href='?q=".utf8) + [0xFF] + Array("'>".utf8)
    let page = try decoder.decode(Fixture.response(body))
    #expect(page.items.first?.url == "https://h.example/п?q=%EF%F0&x=%88%26%2320013%3B")
    #expect(page.links.first?.url == "https://h.example/list/?q=%FF")
    let japanese = Array("<meta charset=shift_jis><a href='?q=".utf8) + [0x93, 0xFA] + Array("'>x".utf8)
    #expect(try decoder.decode(Fixture.response(japanese)).items.first?.url == "https://h.example/list/?q=%93%FA")
    let utf8 = Array("<meta charset=utf-8><a href='?q=п'>x".utf8)
    #expect(try decoder.decode(Fixture.response(utf8)).items.first?.url == "https://h.example/list/?q=п")
  }
}
