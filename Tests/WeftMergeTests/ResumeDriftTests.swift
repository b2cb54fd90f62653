import TestSupport
import Testing
import WeftModel
import WeftPaging

@testable import WeftMerge

/// Lists that change between the run that was cut and the one that goes on.
@Suite struct ResumeDriftTests {
  private let settings = MergeSettings.eco.with { $0.deduplication.scope = .source }

  private func paged(_ items: [Item], like script: Script, size: Int) -> Script {
    var result = script
    result.pages = stride(from: 0, to: items.count, by: size).map { Array(items[$0..<min($0 + size, items.count)]) }
    if result.pages.isEmpty { result.pages = [[]] }
    return result
  }

  /// merge.md 5.3: numbered lists from which items are deleted and into which others are inserted lose nothing that is
  /// still there, and repeat nothing.
  @Test func numberedListsMayMove() {
    var stepsBack = 0
    for seed in UInt64(1)...(isLong ? 2_000 : 200) {
      var random = SplitMix64(seed: seed)
      var world = World(seed: seed, sources: 1...5)
      for source in world.scripts.indices {
        world.scripts[source].latencies = [0]
        // Where many items share a time and the last one read was deleted, nobody can say which of them were read.
        var index = 0
        for page in world.scripts[source].pages.indices {
          for place in world.scripts[source].pages[page].indices {
            let date = world.scripts[source].pages[page][place].date ?? .distantPast
            world.scripts[source].pages[page][place].datePublished = date.advanced(by: .milliseconds(-index))
            index += 1
          }
        }
      }
      let total = world.scripts.reduce(0) { $0 + $1.items.count }
      var first = Simulation(world.scripts, settings)
      first.read(random.below(total + 1))
      let point = first.machine.resumePoint(consumed: first.lastBatch)
      let read = Set(first.ids)
      var moved = world.scripts
      for source in moved.indices {
        let size = max(1, moved[source].pages[0].count)
        var items = moved[source].items.filter { _ in random.below(100) >= 15 }
        let newest = moved[source].items.first?.date ?? Timestamp(seconds: 400)
        for number in 0..<random.below(9) {
          var item = Item(id: "new-\(source)-\(number)")
          // New things happen after everything that was there.
          item.datePublished = newest.advanced(by: .seconds(1_000 + number))
          items.insert(item, at: 0)
        }
        moved[source] = paged(items, like: moved[source], size: size)
      }
      var second = Simulation(moved, settings)
      second.machine.resume(at: point)
      second.read(.max)
      stepsBack += second.requests.reduce(0) { count, pages in
        count + zip(pages, pages.dropFirst()).count { $1 < $0 }
      }
      let expected = Set(moved.flatMap { $0.items.map(\.id) }).subtracting(read).filter { !$0.hasPrefix("new-") }
      let got = second.ids.filter { !$0.hasPrefix("new-") }
      check(
        Set(got) == expected && got.count == expected.count,
        "seed \(seed), lost \(expected.subtracting(got)), more \(Set(got).subtracting(expected)), read \(first.ids)")
      check(!got.contains(where: read.contains), "seed \(seed), shown again")
    }
    #expect(stepsBack > 0)
  }

  /// What was inserted above the place is not shown among what is older.
  @Test func newItemsStayAbove() {
    let (a, b) = (named(Script("A=[9,8|7,6|5,4]")), named(Script("A=[11,10|9,8|7,6|5,4]")))
    var first = Simulation([a], settings)
    first.read(3)
    var second = Simulation([b], settings)
    second.machine.resume(at: first.machine.resumePoint(consumed: first.lastBatch))
    second.read(.max)
    #expect(second.feed == "6 5 4")
  }

  /// A lane has no times to compare: the last item read shows where it is.
  @Test func aLaneIsFoundByItsLastItem() {
    let settings = settings.with { $0.order = .interleave }
    let before = [Script("A=[a,b|c,d|e,f]")]
    for (after, expected) in [
      ("A=[x,a|b,c|d,e|f]", "d e f"), ("A=[b,c|d,e|f]", "d e f"), ("A=[c,d|e,f]", "d e f"),
      ("A=[a,b|c,d|e,f]", "d e f"),
    ] {
      var first = Simulation(before, settings)
      first.read(3)
      var second = Simulation([named(Script(after))], settings)
      let point = Simulation([named(before[0])], settings)
      var cut = point
      cut.read(3)
      second.machine.resume(at: cut.machine.resumePoint(consumed: cut.lastBatch))
      second.read(.max)
      #expect(second.feed == expected, "\(after)")
    }
  }

  /// The same items under the same ids, whatever their place.
  private func named(_ script: Script) -> Script {
    var script = script
    for page in script.pages.indices {
      for index in script.pages[page].indices {
        script.pages[page][index].id = script.pages[page][index].title ?? ""
      }
    }
    return script
  }

  /// A cursor of the server that died meanwhile: the walk starts again at page one and passes over what was read.
  @Test func aDeadCursorStartsAgain() {
    for order in [MergeSettings.Order.newest, .interleave] {
      let settings = settings.with { $0.order = order }
      var script = named(Script("A=[9,8|7,6|5,4]"))
      script.cursors = [1: "c1", 2: "c2"]
      let other = named(Script("B=[20,19|3,2]"))
      var first = Simulation([script, other], settings)
      first.read(5)
      let point = first.machine.resumePoint(consumed: first.lastBatch)
      script.deadCursors = ["c1", "c2"]
      script.cursorsAfterRestart = [1: "d1", 2: "d2"]
      var second = Simulation([script, other], settings)
      second.machine.resume(at: point)
      second.read(.max)
      #expect((first.ids + second.ids).sorted() == ["19", "2", "20", "3", "4", "5", "6", "7", "8", "9"], "\(order)")
      #expect(second.items.allSatisfy { !$0.isLate })
    }
  }
}
