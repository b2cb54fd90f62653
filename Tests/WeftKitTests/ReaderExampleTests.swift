import DemoSite
import Testing
import WeftKit

/// What the documentation shows of the library's face, as code that compiles and runs.
@Suite struct ReaderExampleTests {
  private static let text = """
    sources:
      letters: {url: "${WEFT_DEMO}/feed?paged={page}"}
      news:
        url: "${WEFT_DEMO}/news/"
        items: article.teaser
        fields: {url: h2 a@href, title: h2 a, date_published: time@datetime}
        paging: {next: "a.older@href"}
    """

  @Test func aReaderThatScrolls() async throws {
    let site = try DemoSite.start()
    defer { site.stop() }
    let engine = Engine()
    let configuration = try engine.configuration(reading: Self.text) { name in
      name == "WEFT_DEMO" ? site.origin : nil
    }.configuration

    // A feed that keeps the last 200 items for scrolling back.
    let feed = Feed(
      sources: try engine.sources(of: configuration), settings: configuration.merge, clock: engine.clock, window: 200)
    feed.scroll(to: 30)
    var items = feed.makeAsyncIterator()
    var shown: [FeedItem] = []
    while shown.count < 30, let item = await items.next() { shown.append(item) }
    #expect(shown.count == 30)

    // How the sources are doing, now and from now on.
    let changes = feed.changes
    for status in await feed.statuses where status.state == .error { await feed.retry(status.name) }
    for await status in changes {
      #expect(["letters", "news"].contains(status.name))
      break
    }

    // Back to what was shown, and to the top for what is new.
    #expect(await feed.items(at: 5..<8).map(\.item.id) == shown[4..<7].map(\.item.id))
    let refresh = await feed.refresh()
    for entry in refresh.entries {
      switch entry {
      case .item(let item): print(item.item.title ?? item.item.id)
      case .gap(let gap): _ = await feed.fill(gap)
      }
    }
    #expect(refresh.entries.isEmpty && refresh.failures.isEmpty)

    // Elsewhere, another day.
    let place = try #require(await feed.place(after: 30))
    feed.cancel()
    let later = try engine.feed(of: configuration, resumingAt: place)
    var rest = later.makeAsyncIterator()
    let next = try #require(await rest.next())
    #expect(!shown.map(\.item.id).contains(next.item.id))
  }
}
