/// The pages of which items are on their way, each as long as somebody may ask for one of them.
struct PageShelf: Sendable {
  private var pages: [StoredPage] = []
  /// For each place, how many entries name it.
  private var counts: [Int32] = []
  private var free: [UInt32] = []

  private static let none = StoredPage(items: [], source: 0, name: "", ordinal: 0)

  subscript(_ entry: Entry) -> StoredPage { pages[Int(entry.slot)] }

  /// Gives a page a place, which one entry names.
  mutating func put(_ page: StoredPage) -> UInt32 {
    if let slot = free.popLast() {
      pages[Int(slot)] = page
      counts[Int(slot)] = 1
      return slot
    }
    pages.append(page)
    counts.append(1)
    return UInt32(truncatingIfNeeded: pages.count &- 1)
  }

  /// So many more entries name the page.
  mutating func keep(_ slot: UInt32, _ count: Int = 1) { counts[Int(slot)] += Int32(truncatingIfNeeded: count) }

  /// An entry is done with; the page goes with the last of them.
  mutating func release(_ slot: UInt32) {
    let index = Int(slot)
    counts[index] -= 1
    guard counts[index] == 0 else { return }
    pages[index] = Self.none
    free.append(slot)
  }
}
