import TestSupport
import Testing
import WeftModel

@testable import WeftMerge

/// Where a page really ends: an item out of place, at the top or at the end, does not say.
@Test(
  arguments: [
    ([100, 99, 98], 98), ([5, 5, 5], 5), ([7], 7), ([1, 100, 99], 99), ([100, 1, 99, 98], 98),
    ([100, 99, 98, 150], 98),
    ([5, 9, 8, 1, 7, 6], 6), ([3, 1, 2], 2), ([1, 2, 3], 3),
  ] as [([Int], Int)])
func aPageEndsWhereItsLongestOrderedPartDoes(_ dates: [Int], _ end: Int) {
  #expect(DateTail.of(dates.map { Timestamp(seconds: Int64($0)) }) == Timestamp(seconds: Int64(end)))
  #expect(DateTail.of([]) == nil)
}

/// All parts of small pages, one after the other: the longest that does not grow; of several, the one that ends newest.
@Test func theEndOfAPageIsThatOfTheDefinition() {
  var random = SplitMix64(seed: 11)
  for _ in 0..<300 {
    let dates = (0..<random.below(9)).map { _ in Timestamp(seconds: Int64(random.below(7))) }
    var best: (count: Int, end: Timestamp)?
    for subset in 1..<max(1, 1 << dates.count) {
      let part = dates.indices.filter { subset >> $0 & 1 == 1 }.map { dates[$0] }
      guard zip(part, part.dropFirst()).allSatisfy({ $0 >= $1 }), let end = part.last else { continue }
      if best == nil || (part.count, end) > (best?.count ?? 0, best?.end ?? end) { best = (part.count, end) }
    }
    check(DateTail.of(dates) == best?.end, "\(dates)")
  }
}
