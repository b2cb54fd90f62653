import WeftKit

/// What `weft check` found of one source.
struct CheckReport: Equatable, Sendable {
  /// The source's name.
  var source: String
  /// How many items the pages hold.
  var items = 0
  /// How many pages were read.
  var pages = 0
  /// How many of the items have each field, in the order of JSON Feed.
  var hits: [FieldHits] = []
  /// The earliest and the latest time of an item.
  var first: Timestamp?
  var last: Timestamp?
  /// How the source is paged, and why.
  var paging = ""
  /// What would be asked next; `nil`: nothing.
  var next: String?
  /// Why nothing would be asked next.
  var end: EndReason?
  /// What the person who configured it should know.
  var warnings: [SourceWarning] = []
  /// Why a page could not be read, and which.
  var failure: SourceFailure?

  /// One field and how many items have it.
  struct FieldHits: Equatable, Sendable {
    var name: String
    var hits: Int
  }

  init(source: String) { self.source = source }

  /// Counts the page's items.
  mutating func count(_ page: Page, warnings noticed: [SourceWarning]) {
    pages += 1
    items += page.items.count
    if hits.isEmpty { hits = CheckReport.fields.map { FieldHits(name: $0.name, hits: 0) } }
    for (place, field) in CheckReport.fields.enumerated() {
      hits[place].hits += page.items.count(where: field.isThere)
    }
    for date in page.items.compactMap(\.date) {
      first = min(first ?? date, date)
      last = max(last ?? date, date)
    }
    for warning in noticed { add(warning) }
    let ids = Set(page.items.map(\.id))
    if page.items.count > 1, ids.count == 1 {
      add(SourceWarning(code: "equal_ids", text: "all items of a page have the same id"))
    }
  }

  /// Adds a warning that was not made before.
  mutating func add(_ warning: SourceWarning) {
    if !warnings.contains(where: { $0.code == warning.code }) { warnings.append(warning) }
  }

  private static let fields: [(name: String, isThere: @Sendable (Item) -> Bool)] = [
    ("id", { $0.hasOwnID }), ("url", { $0.url != nil }), ("external_url", { $0.externalURL != nil }),
    ("title", { $0.title?.isEmpty == false }), ("content_html", { $0.contentHTML?.isEmpty == false }),
    ("content_text", { $0.contentText?.isEmpty == false }), ("summary", { $0.summary?.isEmpty == false }),
    ("image", { $0.image != nil }), ("date_published", { $0.datePublished != nil }),
    ("date_modified", { $0.dateModified != nil }), ("authors", { !$0.authors.isEmpty }),
    ("tags", { !$0.tags.isEmpty }), ("language", { $0.language != nil }),
    ("attachments", { !$0.attachments.isEmpty }),
  ]
}
