/// An item on its way: its key, and where it lies.
///
/// Entries are moved and copied often, so they hold no reference: the page is named by its place on the shelf.
struct Entry: Sendable {
  var key: MergeKey
  /// The place of its page (see `PageShelf`).
  let slot: UInt32
  private let origin: UInt32
  /// The item's place in its page; the two highest bits are marks.
  private var place: UInt32
  /// Tells the item from the others of its source.
  let sequence: UInt32

  private static let laneMark: UInt32 = 1 << 31
  private static let alsoMark: UInt32 = 1 << 30

  init(key: MergeKey, slot: UInt32, source: Int, index: Int, sequence: UInt32, isLane: Bool) {
    self.key = key
    self.slot = slot
    origin = UInt32(truncatingIfNeeded: source)
    self.sequence = sequence
    place = UInt32(truncatingIfNeeded: index) & (Self.alsoMark - 1)
    if isLane { place |= Self.laneMark }
  }

  var source: Int { Int(origin) }
  var index: Int { Int(place & (Self.alsoMark - 1)) }
  /// The item came by its source's turn, not by its time.
  var isLane: Bool { place & Self.laneMark != 0 }
  /// Other sources have the item too.
  var hasAlso: Bool {
    get { place & Self.alsoMark != 0 }
    set { if newValue { place |= Self.alsoMark } else { place &= ~Self.alsoMark } }
  }
}
