import WeftModel

/// Hashes that were seen: a table of open addressing, 11 to 22 bytes for each.
///
/// A hash is spread well already; `Set` would hash it once more.
struct SeenHashes: Sendable {
  /// 0: free.
  private var slots: [UInt64] = []
  private var spread = HashSpread(capacity: 2)
  private(set) var count = 0
  /// How many bytes the table takes.
  var byteCount: Int { slots.count &* MemoryLayout<UInt64>.stride }

  func contains(_ hash: UInt64) -> Bool {
    guard !slots.isEmpty else { return false }
    let hash = Self.kept(hash)
    return slots[place(of: hash)] == hash
  }

  /// Notes a hash; `true`: it is new.
  @discardableResult @inline(__always)
  mutating func insert(_ hash: UInt64) -> Bool {
    if (count &+ 1) &* 4 > slots.count &* 3 { grow() }
    let hash = Self.kept(hash)
    let place = place(of: hash)
    if slots[place] == hash { return false }
    slots[place] = hash
    count &+= 1
    return true
  }

  /// Notes several hashes; for each, whether it is new. They are looked for at once, so that memory answers
  /// for all of them side by side.
  mutating func insert(_ hashes: ArraySlice<UInt64>) -> [Bool] {
    while (count &+ hashes.count) &* 4 > slots.count &* 3 { grow() }
    let spread = spread
    let mask = slots.count &- 1
    var isNew = Array(repeating: true, count: hashes.count)
    var newCount = 0
    slots.withUnsafeMutableBufferPointer { slots in
      hashes.withUnsafeBufferPointer { hashes in
        // A first look at each, without a branch in between: no answer waits for another.
        for index in hashes.indices {
          let hash = Self.kept(hashes[index])
          isNew[index] = slots[spread.place(of: hash)] != hash
        }
        for index in hashes.indices where isNew[index] {
          let hash = Self.kept(hashes[index])
          var place = spread.place(of: hash)
          while slots[place] != 0, slots[place] != hash { place = (place &+ 1) & mask }
          isNew[index] = slots[place] != hash
          slots[place] = hash
          newCount &+= isNew[index] ? 1 : 0
        }
      }
    }
    count &+= newCount
    return isNew
  }

  /// A slot with 0 is free.
  @inline(__always)
  private static func kept(_ hash: UInt64) -> UInt64 { hash == 0 ? 1 : hash }

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
