import WeftKit

/// What the reader keeps of an item; its text is made harmless when it is shown in a row, the title already here.
struct ReaderItem: Hashable, Sendable {
  /// The place of its source in the feed's list.
  var source: Int
  /// The title, or what stands for it; on one line, of bounded length.
  var title: String
  /// When.
  var date: Timestamp?
  /// Where it is on the web.
  var url: String?
  /// It came too late for its place.
  var isLate = false
  /// Further sources that have it.
  var also: [String] = []
  /// Who wrote it.
  var authors: String = ""
  /// What there is to read.
  var content = Content.none
  /// Files that come with it: addresses.
  var attachments: [String] = []
  /// A hash of source and id.
  var identity: UInt64

  /// What there is to read of an item.
  enum Content: Hashable, Sendable {
    case none
    case html(String)
    case text(String)
  }

  /// An item.
  init(source: Int, title: String, identity: UInt64) {
    self.source = source
    self.title = CellText.line(title)
    self.identity = identity
  }

  /// The item of a feed.
  init(_ item: FeedItem) {
    source = item.sourceIndex
    let content = item.item
    title = ReaderItem.title(of: content)
    date = content.date ?? item.effectiveDate
    url = content.url ?? content.externalURL
    isLate = item.isLate
    also = item.also
    authors = content.authors.prefix(5).compactMap(\.name).map { CellText.line($0, limit: 100) }.joined(separator: ", ")
    if let html = content.contentHTML, !html.isEmpty {
      self.content = .html(html)
    } else if let text = content.contentText ?? content.summary, !text.isEmpty {
      self.content = .text(text)
    }
    attachments = content.attachments.prefix(20).map(\.url)
    identity = ContentHash.of(item.source, content.id)
  }

  /// The title; where there is none, the beginning of what there is to read, or the address.
  private static func title(of item: Item) -> String {
    for text in [item.title, item.summary, item.contentText.map { String($0.prefix(200)) }] {
      if let text, case let line = CellText.line(text), !line.isEmpty { return line }
    }
    if let html = item.contentHTML {
      let line = CellText.line(String(HTMLText.plain(String(html.prefix(2_000))).prefix(200)))
      if !line.isEmpty { return line }
    }
    return CellText.line(item.url ?? item.id)
  }
}
