import TestSupport
import Testing
import WeftModel
import WeftPaging

@testable import WeftMerge

/// Reads so many items, and gives the place behind them.
private func cut(_ scripts: [Script], _ settings: MergeSettings, at count: Int) -> (Simulation, ResumePoint) {
  var simulation = Simulation(scripts, settings)
  simulation.read(count)
  return (simulation, simulation.machine.resumePoint(consumed: simulation.lastBatch))
}

private func rest(_ scripts: [Script], _ settings: MergeSettings, from point: ResumePoint, count: Int = .max)
  -> Simulation
{
  var simulation = Simulation(scripts, settings)
  simulation.machine.resume(at: point)
  simulation.read(count)
  return simulation
}

/// Case 31: two of the sources' pages are read again, no more.
@Test func aResumedFeedGoesOn() {
  var scripts = [Script("A=[10,8|6,4]"), Script("B=[9,7|5,3]")]
  for source in scripts.indices { scripts[source].cursors = [1: "c1"] }
  let (first, point) = cut(scripts, .eco, at: 3)
  #expect(first.feed == "10 9 8")
  let second = rest(scripts, .eco, from: point, count: 1)
  #expect(second.feed == "7")
  #expect(second.requests == [[2], [1]])
}

/// P14: what was read before the cut and what is read after it are the whole, for every order and every place.
@Test(arguments: MergeSettings.Order.allCases)
func aCutLosesNothing(_ order: MergeSettings.Order) {
  for seed in UInt64(1)...(isLong ? 1_000 : 60) {
    let world = World(seed: seed)
    for mode in MergeSettings.Mode.allCases {
      let settings = MergeSettings.eco.with {
        $0.order = order
        $0.mode = mode
        $0.deduplication.scope = seed % 2 == 0 ? .all : .source
      }
      var whole = Simulation(world.scripts, settings)
      whole.read(.max)
      var random = SplitMix64(seed: seed)
      let place = random.below(whole.ids.count + 2)
      let (first, point) = cut(world.scripts, settings, at: place)
      let second = rest(world.scripts, settings, from: point)
      check(
        first.ids + second.ids == whole.ids,
        "seed \(seed), \(order) \(mode), cut at \(place)\n\(first.ids)\n\(second.ids)\n\(whole.ids)\n\(point)")
    }
  }
}

/// Pages of more items than one word of bits holds, of two sources that stand in each other's way.
@Test func longPagesAreResumedAnywhere() {
  let scripts = [0, 1].map { source in
    var script = Script("S\(source)=[]")
    script.pages = (0..<3).map { page in
      (0..<150).map { index in
        let number = page * 150 + index
        var item = Item(id: "S\(source)-\(number)")
        item.datePublished = Timestamp(seconds: 100_000 - Int64(number * (source == 0 ? 7 : 11)))
        // Some stand far behind their neighbours, so that a page is not read from its top down.
        item.isPinned = number % 31 == 30
        if item.isPinned { item.datePublished = Timestamp(seconds: 100_000 - Int64(number * 17)) }
        return item
      }
    }
    return script
  }
  var whole = Simulation(scripts, .eco)
  whole.read(.max)
  #expect(whole.ids.count == 900)
  for place in stride(from: 1, to: 900, by: isLong ? 1 : 23) {
    let (first, point) = cut(scripts, .eco, at: place)
    let second = rest(scripts, .eco, from: point)
    check(first.ids + second.ids == whole.ids, "cut at \(place)")
  }
}

/// A world with pinned and undated items, lists out of order, and sources without any dates.
private func messy(_ seed: UInt64, isDisordered: Bool) -> World {
  var world = World(seed: seed)
  var random = SplitMix64(seed: seed ^ 0xABCD)
  for source in world.scripts.indices {
    let kind = random.below(6)
    if kind == 0 { world.scripts[source].sorted = .rank }
    for page in world.scripts[source].pages.indices {
      for index in world.scripts[source].pages[page].indices {
        if kind == 1 || random.below(8) == 0 { world.scripts[source].pages[page][index].datePublished = nil }
        if page == 0, index == 0 || isDisordered, random.below(isDisordered ? 15 : 4) == 0 {
          world.scripts[source].pages[page][index].isPinned = true
          world.scripts[source].pages[page][index].datePublished = Timestamp(seconds: Int64(random.below(400)))
        }
        if isDisordered, random.below(10) == 0 {
          world.scripts[source].pages[page][index].datePublished = Timestamp(seconds: Int64(random.below(400)))
        }
      }
    }
    if random.below(2) == 0 {
      let count = world.scripts[source].pages.count
      for page in 1..<max(2, count) { world.scripts[source].cursors[page] = page < count ? "c\(page)" : nil }
    }
    world.scripts[source].latencies = [0]
  }
  return world
}

