extension ContentHash {
  /// The hashes that stand more than once in a list; 0 is none.
  ///
  /// A page is looked at as it arrives, so the usual answer, that there are none, costs no memory of its own.
  ///
  /// - Parameter step: each so-manieth hash is looked at, from the first on.
  package static func repeated(among hashes: [UInt64], step: Int = 1) -> Set<UInt64> {
    guard hashes.count > step else { return [] }
    var capacity = 16
    while capacity < 2 * hashes.count / step { capacity *= 2 }
    let spread = HashSpread(capacity: capacity)
    var result = Set<UInt64>()
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: capacity) { table in
      table.initialize(repeating: 0)
      var place = 0
      while place < hashes.count {
        let hash = hashes[place]
        place &+= step
        guard hash != 0 else { continue }
        var index = spread.place(of: hash)
        while table[index] != 0, table[index] != hash { index = (index &+ 1) & (capacity &- 1) }
        if table[index] == hash { result.insert(hash) } else { table[index] = hash }
      }
    }
    return result
  }
}
