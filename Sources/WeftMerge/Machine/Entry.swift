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

/// An item on its way: its key, and where it lies.
struct Entry: Sendable {
  var key: MergeKey
  var page: StoredPage
  /// The item's place in its page; the two highest bits are marks.
  private var place: UInt32
  /// Tells the item from the others of its source.
  var sequence: UInt32

  private static let laneMark: UInt32 = 1 << 31
  private static let alsoMark: UInt32 = 1 << 30

  init(key: MergeKey, page: StoredPage, index: Int, sequence: UInt32, isLane: Bool) {
    self.key = key
    self.page = page
    self.sequence = sequence
    place = UInt32(truncatingIfNeeded: index) & (Self.alsoMark - 1)
    if isLane { place |= Self.laneMark }
  }

  var source: Int { page.source }
  var index: Int { Int(place & (Self.alsoMark - 1)) }
  var item: Item { page.items[index] }
  /// The item came by its source's turn, not by its time.
  var isLane: Bool { place & Self.laneMark != 0 }
  /// Other sources have the item too.
  var hasAlso: Bool {
    get { place & Self.alsoMark != 0 }
    set { if newValue { place |= Self.alsoMark } else { place &= ~Self.alsoMark } }
  }
}
