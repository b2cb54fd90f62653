import TestSupport
import Testing
import WeftModel
import WeftPaging

@testable import WeftMerge

/// P3 for smooth mode, and P5: the order is exact, and what is asked ahead stays within its bounds.
@Test func smoothIsExactWithinItsBounds() {
  for seed in UInt64(1)...80 {
    var world = World(seed: seed)
    var random = SplitMix64(seed: seed)
    let prefetch = Int.random(in: 0...12, using: &random)
    for source in world.scripts.indices { world.scripts[source].latencies = [0] }
    var simulation = Simulation(
      world.scripts,
      .eco.with {
        $0.mode = .smooth
        $0.prefetch = prefetch
      })
    let distance = max(1, prefetch)
    let order = world.byTime
    let expected = world.ids(order)
    while simulation.items.count < expected.count {
      let before = simulation.items.count
      simulation.read(before + 1, jump: false)
      simulation.rest()
      guard simulation.items.count > before else { break }
      let position = simulation.items.count
      for (source, script) in world.scripts.enumerated() {
        let shown = order.prefix(position).count { $0.source == source }
        let size = max(1, script.pages[0].count)
        let emptyPages = script.end == .emptyPage ? 1 : 0
        check(
          simulation.requests[source].count <= (shown + distance - 1) / size + 1 + emptyPages, "seed \(seed), I7")
        check(simulation.machine.counts[source].unread < distance + size, "seed \(seed), I8")
        // At rest nobody's runway is short (P8 from the other side).
        let track = simulation.machine.tracks[source]
        let reach = simulation.machine.runway(of: source)
        check(track.isFinished || reach >= distance, "seed \(seed)")
      }
    }
    #expect(simulation.ids == expected, "seed \(seed)")
    #expect(simulation.requests.allSatisfy { Set($0).count == $0.count }, "seed \(seed)")
  }
}

extension MergeMachine {
  /// Counted item by item, as the definition says.
  func runway(of source: Int) -> Int {
    let watermark = tracks[source].watermark(of: source)
    var entries = (0..<ready.count).map { ready[$0] } + (0..<window.count).map { window[$0] }
    for queue in waiting { entries += (0..<queue.count).map { queue[$0] } }
    return entries.count { $0.key <= watermark }
  }
}

/// At most 64 requests in all and 6 of a host; everybody gets there in the end.
@Test(arguments: MergeSettings.Order.allCases)
func requestsInFlightAreLimited(_ order: MergeSettings.Order) {
  let scripts = (0..<100).map { index in
    var script = Script("S\(index)=[9,8|7]")
    script.host = index < 30 ? "https://one.example" : "https://host\(index % 20).example"
    script.latencies = [Double(index % 7) / 10 + 0.1]
    return script
  }
  for mode in MergeSettings.Mode.allCases {
    for limits in [MergeMachine.RequestLimits(), MergeMachine.RequestLimits(total: 5, perHost: 2)] {
      var simulation = Simulation(
        scripts,
        .eco.with {
          $0.order = order
          $0.mode = mode
        }, limits: limits)
      simulation.check = { simulation in
        var hosts: [String: Int] = [:]
        for response in simulation.inFlight { hosts[scripts[response.source].host, default: 0] += 1 }
        check(hosts.values.max() ?? 0 <= limits.perHost, "\(hosts)")
        check(simulation.inFlight.count <= limits.total, "\(simulation.inFlight.count) in flight")
      }
      simulation.read(300)
      #expect(simulation.items.count == 300)
      #expect(simulation.mostInFlight <= limits.total && simulation.mostInFlight >= min(limits.total, 60))
    }
  }
}

/// A source that waited for its host and is not needed any more leaves its place to the next: nobody waits for ever.
@Test func aPlaceThatNobodyTakesGoesToTheNext() {
  var scripts = [Script("A=[9,8|7]"), Script("B=[6,5|4]"), Script("C=[3]"), Script("D=[2|1]")]
  for source in scripts.indices { scripts[source].host = "https://one.example" }
  for perHost in 1...3 {
    var simulation = Simulation(scripts, limits: MergeMachine.RequestLimits(perHost: perHost))
    simulation.read(1)
    simulation.readAll()
    #expect(simulation.feed == "9 8 7 6 5 4 3 2 1" && simulation.machine.isEnded)
    #expect(simulation.asked == "A2 B2 C1 D2" && simulation.mostInFlight == perHost)
  }
}

/// I9: a reader who keeps a steady speed does not wait once the first screen is there, if pages are large enough.
@Test func aSteadyReaderNeverWaits() {
  let scripts = (0..<4).map { source in
    let pages = (0..<20).map { page in
      (0..<20).map { String(100_000 - (page * 20 + $0) * (source + 1)) }.joined(separator: ",")
    }
    var script = Script("S\(source)=[" + pages.joined(separator: "|") + "]")
    script.latencies = [1]
    return script
  }
  var simulation = Simulation(
    scripts,
    .eco.with {
      $0.mode = .smooth; $0.prefetch = 2
    })
  simulation.read(30, jump: false)
  var waits = 0
  for count in 31...600 {
    simulation.run(0.1)
    simulation.scroll(to: count)
    simulation.take(upTo: count)
    if simulation.items.count < count { waits += 1 }
  }
  // At first the reader's speed is not known.
  #expect(waits <= 10, "\(waits) waits")
}

/// Conditions drop items before they count; pages of dropped items are no end.
@Test func conditionsDropItemsBeforeTheyCount() {
  var simulation = Simulation([Script("A=[9,8|7,6|5,4]")])
  simulation.machine = MergeMachine(
    sources: [
      MergeMachine.Source(
        name: "A",
        filter: ItemFilter([
          .not(.matches(field: "title", pattern: "^[6789]$")),
          .any([.has(field: "title", value: "4"), .has(field: "title", value: "9")]),
        ])
      )
    ], settings: .eco)
  simulation.read(1)
  #expect(simulation.feed == "4")
  #expect(simulation.asked == "A3")
}
