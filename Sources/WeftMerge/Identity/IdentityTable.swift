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
    let hash = hash == 0 ? 1 : hash
    let index = index(of: hash)
    return slots[index].hash == 0 ? nil : holder(at: index)
  }

  private func holder(at index: Int) -> Holder {
    let slot = slots[index]
    return Holder(
      place: ItemPlace(
        source: Int(slot.source < 0 ? ~slot.source : slot.source), sequence: slot.sequence,
        major: slot.major == Self.timeless ? nil : slot.major),
      isAmbiguous: slot.source < 0)
  }

  /// Gives an identity to an item unless another one holds it, who is returned.
  ///
  /// - Parameter expired: identities of items newer than this (as a key's `major`) may be forgotten.
  mutating func add(_ hash: UInt64, _ place: ItemPlace, expired: Int64) -> Holder? {
    if count &* 4 >= slots.count &* 3 { grow(expired: expired) }
    let hash = hash == 0 ? 1 : hash
    let index = index(of: hash)
    if slots[index].hash != 0 { return holder(at: index) }
    count &+= 1
    slots[index] = Slot(
      hash: hash, major: place.major ?? Self.timeless, source: Int32(truncatingIfNeeded: place.source),
      sequence: place.sequence)
    return nil
  }

  /// Gives an identity to a holder.
  ///
  /// - Parameter expired: identities of items newer than this (as a key's `major`) may be forgotten.
  mutating func set(_ hash: UInt64, _ holder: Holder, expired: Int64) {
    if count &* 4 >= slots.count &* 3 { grow(expired: expired) }
    let hash = hash == 0 ? 1 : hash
    let index = index(of: hash)
    if slots[index].hash == 0 { count &+= 1 }
    let source = Int32(truncatingIfNeeded: holder.place.source)
    slots[index] = Slot(
      hash: hash, major: holder.place.major ?? Self.timeless, source: holder.isAmbiguous ? ~source : source,
      sequence: holder.place.sequence)
  }

  /// Where the identity stands or would; a `hash` of 0 is none.
  private func index(of hash: UInt64) -> Int {
    let mask = slots.count &- 1
    var index = spread.place(of: hash)
    while slots[index].hash != 0, slots[index].hash != hash { index = (index &+ 1) & mask }
    return index
  }

  private mutating func grow(expired: Int64) {
    let old = slots
    let kept = old.count { $0.hash != 0 && !Self.isExpired($0, expired) }
    var capacity = 64
    while kept * 2 >= capacity { capacity *= 2 }
    slots = Array(repeating: Slot(), count: capacity)
    spread = HashSpread(capacity: capacity)
    count = kept
    for slot in old where slot.hash != 0 && !Self.isExpired(slot, expired) { slots[index(of: slot.hash)] = slot }
  }

  private static func isExpired(_ slot: Slot, _ expired: Int64) -> Bool {
    slot.major != timeless && slot.major < expired
  }
}
