import JSONPages
import Testing
import WeftModel

/// Pages of three kinds of API, each beside what it becomes.
@Suite struct WholePageTests {
  @Test func searchHits() throws {
    var settings = SourceSettings.json(
      "$.hits",
      [
        (.id, "objectID"), (.title, "title"), (.contentHTML, "story_text"), (.datePublished, "created_at"),
        (.tags, "_tags"),
      ],
      authors: "author",
      paging: PagingSettings(stop: StopSettings(hasMore: "more", totalPages: "nbPages", totalItems: "$.nbHits")))
    var address = ValueSteps()
    address.template = "https://api.example.org/item?id={objectID}"
    settings.fields.values.append(.init(name: .url, value: .first([.selector("url"), .steps(address)])))
    try compare("search-hits", settings)
  }

  @Test func blogPosts() throws {
    try compare(
      "blog-posts",
      .json(
        "$[*]",
        [
          (.id, "guid.rendered"), (.url, "link"), (.title, "title.rendered"), (.contentHTML, "content.rendered"),
          (.datePublished, "date_gmt"), (.tags, "$._embedded['wp:term'][*][*].name"),
        ], authors: "$._embedded.author[*].name"), zone: "UTC")
  }

  @Test func statuses() throws {
    try compare(
      "statuses",
      .json(
        "$[*]", [(.id, "uri"), (.url, "url"), (.contentHTML, "content"), (.datePublished, "created_at")],
        authors: "account.display_name", paging: PagingSettings(by: .keyset, last: "id")),
      warnings: ["warning no_url: the selector of `url` finds nothing in any item\n"])
  }

  private func compare(
    _ name: String, _ settings: SourceSettings, zone: String? = nil, warnings: [String] = []
  ) throws {
    var settings = settings
    settings.zone = zone
    let page = try PageText.decode(PageText.fixture(name + ".json"), settings)
    let wanted = String(decoding: try PageText.fixture(name + ".txt"), as: UTF8.self) + warnings.joined()
    #expect(PageText.describe(page) == wanted)
    #expect(page.base == "https://api.example.org/v1/list?page=1")
  }
}
