import TestSupport
import Testing
import WeftModel

@testable import WeftMerge

/// P3, P4: the order is that of the sorted union, and no request is made that is not provably needed, whatever the
/// latencies; with a jump, and without one (waiting for item i puts the position at i).
@Test func newestIsExactWithTheFewestRequests() {
  for seed in UInt64(1)...150 {
    let world = World(seed: seed)
    let order = world.byTime
    let expected = Array(world.ids(order).prefix(world.count))
    let fewest = world.fewestByTime(order, world.count)
    for jump in [true, false] {
      var simulation = Simulation(world.scripts)
      simulation.read(world.count, jump: jump)
      check(simulation.ids == expected, "seed \(seed)")
      check(simulation.requests.map(\.count) == fewest, "seed \(seed), jump \(jump)")
      check(simulation.requests.allSatisfy { Set($0).count == $0.count }, "seed \(seed)")
    }
  }
}

/// The same with items ahead of the reader: at rest the requests are Q*(position + prefetch).
@Test func prefetchAtRestIsTheFewestRequestsOfItsDemand() {
  for seed in UInt64(1)...100 {
    let world = World(seed: seed)
    let order = world.byTime
    var random = SplitMix64(seed: seed)
    let prefetch = Int.random(in: 1...25, using: &random)
    var simulation = Simulation(world.scripts, .eco.with { $0.prefetch = prefetch })
    for position in 1...5 {
      simulation.read(position, jump: false)
      simulation.rest()
      // A batch never hands out so much that passing it would have started a request.
      let fewest = world.fewestByTime(order, max(position, simulation.items.count) + prefetch)
      check(simulation.requests.map(\.count) == fewest, "seed \(seed), position \(position)")
    }
  }
}

/// Interleave, weighted and rank: pages of what is shown, and the end of a source whose turn met it.
@Test func turnsAreExactWithTheFewestRequests() {
  for seed in UInt64(1)...100 {
    let world = World(seed: seed)
    let whole = world.scripts.map { Int($0.weight) }
    let cases: [(MergeSettings.Order, [Int], Int)] = [
      (.interleave, whole.map { _ in 1 }, 0), (.weighted, whole, 0), (.rank, whole, 60),
    ]
    for (order, weights, offset) in cases {
      let expected = world.byTurns(weights: weights, offset: offset)
      let ids = Array(world.ids(expected).prefix(world.count))
      let fewest = world.fewestByTurns(expected, world.count, weights: weights, offset: offset)
      for jump in [true, false] {
        var simulation = Simulation(world.scripts, .eco.with { $0.order = order })
        simulation.read(world.count, jump: jump)
        check(simulation.ids == ids, "seed \(seed), \(order)")
        check(simulation.requests.map(\.count) == fewest, "seed \(seed), \(order), jump \(jump)")
      }
    }
  }
}

/// Every page is needed: each is asked once.
@Test func allIsEveryPageOnce() {
  for seed in UInt64(1)...40 {
    let world = World(seed: seed)
    for order in MergeSettings.Order.allCases {
      var simulation = Simulation(world.scripts, .eco.with { $0.order = order })
      simulation.scroll(to: .max)
      simulation.take(upTo: .max)
      while simulation.step() { simulation.take(upTo: .max) }
      check(simulation.machine.isEnded, "seed \(seed)")
      check(simulation.items.count == world.byTime.count, "seed \(seed)")
      check(simulation.requests.map(\.count) == world.scripts.map(\.endRequests), "seed \(seed)")
    }
  }
}
