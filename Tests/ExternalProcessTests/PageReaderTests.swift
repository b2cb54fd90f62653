import Testing
import WeftKit
import WeftModel

@testable import ExternalProcess

/// The result of `page`: what becomes of it, and what is said where it cannot be used.
struct PageReaderTests {
  private func reader(_ settings: SourceSettings = SourceSettings(name: "s", url: "")) throws -> PluginPageReader {
    let feed = try #require(BuiltInKinds.documentKinds.first { $0.name == "feed" })
    return PluginPageReader(settings, decoder: try feed.makeDecoder(SourceSettings(name: "s", url: "")))
  }

  private func page(_ json: String) throws -> Page { try reader().page(json, origin: PageOrigin()) }

  @Test func itemsAreThoseOfAJSONFeed() throws {
    let page = try page(
      """
      {"title":"T","items":[{"id":7,"title":"a &amp; b","url":"https://x/1","date_published":"2025-01-01T12:00:00+01:00",
      "authors":[{"name":"A"}],"tags":["t"]},{"url":"https://x/2"}],"_weft":{"next":{"row":2},"total_items":9,"total_pages":5,
      "warnings":["careful",{"code":"old","text":"stale"}]}}
      """)
    #expect(page.items.map(\.id) == ["7", "https://x/2"])
    #expect(page.items[0].title == "a & b")
    #expect(page.items[0].datePublished?.rfc3339 == "2025-01-01T11:00:00Z")
    #expect(page.following == .next(.token(SelectedValue(kind: .object, text: "{\"row\":2}")), isAdvertised: true))
    #expect(page.totals == Page.Totals(pages: 5, items: 9))
    #expect(page.feed.title == "T")
    #expect(page.warnings.map(\.code) == ["plugin_1", "old"])
  }

  @Test(arguments: [
    (
      "{\"items\":[],\"_weft\":{\"next\":\"a\\\"b\"}}",
      Page.Following.next(.token(SelectedValue("a\"b")), isAdvertised: true)
    ),
    (
      "{\"items\":[],\"_weft\":{\"next\":12345678901234567890}}",
      .next(.token(SelectedValue(kind: .number, text: "12345678901234567890")), isAdvertised: true)
    ),
    ("{\"items\":[]}", .end(.noNext)), ("{\"items\":[],\"_weft\":{\"next\":null}}", .end(.noNext)),
    ("{\"items\":[],\"_weft\":{\"end\":\"total\"}}", .end(.total)),
    ("{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[]}", .end(.noNext)),
  ])
  func whatFollows(json: String, following: Page.Following) throws {
    #expect(try page(json).following == following)
  }

  @Test(arguments: [
    ("[]", "no object"), ("{}", "an object without a list of items"),
    ("{\"items\":{}}", "an object without a list of items"),
    ("{\"items\":[],\"_weft\":[]}", "an object whose _weft is no object"),
    ("{\"items\":[],\"_weft\":{\"next\":true}}", "an object whose _weft.next is true, not a string, number or object"),
    ("{\"items\":[],\"_weft\":{\"next\":1,\"end\":\"total\"}}", "an object whose _weft has both next and end"),
    (
      "{\"items\":[],\"_weft\":{\"total_items\":\"9\"}}",
      "an object whose _weft.total_items is \"9\", not a whole number"
    ),
    ("{\"items\":[],\"_weft\":{\"total_pages\":-1}}", "an object whose _weft.total_pages is -1, not a whole number"),
    (
      "{\"items\":[],\"_weft\":{\"end\":\"soon\"}}",
      "an object whose _weft.end is \"soon\", not one of empty, no_next, has_more, total, short_page, past_end, older_than, repeat, cap"
    ),
  ])
  func whatCannotBeUsed(json: String, what: String) throws {
    let failure = #expect(throws: SourceFailure.self) { try page(json) }
    #expect(failure?.message == "the plugin answered a page with \(what)")
    #expect(failure?.kind == .document)
    #expect(failure?.retry == .once)
  }

  @Test func anotherVersionIsNoFeed() throws {
    let failure = #expect(throws: SourceFailure.self) { try page("{\"version\":\"2\",\"items\":[]}") }
    #expect(failure?.kind == .document)
  }

  @Test func aPageHasALimit() throws {
    var settings = SourceSettings(name: "s", url: "")
    settings.request.limits.bodyBytes = 20
    let reader = try reader(settings)
    let failure = #expect(throws: SourceFailure.self) {
      try reader.page("{\"items\":[{\"id\":\"1\"}]}", origin: PageOrigin())
    }
    #expect(failure?.message == "the page has 22 bytes, more than 20 (request.max_bytes)")
  }

  @Test func relativeAddressesBelongToTheHomePage() throws {
    let items = "\"items\":[{\"id\":\"1\",\"url\":\"a/b\"}]"
    #expect(try page("{\"home_page_url\":\"https://x/y/\",\(items)}").items[0].url == "https://x/y/a/b")
    let without = try page("{\(items)}")
    #expect(without.items[0].url == nil)
    #expect(without.warnings.map(\.code) == ["relative_urls"])
  }
}
