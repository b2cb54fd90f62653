import CBytes

/// The pages of which items are on their way, each as long as somebody may ask for one of them, with what of each is done
/// with: what is touched for every item lies together here.
struct PageShelf: Sendable {
  private struct Place {
    var page: StoredPage?
    /// How many entries name the page, and how many times it is kept beside them.
    var users: Int32 = 0
    /// How many items are still to be handed out.
    var open: Int32 = 0
    /// Items that are done with: a bit for each of the first 64.
    var done: UInt64 = .max
  }

  private var places: [Place] = []
  /// The bits of the items behind the first 64, where a page is that long.
  private var doneBeyond: [UInt32: [UInt64]] = [:]
  private var free: [UInt32] = []

  private static let none = StoredPage(items: [], source: 0, name: "", ordinal: 0)

  subscript(_ entry: Entry) -> StoredPage { places[Int(entry.slot)].page ?? Self.none }

  /// The pages of these entries will be asked for one after the other: memory answers for them side by side.
  func expect(_ entries: [Entry]) {
    places.withUnsafeBufferPointer { places in
      for entry in entries where Int(entry.slot) < places.count {
        guard let page = places[Int(entry.slot)].page else { continue }
        weft_prefetch(Unmanaged.passUnretained(page).toOpaque())
      }
    }
  }

  /// Gives a page a place, whose entries are its open items; without any it gets none.
  mutating func put(_ page: StoredPage, for entries: [Entry]) {
    guard let slot = entries.first?.slot, Int(slot) < places.count else { return }
    var place = Place(page: page, users: Int32(truncatingIfNeeded: entries.count))
    place.open = place.users
    var beyond = page.items.count > 64 ? Array(repeating: UInt64.max, count: (page.items.count - 1) / 64) : []
    for entry in entries {
      let bit: UInt64 = 1 << UInt64(entry.index & 63)
      if entry.index < 64 { place.done &= ~bit } else { beyond[(entry.index >> 6) - 1] &= ~bit }
    }
    places[Int(slot)] = place
    if !beyond.isEmpty { doneBeyond[slot] = beyond }
  }

  /// A place that is free, for the entries of a page.
  mutating func reserve() -> UInt32 {
    if let slot = free.popLast() { return slot }
    places.append(Place())
    return UInt32(truncatingIfNeeded: places.count &- 1)
  }

  /// Gives a reserved place back where nothing was put.
  mutating func giveBack(_ slot: UInt32) { if places[Int(slot)].page == nil { free.append(slot) } }

  /// The entries' pages are kept beyond them.
  mutating func keep(_ entries: ArraySlice<Entry>) {
    places.withUnsafeMutableBufferPointer { places in
      for entry in entries { places[Int(entry.slot)].users += 1 }
    }
  }

  /// Who kept a page needs it no more; it goes with the last of them.
  mutating func release(_ slot: UInt32) {
    let index = Int(slot)
    places[index].users -= 1
    if places[index].users == 0 { clear(slot) }
  }

  /// Entries are done with; gives those that were the last open ones of their pages.
  mutating func finish(_ entries: ArraySlice<Entry>) -> [Entry] {
    var last: [Entry] = []
    places.withUnsafeMutableBufferPointer { places in
      for entry in entries {
        let index = Int(entry.slot)
        if entry.index < 64 {
          places[index].done |= 1 << UInt64(entry.index)
        } else {
          doneBeyond[entry.slot]?[(entry.index >> 6) - 1] |= 1 << UInt64(entry.index & 63)
        }
        places[index].open -= 1
        places[index].users -= 1
        if places[index].open == 0 { last.append(entry) }
      }
    }
    for entry in last where places[Int(entry.slot)].users == 0 { clear(entry.slot) }
    return last
  }

  private mutating func clear(_ slot: UInt32) {
    places[Int(slot)] = Place()
    if !doneBeyond.isEmpty { doneBeyond[slot] = nil }
    free.append(slot)
  }

  /// What is left of the page at a place.
  func state(of slot: UInt32) -> (page: StoredPage?, open: Int, done: [UInt64]) {
    let place = places[Int(slot)]
    return (place.page, Int(place.open), [place.done] + (doneBeyond[slot] ?? []))
  }
}
