import WeftModel

/// Hashes that were seen: a table of open addressing, 11 to 22 bytes for each.
///
/// A hash is spread well already; `Set` would hash it once more.
struct SeenHashes: Sendable {
  /// 0: free.
  private var slots: [UInt64] = []
  private var spread = HashSpread(capacity: 2)
  private(set) var count = 0

  func contains(_ hash: UInt64) -> Bool {
    guard !slots.isEmpty else { return false }
    let hash = hash == 0 ? 1 : hash
    return slots[place(of: hash)] == hash
  }

  /// Notes a hash; `true`: it is new.
  @discardableResult @inline(__always)
  mutating func insert(_ hash: UInt64) -> Bool {
    if (count &+ 1) &* 4 > slots.count &* 3 { grow() }
    let hash = hash == 0 ? 1 : hash
    let place = place(of: hash)
    if slots[place] == hash { return false }
    slots[place] = hash
    count &+= 1
    return true
  }

  /// Notes several hashes; for each, whether it is new. They are looked for at once, so that memory answers
  /// for all of them side by side.
  mutating func insert(_ hashes: some RandomAccessCollection<UInt64>) -> [Bool] {
    while (count &+ hashes.count) &* 4 > slots.count &* 3 { grow() }
    // What stands where they should be is read first: without a branch in between, no answer waits for another.
    var found: [UInt64] = []
    found.reserveCapacity(hashes.count)
    for hash in hashes { found.append(slots[spread.place(of: hash == 0 ? 1 : hash)]) }
    var isNew: [Bool] = []
    isNew.reserveCapacity(hashes.count)
    for (hash, first) in zip(hashes, found) { isNew.append(first != hash && insert(hash)) }
    return isNew
  }

  mutating func removeAll() {
    slots = []
    count = 0
  }

  /// Where the hash stands or would.
  private func place(of hash: UInt64) -> Int {
    let mask = slots.count &- 1
    var place = spread.place(of: hash)
    while slots[place] != 0, slots[place] != hash { place = (place &+ 1) & mask }
    return place
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: max(16, 2 * old.count))
    spread = HashSpread(capacity: slots.count)
    for hash in old where hash != 0 { slots[place(of: hash)] = hash }
  }
}
