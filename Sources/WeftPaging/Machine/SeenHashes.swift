import WeftModel

/// Hashes that were seen: 12 to 24 bytes for each, where there are more than a page or two of them.
struct SeenHashes: Sendable {
  private var tags = HashTags()
  private var hashes: [UInt64] = []
  /// What the first looks found: kept so that they are made.
  private var looked: UInt64 = 0
  var count: Int { tags.count }
  /// How many bytes the table takes.
  var byteCount: Int { hashes.count &* 9 }

  func contains(_ hash: UInt64) -> Bool { tags.place(of: hash) { hashes[$0] == hash } != nil }

  /// Notes a hash; `true`: it is new.
  @discardableResult
  mutating func insert(_ hash: UInt64) -> Bool { insert([hash])[0] }

  /// Notes several hashes; for each, whether it is new.
  mutating func insert(_ new: ArraySlice<UInt64>) -> [Bool] {
    if tags.isShort(of: new.count) { grow(by: new.count) }
    for hash in new {
      let look = tags.firstLook(hash)
      looked |= look.tags | hashes[look.place]
    }
    var isNew = Array(repeating: false, count: new.count)
    hashes.withUnsafeMutableBufferPointer { hashes in
      new.withUnsafeBufferPointer { new in
        tags.fill { tags in
          for index in new.indices {
            guard let place = tags.insert(new[index], isSame: { hashes[$0] == new[index] }) else { continue }
            hashes[place] = new[index]
            isNew[index] = true
          }
        }
      }
    }
    return isNew
  }

  mutating func removeAll() { self = SeenHashes() }

  private mutating func grow(by room: Int) {
    let old = self
    tags.removeAll(roomFor: count &+ room)
    hashes = Array(repeating: 0, count: tags.capacity)
    hashes.withUnsafeMutableBufferPointer { hashes in
      tags.fill { tags in
        old.tags.forEach { place in
          let hash = old.hashes[place]
          hashes[tags.insertNew(hash)] = hash
        }
      }
    }
  }
}
