import Feeds
import JSONPages
import Listings
import WeftModel

extension FuzzTarget {
  /// RSS, Atom, RDF, JSON Feed.
  static let feed = FuzzTarget(name: "feed") { body in
    let page = checkedPage(of: FeedDecoder(), Response(input: body))
    require(page?.items.contains { $0.id.isEmpty } != true, "an item without id")
    _ = FeedKind().recognizes(Response(input: body))
  }

  /// JSON pages, with settings for an API with a list in an object, and for a bare list of anything.
  static let jsonPage = FuzzTarget(name: "json") { body in
    for decoder in JSONSettings.decoders { _ = checkedPage(of: decoder, Response(input: body)) }
    _ = JSONKind().recognizes(Response(input: body))
  }

  /// HTML and XML listings.
  static let listing = FuzzTarget(name: "html") { body in
    for decoder in ListingFields.decoders { _ = checkedPage(of: decoder, Response(input: body)) }
    _ = ListingKind.html.recognizes(Response(input: body))
  }
}

/// The page, read twice with one result; `nil` for a failure, which is the same twice, too.
private func checkedPage(of decoder: any Decoder, _ response: Response) -> DecodedPage? {
  func read() -> Result<DecodedPage, SourceFailure> {
    Result { () throws(SourceFailure) in try decoder.decode(response) }
  }
  let (first, second) = (read(), read())
  require(first == second, "two readings differ")
  guard case .success(let page) = first else { return nil }
  require(page.items.count <= page.receivedCount, "more items than were received")
  return page
}

extension Response {
  /// A response without a content type: the reader has to look.
  fileprivate init(input: [UInt8]) {
    self.init(
      headers: HeaderFields(), body: input, url: "https://example.org/list/?page=1",
      receivedAt: Timestamp(seconds: 1_750_000_000))
  }
}

/// A decoder of settings of ours; without it a target would try nothing.
private func decoder(of kind: some DocumentKind, _ settings: SourceSettings) -> any Decoder {
  do {
    return try kind.makeDecoder(settings)
  } catch {
    fatalError("\(error.path): \(error.message)")
  }
}

private enum JSONSettings {
  static let decoders: [any Decoder] = [
    make(
      "$.hits", last: "id",
      [
        (.id, "id"), (.url, "url"), (.title, "title"), (.datePublished, "created_at"),
        (.contentHTML, "body"), (.tags, "$.tags[*].name"),
      ]),
    make("$", last: nil, [(.title, "$"), (.url, "url"), (.dateModified, "$..date"), (.tags, "$[*]")]),
  ]

  private static func make(_ items: String, last: String?, _ fields: [(FieldName, String)]) -> any Decoder {
    var settings = SourceSettings(name: "api", url: "https://example.org/list/?page={page}", kind: "json")
    settings.items = items
    settings.fields.values = fields.map { .init(name: $0.0, value: .selector($0.1)) }
    settings.paging.last = last
    return decoder(of: JSONKind(), settings)
  }
}

private enum ListingFields {
  static let decoders: [any Decoder] = [make(.html, "article, li, tr"), make(.xml, "item, entry, *:has(> title)")]

  private static func make(_ kind: ListingKind, _ items: String) -> any Decoder {
    var settings = SourceSettings(name: "list", url: "https://example.org/list/?page={page}", kind: kind.name)
    settings.items = items
    settings.fields.values = [
      .init(name: .url, value: .selector("a@href")), .init(name: .title, value: .selector("h2, a, title")),
      .init(name: .contentHTML, value: .selector("p")), .init(name: .image, value: .selector("img@src")),
      .init(name: .datePublished, value: .selector("time@datetime")),
    ]
    return decoder(of: kind, settings)
  }
}
