import WeftModel

/// A page in memory: shared by its items, so that no item is copied on its way through the merge.
final class StoredPage: Sendable {
  let items: [Item]
  let source: Int
  let name: String
  let ordinal: Int
  /// The names of further sources that have the item that this is made for; a page of several items has none.
  let also: [String]

  init(items: [Item], source: Int, name: String, ordinal: Int, also: [String] = []) {
    self.items = items
    self.source = source
    self.name = name
    self.ordinal = ordinal
    self.also = also
  }

  /// The same page, for one item that further sources have.
  func shared(with also: [String]) -> StoredPage {
    StoredPage(items: items, source: source, name: name, ordinal: ordinal, also: also)
  }
}
