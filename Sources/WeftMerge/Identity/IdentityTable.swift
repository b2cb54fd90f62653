import CBytes
import WeftModel

/// Where an item lies: its source, and its place among the items received from it.
struct ItemPlace: Hashable, Sendable {
  var source: Int
  var sequence: UInt32
  /// The item's time as a key's `major`; `nil`: it has none.
  var major: Int64?

  static func == (left: ItemPlace, right: ItemPlace) -> Bool {
    left.source == right.source && left.sequence == right.sequence
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(source)
    hasher.combine(sequence)
  }
}

/// The identities of the items received, each with the item that holds it: a table of open addressing with 24 bytes an
/// entry, from which what lies too far behind the reader is dropped when it would grow.
struct IdentityTable: Sendable {
  /// The item that holds an identity.
  struct Holder: Sendable {
    var place: ItemPlace
    /// The identity stands for several items of one source, so it tells nothing.
    var isAmbiguous = false
  }

  private struct Slot {
    /// 0: free.
    var hash: UInt64 = 0
    var major: Int64 = 0
    /// The complement where the identity is ambiguous.
    var source: Int32 = 0
    var sequence: UInt32 = 0
  }

  private static let timeless = Int64.min
  private var slots: [Slot] = []
  private var spread = HashSpread(capacity: 2)
  private(set) var count = 0
  /// What the first looks found: kept so that they are made.
  private var seen: UInt64 = 0

  /// The holder of an identity.
  func holder(of hash: UInt64) -> Holder? {
    guard !slots.isEmpty else { return nil }
    let slot = slots[index(of: hash == 0 ? 1 : hash)]
    guard slot.hash != 0 else { return nil }
    return Holder(
      place: ItemPlace(
        source: Int(slot.source < 0 ? ~slot.source : slot.source), sequence: slot.sequence,
        major: slot.major == Self.timeless ? nil : slot.major),
      isAmbiguous: slot.source < 0)
  }

  /// Gives each of a page's entries its identities, as far as nobody holds them.
  ///
  /// - Parameters:
  ///   - expired: identities of items newer than this (as a key's `major`) may be forgotten.
  ///   - major: an item's time as a key's `major`; `nil`: it has none.
  /// - Returns: for each entry of whose identities some were held already, its index and a bit for each of those.
  mutating func add(
    _ page: PageIdentities, of entries: [Entry], expired: Int64, major: (Entry) -> Int64?
  ) -> [(index: Int, kinds: Int)] {
    if (count &+ page.hashes.count) &* 4 > slots.count &* 3 { grow(by: page.hashes.count, expired: expired) }
    var held: [(index: Int, kinds: Int)] = []
    var added = 0
    let mask = slots.count &- 1
    let spread = spread
    slots.withUnsafeMutableBufferPointer { slots in
      page.hashes.withUnsafeBufferPointer { hashes in
        // A first look at each, without a branch in between: no answer of the memory waits for another.
        for hash in hashes { seen |= slots[spread.place(of: hash)].hash }
        for index in entries.indices {
          let first = entries[index].index &* page.kinds
          let time = major(entries[index]) ?? Self.timeless
          var kinds = 0
          for kind in 0..<page.kinds {
            let hash = hashes[first &+ kind]
            guard hash != 0 else { continue }
            var place = spread.place(of: hash)
            while slots[place].hash != 0, slots[place].hash != hash { place = (place &+ 1) & mask }
            guard slots[place].hash == 0 else {
              kinds |= 1 << kind
              continue
            }
            added &+= 1
            slots[place] = Slot(
              hash: hash, major: time, source: Int32(truncatingIfNeeded: entries[index].source),
              sequence: entries[index].sequence)
          }
          if kinds != 0 { held.append((index, kinds)) }
        }
      }
    }
    count &+= added
    return held
  }

  /// Gives an identity to a holder.
  ///
  /// - Parameter expired: identities of items newer than this (as a key's `major`) may be forgotten.
  mutating func set(_ hash: UInt64, _ holder: Holder, expired: Int64) {
    let hash = hash == 0 ? 1 : hash
    var index = slots.isEmpty ? 0 : index(of: hash)
    if slots.isEmpty || slots[index].hash == 0 {
      if (count &+ 1) &* 4 > slots.count &* 3 {
        grow(by: 1, expired: expired)
        index = self.index(of: hash)
      }
      count &+= 1
    }
    put(hash, holder, at: index)
  }

  private mutating func put(_ hash: UInt64, _ holder: Holder, at index: Int) {
    let source = Int32(truncatingIfNeeded: holder.place.source)
    slots[index] = Slot(
      hash: hash, major: holder.place.major ?? Self.timeless, source: holder.isAmbiguous ? ~source : source,
      sequence: holder.place.sequence)
  }

  /// Where the identity stands or would.
  private func index(of hash: UInt64) -> Int {
    let mask = slots.count &- 1
    var index = spread.place(of: hash)
    while slots[index].hash != 0, slots[index].hash != hash { index = (index &+ 1) & mask }
    return index
  }

  private mutating func grow(by room: Int, expired: Int64) {
    if expired != .min { sweep(expired) }
    guard (count + room) * 2 > slots.count else { return }
    var capacity = max(64, 2 * slots.count)
    while (count + room) * 2 > capacity { capacity *= 2 }
    let mask = capacity &- 1
    let spread = HashSpread(capacity: capacity)
    var new = [Slot](unsafeUninitializedCapacity: capacity) { slots, count in
      weft_expect_scattered_access(slots.baseAddress, capacity &* MemoryLayout<Slot>.stride)
      slots.initialize(repeating: Slot())
      count = capacity
    }
    new.withUnsafeMutableBufferPointer { new in
      for slot in slots where slot.hash != 0 {
        var place = spread.place(of: slot.hash)
        while new[place].hash != 0 { place = (place &+ 1) & mask }
        new[place] = slot
      }
    }
    slots = new
    self.spread = spread
  }

  /// Takes out what is expired, in place: new memory would have to be cleared, and brought near once more.
  ///
  /// From a free slot on each entry is taken up and put down again where a look for it finds the first free slot, which
  /// lies no further than it lay: all that it passed there has been put down before it.
  private mutating func sweep(_ expired: Int64) {
    let mask = slots.count &- 1
    guard let start = slots.firstIndex(where: { $0.hash == 0 }) else { return }
    let spread = spread
    var kept = 0
    slots.withUnsafeMutableBufferPointer { slots in
      for step in 1..<slots.count {
        let old = (start &+ step) & mask
        let slot = slots[old]
        guard slot.hash != 0 else { continue }
        slots[old].hash = 0
        if Self.isExpired(slot, expired) { continue }
        var place = spread.place(of: slot.hash)
        while slots[place].hash != 0 { place = (place &+ 1) & mask }
        slots[place] = slot
        kept &+= 1
      }
    }
    count = kept
  }

  @inline(__always)
  private static func isExpired(_ slot: Slot, _ expired: Int64) -> Bool {
    slot.major != Self.timeless && slot.major < expired
  }
}
