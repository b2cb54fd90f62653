import JSONPages
import TestSupport
import Testing
import WeftModel

/// Mutated bodies never crash a decoder; a failure prints the seed.
@Suite struct MutatedPageTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func mutations(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    func random(_ bound: Int) -> Int { generator.below(bound) }
    let settings = SourceSettings.json(
      "$.hits",
      [(.id, "objectID"), (.url, "url"), (.title, "title"), (.datePublished, "created_at"), (.tags, "_tags")],
      authors: "author", paging: PagingSettings(last: "objectID", stop: StopSettings(totalPages: "nbPages")))
    let original = try PageText.fixture("search-hits.json")
    var read = 0
    for _ in 0..<40 {
      var body = original
      for _ in 0...random(3) {
        let place = random(body.count)
        switch random(3) {
        case 0: body[place] = UInt8(random(256))
        case 1: body.remove(at: place)
        default: body.insert(Array("{}[]\",:1\\".utf8)[random(9)], at: place)
        }
      }
      do {
        let page = try PageText.decode(body, settings)
        #expect(page.items.count <= page.receivedCount, "seed \(seed)")
        #expect(page.items.allSatisfy { !$0.id.isEmpty }, "seed \(seed)")
        read += 1
      } catch let failure as SourceFailure {
        #expect(failure.kind == .document, "seed \(seed)")
      }
    }
    #expect(read > 0, "seed \(seed)")
  }
}
