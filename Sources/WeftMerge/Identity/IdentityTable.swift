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

  /// Makes room for identities and says where to look for each: asked for a page at once, so that memory answers for
  /// all of them side by side. What is said holds until something else than these is added.
  ///
  /// - Parameter expired: identities of items newer than this (as a key's `major`) may be forgotten.
  mutating func starts(of identities: [UInt64], expired: Int64) -> [Int] {
    if (count &+ identities.count) &* 4 > slots.count &* 3 { grow(by: identities.count, expired: expired) }
    var starts: [Int] = []
    starts.reserveCapacity(identities.count)
    for hash in identities { starts.append(spread.place(of: hash)) }
    // Without a branch in between, the loads need not wait for each other.
    var taken: UInt64 = 0
    for start in starts { taken |= slots[start].hash }
    guard taken != 0 else { return starts }
    for (at, hash) in identities.enumerated() where hash != 0 { starts[at] = index(of: hash, from: starts[at]) }
    return starts
  }

  /// Gives an identity to an item; `true`: one holds it already, and keeps it.
  ///
  /// - Parameter start: where to look for it.
  mutating func add(_ hash: UInt64, _ place: ItemPlace, from start: Int) -> Bool {
    let hash = hash == 0 ? 1 : hash
    let index = index(of: hash, from: start)
    if slots[index].hash != 0 { return true }
    count &+= 1
    put(hash, Holder(place: place), at: index)
    return false
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

  @inline(__always)
  private mutating func put(_ hash: UInt64, _ holder: Holder, at index: Int) {
    let source = Int32(truncatingIfNeeded: holder.place.source)
    slots[index] = Slot(
      hash: hash, major: holder.place.major ?? Self.timeless, source: holder.isAmbiguous ? ~source : source,
      sequence: holder.place.sequence)
  }

  /// Where the identity stands or would; a `hash` of 0 is none.
  private func index(of hash: UInt64) -> Int { index(of: hash, from: spread.place(of: hash)) }

  @inline(__always)
  private func index(of hash: UInt64, from start: Int) -> Int {
    let mask = slots.count &- 1
    var index = start
    while slots[index].hash != 0, slots[index].hash != hash { index = (index &+ 1) & mask }
    return index
  }

  private mutating func grow(by room: Int, expired: Int64) {
    let old = slots
    var kept = 0
    for slot in old where slot.hash != 0 && !isExpired(slot, expired) { kept += 1 }
    var capacity = 64
    while (kept + room) * 2 > capacity { capacity *= 2 }
    slots = Array(repeating: Slot(), count: capacity)
    spread = HashSpread(capacity: capacity)
    count = kept
    for slot in old where slot.hash != 0 && !isExpired(slot, expired) { slots[index(of: slot.hash)] = slot }
  }

  private func isExpired(_ slot: Slot, _ expired: Int64) -> Bool {
    slot.major != Self.timeless && slot.major < expired
  }
}
