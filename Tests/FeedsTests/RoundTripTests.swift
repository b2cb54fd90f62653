import TestSupport
import Testing
import WeftModel

/// Random items, written as each format and read back.
@Suite struct RoundTripTests {
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64]) func comesBackEqual(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<6 {
      let items = (0..<Int.random(in: 0...12, using: &random)).map { RandomFeed.item(index: $0, using: &random) }
      let rss = try decode(RandomFeed.rss(items)).items
      #expect(rss == items.map(RandomFeed.asRead), "RSS, seed \(seed)")
      let atom = try decode(RandomFeed.atom(items)).items
      #expect(atom == items.map(RandomFeed.asRead), "Atom, seed \(seed)")
      var json = try decode(RandomFeed.json(items)).items
      // JSON Feed has a summary of its own only.
      for index in json.indices where json[index].summary == nil { json[index].summary = json[index].contentHTML }
      #expect(json == items.map(RandomFeed.asRead), "JSON Feed, seed \(seed)")
    }
  }

  /// Bytes are changed, taken out, doubled: no crash, whatever comes out.
  @Test(arguments: [11, 12, 13, 14] as [UInt64]) func mutationsNeverCrash(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<60 {
      let items = (0..<4).map { RandomFeed.item(index: $0, using: &random) }
      var bytes = Array([RandomFeed.rss, RandomFeed.atom, RandomFeed.json].randomElement(using: &random)!(items).utf8)
      for _ in 0..<Int.random(in: 1...12, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 1...30, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
        default: bytes.insert("<>&\"'/![]?".utf8.randomElement(using: &random)!, at: place)
        }
      }
      _ = try? decode(bytes)
    }
  }

  /// Cut anywhere, the items before the cut come out whole, and nothing else does.
  @Test(arguments: [21, 22, 23] as [UInt64]) func truncationKeepsTheLeadingItems(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let items = (0..<5).map { RandomFeed.item(index: $0, using: &random) }
    for (write, end) in [(RandomFeed.rss, "</item>"), (RandomFeed.atom, "</entry>")] {
      let bytes = Array(write(items).utf8)
      let start = bytes.count - (bytes.split(separator: UInt8(ascii: "T"), maxSplits: 1).last?.count ?? 0)
      for _ in 0..<60 {
        let cut = Array(bytes.prefix(Int.random(in: start...bytes.count, using: &random)))
        let whole = String(decoding: cut, as: UTF8.self).components(of: end)
        let page = try decode(cut)
        #expect(page.items == items.prefix(whole).map(RandomFeed.asRead), "seed \(seed), \(cut.count) bytes")
      }
    }
  }
}

extension String {
  /// How often a text stands in it.
  fileprivate func components(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}
