import TestSupport
import Testing
import WeftModel

@testable import WeftMerge

/// `max_run`: at most so many items in a row from one source, with a bound on how far an item can be put back.
@Suite struct DiversityTests {
  private func settings(_ run: Int) -> MergeSettings {
    .eco.with {
      $0.maxRun = run
      $0.deduplication.scope = .source
    }
  }

  private func read(_ lines: [String], _ run: Int, _ count: Int = .max) -> Simulation {
    var simulation = Simulation(lines.map { Script($0) }, settings(run))
    simulation.read(count)
    return simulation
  }

  @Test func anotherSourceGoesBetween() {
    #expect(read(["A=[20,19,18,17,16]", "B=[10,9]"], 2).named == "A20 A19 B10 A18 A17 B9 A16")
    #expect(read(["A=[20,19,18,17,16]", "B=[10,9]"], 0).named == "A20 A19 A18 A17 A16 B10 B9")
    #expect(read(["A=[20,19,18]", "B=[10,9]"], 1).named == "A20 B10 A19 B9 A18")
  }

  @Test func aSingleSourceIsReadOn() {
    #expect(read(["A=[5,4,3,2,1]"], 1).feed == "5 4 3 2 1")
    #expect(read(["A=[5,4,3,2,1]", "B=[]"], 1).feed == "5 4 3 2 1")
  }

  /// Nothing that is put back is late; nothing is lost.
  @Test func whatIsPutBackIsNotLate() {
    let simulation = read(["A=[20,19,18,17,16]", "B=[10,9]"], 2)
    #expect(simulation.items.allSatisfy { !$0.isLate })
    #expect(simulation.items.map(\.position) == Array(1...7))
  }

  /// P22: no item is passed by more than the bound, and no run is longer than the cap but where that bound or the lack
  /// of others makes it so.
  @Test func theCapHasABound() {
    for seed in UInt64(1)...(isLong ? 1_000 : 150) {
      var world = World(seed: seed)
      for source in world.scripts.indices { world.scripts[source].latencies = [0] }
      var random = SplitMix64(seed: seed)
      let cap = 1 + random.below(3)
      let bound = 3 * (cap + 1)
      var simulation = Simulation(world.scripts, settings(cap))
      simulation.read(.max)
      let order = world.ids(world.byTime)
      let place = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
      let places = simulation.ids.compactMap { place[$0] }
      check(places.count == order.count && Set(places).count == order.count, "seed \(seed): lost or doubled")
      for index in places.indices {
        let passed = places[..<index].count { $0 > places[index] }
        check(passed <= bound, "seed \(seed): passed by \(passed)")
      }
      // Within a source the order stays.
      for source in world.scripts.indices {
        let own = simulation.items.filter { $0.sourceIndex == source }.compactMap { place[$0.item.id] }
        check(own == own.sorted(), "seed \(seed)")
      }
      check(simulation.items.allSatisfy { !$0.isLate }, "seed \(seed): late")
    }
  }

  /// P14: with runs capped too, a feed goes on as it would have gone on, wherever it is cut, and however much of what
  /// was given out last was read.
  @Test func aCutKeepsThePatience() {
    for seed in UInt64(1)...(isLong ? 500 : 60) {
      var world = World(seed: seed, sources: 2...4, items: [1, 3, 8, 13, 21], size: 6)
      for source in world.scripts.indices { world.scripts[source].latencies = [0] }
      var random = SplitMix64(seed: seed)
      let settings = settings(1 + random.below(3))
      var whole = Simulation(world.scripts, settings)
      whole.read(.max)
      var given = Simulation(world.scripts, settings)
      while given.items.count < whole.items.count {
        let before = given.items.count
        given.read(before + 1 + random.below(9))
        guard given.items.count > before else { break }
        let rest = random.below(min(given.lastBatch, given.items.count) + 1)
        var second = Simulation(world.scripts, settings)
        second.machine.resume(at: given.machine.resumePoint(consumed: given.lastBatch - rest))
        second.read(.max)
        check(
          given.ids.dropLast(rest) + second.ids == whole.ids,
          "seed \(seed), cut at \(given.items.count - rest)\n\(second.ids)\n\(whole.ids)")
        check(second.items.allSatisfy { !$0.isLate }, "seed \(seed): late")
      }
    }
  }

  /// The run goes on where the feed was cut, and what others had passed is not late.
  @Test func aCutKeepsTheRun() {
    let scripts = [Script("A=[20,19,18,17,16]"), Script("B=[10,9]")]
    for count in 0...7 {
      var first = Simulation(scripts, settings(2))
      first.read(count)
      var second = Simulation(scripts, settings(2))
      second.machine.resume(at: first.machine.resumePoint(consumed: first.lastBatch))
      second.read(.max)
      #expect((first.items + second.items).map { $0.item.title } == ["20", "19", "10", "18", "17", "9", "16"])
      #expect(second.items.allSatisfy { !$0.isLate })
    }
  }

  /// A source that does not answer holds a run up no longer than the patience.
  @Test func aSlowSourceEndsTheWait() {
    var slow = Script("B=[1]")
    slow.latencies = [100]
    var simulation = Simulation([Script("A=[9,8,7]"), slow], settings(1).with { $0.patience = .seconds(2) })
    simulation.read(3)
    #expect(simulation.feed == "9 8 7")
    #expect(simulation.seconds < 10)
  }
}