/// P14 with pinned and undated items and lanes: the same order as without the cut.
@Test(arguments: MergeSettings.Order.allCases)
func aCutKeepsPinnedAndUndatedItemsInPlace(_ order: MergeSettings.Order) {
  for seed in UInt64(1)...(isLong ? 1_000 : 60) {
    let world = messy(seed, isDisordered: false)
    let settings = MergeSettings.eco.with {
      $0.order = order
      $0.fuse = seed % 3 == 0 ? .sum : .max
      $0.deduplication.scope = .source
    }
    var random = SplitMix64(seed: seed)
    let place = random.below(world.scripts.reduce(2) { $0 + $1.items.count })
    var (first, point) = cut(world.scripts, settings, at: place)
    let head = first.ids
    first.read(.max)
    let second = rest(world.scripts, settings, from: point)
    check(
      head + second.ids == first.ids,
      "seed \(seed), \(order), cut at \(place)\n\(head)\n\(second.ids)\n\(first.ids)\n\(world.timelines)\n\(point)")
  }
}

/// P14 with items that several sources have: the one shown, its score and the turns of the others are those of the
/// whole, wherever the feed is cut, as long as it remembers all that was read.
@Test(arguments: MergeSettings.Order.allCases, MergeSettings.Fuse.allCases)
func aCutKeepsWhatIsShownOnce(_ order: MergeSettings.Order, _ fuse: MergeSettings.Fuse) {
  guard order == .rank || fuse == .max else { return }
  for seed in UInt64(1)...(isLong ? 500 : 40) {
    var world = World(seed: seed, sources: 2...4, items: [1, 3, 5, 8], size: 6)
    var random = SplitMix64(seed: seed ^ 0x5A5A)
    for source in world.scripts.indices {
      world.scripts[source].latencies = [0]
      // No address twice in a source: that would be none.
      var addresses = (0..<9).shuffled(using: &random)
      for page in world.scripts[source].pages.indices {
        for index in world.scripts[source].pages[page].indices where random.below(2) == 0 {
          world.scripts[source].pages[page][index].url = addresses.popLast().map { "https://example.org/\($0)" }
        }
      }
    }
    let settings = MergeSettings.eco.with {
      $0.order = order
      $0.fuse = fuse
      $0.deduplication.scope = .all
    }
    var whole = Simulation(world.scripts, settings)
    whole.read(.max)
    check(whole.machine.resumePoint(consumed: whole.lastBatch).isEnd, "seed \(seed): something is left open")
    for place in 0...whole.ids.count {
      let (first, point) = cut(world.scripts, settings, at: place)
      let second = rest(world.scripts, settings, from: point)
      check(
        first.ids + second.ids == whole.ids,
        "seed \(seed), \(order) \(fuse), cut at \(place)\n\(first.ids)\n\(second.ids)\n\(whole.ids)\n\(point)")
    }
  }
}

/// A source that does not keep its own order: nothing is lost and nothing comes twice.
@Test(arguments: MergeSettings.Mode.allCases)
func aCutOfDisorderLosesNothing(_ mode: MergeSettings.Mode) {
  for seed in UInt64(1)...(isLong ? 1_000 : 60) {
    let world = messy(seed, isDisordered: true)
    let settings = MergeSettings.eco.with {
      $0.mode = mode
      $0.deduplication.scope = .source
    }
    var random = SplitMix64(seed: seed)
    let place = random.below(world.scripts.reduce(2) { $0 + $1.items.count })
    let (first, point) = cut(world.scripts, settings, at: place)
    let second = rest(world.scripts, settings, from: point)
    let all = world.scripts.flatMap { $0.items.map(\.id) }
    check(
      (first.ids + second.ids).sorted() == all.sorted(),
      "seed \(seed), cut at \(place)\n\(first.ids)\n\(second.ids)\n\(point)")
  }
}

/// A place is resumed, read on a little, and cut again; also before anything was read.
@Test func aResumedFeedIsCutAgain() {
  for seed in UInt64(1)...(isLong ? 500 : 60) {
    let world = messy(seed, isDisordered: false)
    let settings = MergeSettings.eco.with { $0.deduplication.scope = .source }
    var whole = Simulation(world.scripts, settings)
    var random = SplitMix64(seed: seed)
    var ids: [String] = []
    var point = whole.machine.resumePoint(consumed: 0)
    for _ in 0..<1_000 {
      let count = random.below(5)
      let part = rest(world.scripts, settings, from: point, count: count)
      ids += part.ids
      point = part.machine.resumePoint(consumed: part.lastBatch)
      if part.machine.isEnded, count > part.ids.count { break }
    }
    let goal = ids.count
    while whole.items.count < goal, !whole.machine.isEnded { whole.read(min(goal, whole.items.count + 1)) }
    whole.read(.max)
    check(ids == whole.ids, "seed \(seed)\n\(ids)\n\(whole.ids)")
  }
}
