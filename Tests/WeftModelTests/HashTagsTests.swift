import TestSupport
import Testing
import WeftModel

/// The table beside a dictionary: hashes of any kind, also such as agree in many bits, are found where they were put, and
/// no other is.
@Test func aTableOfTagsIsADictionary() {
  for seed in UInt64(1)...(isLong ? 400 : 40) {
    var random = SplitMix64(seed: seed)
    let mask: UInt64 = random.pick([.max, 0xFFFF, 0xFFFF_0000_0000_0000, 0x0000_FFFF_0000_0000, 0x7F, ~0xFFFF_FFFF])
    let fixed = random.next() & ~mask
    var (tags, hashes) = (HashTags(), [UInt64]())
    var model = Set<UInt64>()
    for _ in 0..<(20 << random.below(7)) {
      let hash = random.next() & mask | fixed
      let found = tags.place(of: hash) { hashes[$0] == hash }
      #expect((found != nil) == model.contains(hash), "seed \(seed)")
      if tags.isShort(of: 1) { grow(&tags, &hashes) }
      let look = tags.firstLook(hash)
      #expect(hashes.indices.contains(look.place), "seed \(seed)")
      var place: Int?
      tags.fill { place = $0.insert(hash) { hashes[$0] == hash } }
      #expect((place != nil) == model.insert(hash).inserted, "seed \(seed)")
      if let place {
        #expect(hashes[place] == 0, "seed \(seed): a place is given twice")
        hashes[place] = hash
      }
      #expect(tags.count == model.count, "seed \(seed)")
    }
    var places: [Int] = []
    tags.forEach { places.append($0) }
    #expect(places == places.sorted(), "seed \(seed)")
    #expect(Set(places.map { hashes[$0] }) == model, "seed \(seed)")
    for hash in model { #expect(tags.place(of: hash) { hashes[$0] == hash } != nil, "seed \(seed)") }
  }
}

/// A table is never more than three quarters full, and at most half where room was made; emptied, it has nothing.
@Test func aTableOfTagsKeepsRoom() {
  var tags = HashTags()
  #expect(tags.isShort(of: 1) && tags.place(of: 1) { _ in true } == nil)
  for room in [0, 1, 8, 9, 100, 1_000, 3] {
    let before = tags.capacity
    tags.removeAll(roomFor: room)
    #expect(tags.count == 0 && tags.capacity >= max(16, before, 2 * room))
    #expect(tags.place(of: 7) { _ in true } == nil)
    let most = tags.capacity * 3 / 4
    tags.fill { tags in for hash in 0..<UInt64(most) { _ = tags.insertNew(hash) } }
    #expect(tags.count == most && !tags.isShort(of: 0) && tags.isShort(of: 1))
  }
}

private func grow(_ tags: inout HashTags, _ hashes: inout [UInt64]) {
  var old: [UInt64] = []
  tags.forEach { old.append(hashes[$0]) }
  tags.removeAll(roomFor: old.count + 1)
  hashes = Array(repeating: 0, count: tags.capacity)
  tags.fill { tags in for hash in old { hashes[tags.insertNew(hash)] = hash } }
}
