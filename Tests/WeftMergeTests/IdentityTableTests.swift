import TestSupport
import Testing
import WeftModel

@testable import WeftMerge

/// The table of identities beside a dictionary: random pages and single identities, few hashes, times that expire.
@Test func theTableOfIdentitiesIsADictionary() {
  for seed in UInt64(1)...(isLong ? 500 : 60) {
    var random = SplitMix64(seed: seed)
    var table = IdentityTable()
    var model: [UInt64: IdentityTable.Holder] = [:]
    // Few values, so that they meet; high bits too, for the table's places come from those.
    let values = (0..<(20 << random.below(6))).map { _ in random.next() | 1 }
    var expired = Int64.min
    for round in 0..<40 {
      if random.below(3) == 0 { expired = Int64(random.below(1_000)) }
      model = model.filter { !isExpired($0.value, expired) || table.holder(of: $0.key) != nil }
      if random.below(2) == 0 {
        let hash = random.pick(values)
        let holder = holder(&random)
        table.set(hash, holder, expired: expired)
        model[hash] = holder
      } else {
        add(to: &table, &model, values, expired, &random, seed, source: 10 + round)
      }
      for hash in values {
        let found = table.holder(of: hash)
        // What is expired may be gone; nothing else may, and nothing may come back.
        guard let expected = model[hash] else {
          check(found == nil, "seed \(seed): \(hash) is held")
          continue
        }
        guard let found else {
          check(isExpired(expected, expired), "seed \(seed): \(hash) is lost")
          continue
        }
        check(
          found.place == expected.place && found.place.major == expected.place.major
            && found.isAmbiguous == expected.isAmbiguous, "seed \(seed): \(hash) has another holder")
      }
    }
  }
}

/// However many identities pass: a table holds those that are near, and not many more.
@Test func whatIsFarBehindTheReaderTakesNoRoom() {
  var random = SplitMix64(seed: 1)
  var table = IdentityTable()
  for page in 0..<2_000 {
    let entries = (0..<20).map { index in
      Entry(
        key: MergeKey(major: Int64(page * 20 + index), minor: 0), slot: 0, source: 1, index: index,
        sequence: UInt32(page * 20 + index), isLane: false)
    }
    let identities = PageIdentities(kinds: 1, hashes: (0..<20).map { _ in random.next() | 1 })
    _ = table.add(identities, of: entries, expired: Int64(page * 20) - 500) { $0.key.major }
    #expect(table.count <= 1_600)
  }
}

/// However many come at once, and in whichever order they are asked for: each has its holder, also where what is held goes
/// on in the next piece.
@Test(arguments: [1, 2, 3]) func aLargePageGivesEachItsHolder(kinds: Int) {
  var random = SplitMix64(seed: UInt64(kinds))
  var table = IdentityTable()
  var sequence: UInt32 = 0
  var expected: [UInt64: UInt32] = [:]
  for count in [1, 4_095, 1, 2, 9_001, 4_096, 3] {
    let hashes = (0..<count * kinds).map { _ in random.next() | 1 }
    let entries = (0..<count).map { index in
      Entry(
        key: MergeKey(major: 0, minor: 0), slot: 0, source: 1, index: index, sequence: sequence + UInt32(index),
        isLane: false)
    }
    let held = table.add(PageIdentities(kinds: kinds, hashes: hashes), of: entries, expired: .min) { $0.key.major }
    #expect(held.isEmpty)
    for (index, hash) in hashes.enumerated() { expected[hash] = sequence + UInt32(index / kinds) }
    sequence += UInt32(count)
    let single = random.next() | 1
    table.set(
      single, IdentityTable.Holder(place: ItemPlace(source: 1, sequence: sequence, major: nil)), expired: .min)
    expected[single] = sequence
  }
  #expect(table.count == expected.count)
  for (hash, sequence) in expected {
    check(table.holder(of: hash)?.place.sequence == sequence, "\(hash) has another holder")
  }
}

/// Nobody compares the items: nothing is held, and what was held stays.
@Test func aPageWithoutIdentitiesChangesNothing() {
  var table = IdentityTable()
  for sequence in UInt32(0)..<4_096 {
    table.set(
      UInt64(sequence) + 1, IdentityTable.Holder(place: ItemPlace(source: 0, sequence: sequence, major: nil)),
      expired: .min)
  }
  let entry = Entry(
    key: MergeKey(major: 0, minor: 0), slot: 0, source: 1, index: 0, sequence: 0, isLane: false)
  #expect(table.add(PageIdentities(kinds: 0, hashes: []), of: [entry], expired: .min) { _ in nil }.isEmpty)
  #expect(table.count == 4_096)
  #expect(table.holder(of: 4_096)?.place.sequence == 4_095)
}

private func isExpired(_ holder: IdentityTable.Holder, _ expired: Int64) -> Bool {
  holder.place.major.map { $0 < expired } ?? false
}

private func holder(_ random: inout SplitMix64) -> IdentityTable.Holder {
  let place = ItemPlace(
    source: random.below(5), sequence: UInt32(random.below(100)),
    major: random.below(6) == 0 ? nil : Int64(random.below(1_000)))
  return IdentityTable.Holder(place: place, isAmbiguous: random.below(4) == 0)
}

private func add(
  to table: inout IdentityTable, _ model: inout [UInt64: IdentityTable.Holder], _ values: [UInt64], _ expired: Int64,
  _ random: inout SplitMix64, _ seed: UInt64, source: Int
) {
  let count = 1 + random.below(30)
  let page = PageIdentities(
    kinds: 2, hashes: (0..<2 * count).map { _ in random.below(4) == 0 ? 0 : random.pick(values) })
  let entries = (0..<count).map { index in
    Entry(
      key: MergeKey(major: Int64(random.below(1_000)), minor: 0), slot: 0, source: source, index: index,
      sequence: UInt32(index), isLane: false)
  }
  let before = Set(values.filter { table.holder(of: $0) != nil })
  let held = table.add(page, of: entries, expired: expired) { $0.key.major }
  // What expired while the table made room is held by nobody.
  for hash in before where table.holder(of: hash).map({ $0.place != model[hash]?.place }) ?? true {
    check(model[hash].map { isExpired($0, expired) } ?? false, "seed \(seed): \(hash) was taken out")
    model[hash] = nil
  }
  var expected: [Int: Int] = [:]
  for entry in entries {
    for kind in 0..<2 where page[entry.index, kind] != 0 {
      if model[page[entry.index, kind]] == nil {
        model[page[entry.index, kind]] = IdentityTable.Holder(
          place: ItemPlace(source: source, sequence: entry.sequence, major: entry.key.major))
      } else {
        expected[entry.index, default: 0] |= 1 << kind
      }
    }
  }
  check(Dictionary(uniqueKeysWithValues: held.map { ($0.index, $0.kinds) }) == expected, "seed \(seed): other holders")
}
