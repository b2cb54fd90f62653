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
  private(set) var count = 0

  /// The holder of an identity.
  func holder(of hash: UInt64) -> Holder? {
    guard !slots.isEmpty else { return nil }
    let slot = slots[index(of: hash)]
    guard slot.hash != 0 else { return nil }
    return Holder(
      place: ItemPlace(
        source: Int(slot.source < 0 ? ~slot.source : slot.source), sequence: slot.sequence,
        major: slot.major == Self.timeless ? nil : slot.major),
      isAmbiguous: slot.source < 0)
  }

  /// Gives an identity to a holder unless it has one, who is returned.
  mutating func add(_ hash: UInt64, _ holder: Holder, expired: Int64) -> Holder? {
    if (count + 1) * 4 > slots.count * 3 { grow(expired: expired) }
    let hash = hash == 0 ? 1 : hash
    let index = index(of: hash)
    if slots[index].hash != 0 { return self.holder(of: hash) }
    count += 1
    slots[index] = Slot(
      hash: hash, major: holder.place.major ?? Self.timeless, source: Int32(truncatingIfNeeded: holder.place.source),
      sequence: holder.place.sequence)
    return nil
  }

  /// Gives an identity to a holder.
  ///
  /// - Parameter expired: identities of items newer than this (as a key's `major`) may be forgotten.
  mutating func set(_ hash: UInt64, _ holder: Holder, expired: Int64) {
    if (count + 1) * 4 > slots.count * 3 { grow(expired: expired) }
    let hash = hash == 0 ? 1 : hash
    let index = index(of: hash)
    if slots[index].hash == 0 { count += 1 }
    let source = Int32(truncatingIfNeeded: holder.place.source)
    slots[index] = Slot(
      hash: hash, major: holder.place.major ?? Self.timeless, source: holder.isAmbiguous ? ~source : source,
      sequence: holder.place.sequence)
  }

  private func index(of hash: UInt64) -> Int {
    let hash = hash == 0 ? 1 : hash
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: hash) & mask
    while slots[index].hash != 0, slots[index].hash != hash { index = (index + 1) & mask }
    return index
  }

  private mutating func grow(expired: Int64) {
    let kept = slots.filter { $0.hash != 0 && ($0.major == Self.timeless || $0.major >= expired) }
    var capacity = 64
    while kept.count * 2 >= capacity { capacity *= 2 }
    slots = Array(repeating: Slot(), count: capacity)
    count = kept.count
    for slot in kept { slots[index(of: slot.hash)] = slot }
  }
}
