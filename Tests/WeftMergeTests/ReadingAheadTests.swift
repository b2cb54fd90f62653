import TestSupport
import Testing
import WeftModel

@testable import WeftMerge

/// Eco mode asks one source after the other; with `readsAhead` those that are needed anyway are asked side by side.
@Suite struct ReadingAheadTests {
  /// Sources whose numbers of items a day differ as those of real ones do, each with more items than are read.
  private func scripts(_ count: Int, seed: UInt64, items: Int) -> [Script] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { index in
      var script = Script(name: "s\(index)")
      let interval = 600.0 * Double(index + 1)
      var time = 2_000_000_000.0
      script.pages = (0..<(items / 20 + 2)).map { page in
        (0..<20).map { place in
          time -= interval * 2 * Double(random.below(1_000_000)) / 1_000_000
          var item = Item(id: "s\(index)-\(page * 20 + place)")
          item.datePublished = Timestamp(seconds: Int64(time) - 1_100_000_000)
          return item
        }
      }
      script.latencies = [0.2]
      return script
    }
  }

  private func run(_ scripts: [Script], _ count: Int, ahead: Bool) -> (ids: [String], requests: Int, seconds: Double) {
    var simulation = Simulation(scripts, .eco.with { $0.readsAhead = ahead })
    simulation.read(count)
    return (simulation.ids, simulation.requests.reduce(0) { $0 + $1.count }, simulation.seconds)
  }

  @Test(arguments: [(10, 50), (10, 500), (10, 2_000), (50, 50), (50, 500), (50, 2_000)])
  func itIsFasterForHardlyARequestMore(sources: Int, items: Int) {
    var (requests, least, time, longest) = (0, 0, 0.0, 0.0)
    for seed in UInt64(1)...5 {
      let scripts = scripts(sources, seed: seed, items: items)
      let eco = run(scripts, items, ahead: false)
      let ahead = run(scripts, items, ahead: true)
      #expect(ahead.ids == eco.ids, "seed \(seed)")
      requests += ahead.requests
      least += eco.requests
      time += ahead.seconds
      longest += eco.seconds
      let more = ahead.requests - eco.requests
      #expect(more <= max(3, eco.requests / 50), "seed \(seed): \(more) more than \(eco.requests)")
    }
    // With one request at a time for each source, the most frequent one alone takes half of the time where there are
    // many: 1.9 times as fast is what can be had then.
    if items >= 500 { #expect(longest >= 1.8 * time, "\(longest / 5) s and \(time / 5) s") }
    #expect(time <= longest && requests >= least)
  }
}
