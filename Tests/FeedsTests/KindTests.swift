import Feeds
import Testing
import WeftModel

/// The kind itself: what it recognizes, and what it takes from a source's settings.
@Suite struct KindTests {
  private func response(_ body: String, type: String? = nil) -> Response {
    var headers = HeaderFields()
    headers["Content-Type"] = type
    return Response(
      headers: headers, body: Array(body.utf8), url: "https://example.org/", receivedAt: Timestamp(microseconds: 0))
  }

  @Test(
    arguments: [
      ("", "application/rss+xml", Recognition.certain), ("", "application/atom+xml; charset=utf-8", .certain),
      ("", "Application/RDF+XML", .certain), ("{}", "application/feed+json", .certain),
      ("<rss><channel/></rss>", "text/html", .certain),
      ("<?xml version='1.0'?><!-- x --><feed/>", "text/xml", .certain),
      ("<rdf:RDF/>", nil, .certain),
      ("{\"version\": \"https://jsonfeed.org/version/1.1\"}", "application/json", .certain),
      ("{\"version\": \"https:\\/\\/jsonfeed.org\\/version\\/1\"}", "application/json", .certain),
      ("{\"version\": \"2\"}", "application/json", .no), ("<html><rss></html>", "text/html", .no),
      ("<urlset/>", "application/xml", .no), ("", nil, .no),
    ] as [(String, String?, Recognition)])
  func recognizesFeeds(body: String, type: String?, recognition: Recognition) {
    #expect(FeedKind().recognizes(response(body, type: type)) == recognition)
  }

  @Test func zoneOfTheSourceIsThatOfItsZonelessDates() throws {
    var settings = SourceSettings(name: "s", url: "https://example.org/")
    settings.zone = "Europe/Berlin"
    let decoder = try FeedKind().makeDecoder(settings)
    let page = try decoder.decode(
      response(rss(item: "<pubDate>2025-07-01 12:00</pubDate><dc:date>2025-07-01T12:00:00Z</dc:date>")))
    #expect(page.items[0].datePublished?.rfc3339 == "2025-07-01T10:00:00Z")
    #expect(page.items[0].dateModified?.rfc3339 == "2025-07-01T12:00:00Z")
    #expect(page.warnings == [])
    settings.zone = "Mars/Olympus"
    #expect(throws: SettingProblem.self) { _ = try FeedKind().makeDecoder(settings) }
  }

  @Test func charsetOfTheSettingsWins() throws {
    var settings = SourceSettings(name: "s", url: "https://example.org/")
    settings.request.charset = "koi8-r"
    let body =
      Array("<?xml version='1.0' encoding='utf-8'?><rss><item><title>".utf8) + [0xC1]
      + Array("</title></item></rss>".utf8)
    let page = try FeedKind().makeDecoder(settings).decode(
      Response(body: body, url: "https://example.org/", receivedAt: Timestamp(microseconds: 0)))
    #expect(page.items.map(\.title) == ["а"])
  }

  @Test func declaresFieldsAlone() { #expect(FeedKind().settings.map(\.key) == ["fields"]) }
}
