import Testing
import WeftModel

@testable import Listings

/// Whole pages, and all that is read from them.
@Suite struct ListingFixtureTests {
  @Test func blogWithoutEndTags() throws {
    var settings = Fixture.settings(
      "article.post",
      [
        (.id, "@id"), (.url, "h2 a@href"), (.title, "h2 a"), (.contentHTML, ".body"), (.datePublished, "time@datetime"),
        (.tags, ".tags a"),
      ])
    settings.fields.authors = .init(name: .selector(".author"), url: .selector(".author@href"))
    let page = try ListingDecoder(settings, form: .html)
      .decode(try Fixture.response("blog-no-end-tags.html", url: "https://shed.example.org/2025/06/"))
    // `article` has no end tag here: the second lies in the first, as in a browser, and the first match counts.
    #expect(page.items.map(\.id) == ["post-3", "post-2", "post-1"])
    let first = try #require(page.items.first)
    #expect(first.url == "https://shed.example.org/2025/06/saws")
    #expect(first.title == "Saws & files")
    #expect(first.datePublished?.rfc3339 == "2025-06-03T08:00:00Z")
    #expect(first.authors.first?.name == "Ann")
    #expect(first.authors.first?.url == "https://shed.example.org/about#ann")
    #expect(first.tags == ["tools", "wood"])
    let content = try #require(first.contentHTML)
    #expect(content.contains("<b>saw</b>"))
    #expect(content.contains("href=\"https://shed.example.org/2025/05/oil\""))
    #expect(content.contains("src=\"https://shed.example.org/2025/06/img/saw.jpg\""))
    #expect(content.contains("https://shed.example.org/2025/06/img/saw@2x.jpg 2x"))
    #expect(page.links == [RelatedLink(relation: "next", url: "https://shed.example.org/page/2/")])
    #expect(page.feed.title == "The Shed")
    #expect(page.feed.language == "en")
    #expect(page.feed.favicon == "https://shed.example.org/favicon.png")
  }

  @Test func tableWithoutBody() throws {
    var settings = Fixture.settings(
      "#jobs > tbody > tr:has(td)",
      [
        (.url, "td:first-child a@href"), (.title, "td:nth-child(1)"), (.summary, "td:nth-child(2)"),
        (.datePublished, "td:nth-child(3)"),
      ])
    settings.paging.stop.totalPages = "(substring-after(//p, ' of '))"
    let page = try ListingDecoder(settings, form: .html)
      .decode(try Fixture.response("table-without-tbody.html", url: "https://h.example/x/y"))
    #expect(page.items.map(\.title) == ["Joiner", "Smith", "Cook"])
    // Recipes F3 and F9: the page's base counts, `&amp;` is decoded once, `&copy=` is no reference.
    #expect(
      page.items.map(\.url) == [
        "https://jobs.example.org/board/show?id=7&cHash=2", "https://jobs.example.org/board/show?id=8&copy=1", nil,
      ])
    #expect(page.items.map(\.summary) == ["Oslo", "Bergen", "Oslo"])
    #expect(page.items.map { $0.datePublished?.rfc3339 } == ["2025-06-01T00:00:00Z", "2025-06-02T00:00:00Z", nil])
    #expect(page.base == "https://jobs.example.org/board/")
    #expect(page.selected[.totalPages]?.text.hasPrefix("4") == true)
  }

  @Test func cards() throws {
    var settings = Fixture.settings("#grid > .card", [(.url, "@href"), (.title, ".caption")])
    settings.fields.values.append(
      .init(name: .image, value: .first([.selector("img@data-src"), .selector("img@src")])))
    settings.paging.next = "a.more"
    settings.paging.stop.totalPages = ".total@data-pages"
    settings.paging.stop.hasMore = ".nothing"
    let page = try ListingDecoder(settings, form: .html)
      .decode(try Fixture.response("cards-one-link-each.html", url: "https://gallery.example.org/latest/"))
    // The blank card of the template is unseen; the card without anything is dropped, and counted.
    #expect(page.receivedCount == 3)
    #expect(page.items.map(\.title) == ["One", "Two"])
    // Recipe F10: white space around an address is no part of it. F2: the link is not resolved against the picture.
    #expect(page.items.map(\.url) == ["https://gallery.example.org/a/1", "https://shop.example.org/a/2"])
    #expect(page.items.map(\.image) == ["https://cdn.example.net/1.jpg", "https://gallery.example.org/latest/2.jpg"])
    #expect(page.selected[.next]?.text == "?page=2")
    #expect(page.selected[.totalPages]?.text == "12")
    #expect(page.selected[.hasMore] == nil)
    #expect(page.warnings.contains { $0.code == "dropped_items" })
  }

  @Test func germanMagazine() throws {
    let page = try ListingDecoder(
      Fixture.settings("article.teaser", [(.url, "h2 a@href"), (.title, "h2"), (.summary, "p.lead")]), form: .html
    ).decode(try Fixture.response("magazin-deutsch.html", url: "https://magazin.example.org/news/"))
    #expect(page.items.map(\.title) == ["Brot für alle", "Salz"])
    #expect(page.items.map(\.summary) == ["Über das Backen.", "Weiß und fein."])
    #expect(page.items.map(\.url) == ["https://magazin.example.org/news/brot", nil])
    #expect(page.feed.language == "de")
  }

  @Test func brokenPage() throws {
    let page = try ListingDecoder(Fixture.settings(".item", [(.url, "a@href"), (.title, "a")]), form: .html)
      .decode(try Fixture.response("broken.html", url: "https://h.example/"))
    #expect(page.items.first?.title == "One")
    #expect(page.items.map(\.url).contains("https://h.example/2"))
  }
}
