import WeftModel

/// A page in memory: shared by its items, so that no item is copied on its way through the merge.
final class StoredPage: Sendable {
  let items: [Item]
  let source: Int
  let name: String
  let ordinal: Int

  init(items: [Item], source: Int, name: String, ordinal: Int) {
    self.items = items
    self.source = source
    self.name = name
    self.ordinal = ordinal
  }
}
