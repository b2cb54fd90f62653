import Testing
import WeftModel

@testable import WeftMerge

/// Sources that wait for a place at their host, behind others that do not answer.
@Suite struct QueueTests {
  private func exclusions(_ simulation: Simulation) -> [String] {
    simulation.log.compactMap { if case .exclude(let source, _) = $0.kind { source } else { nil } }
  }

  private func script(_ line: String, host: String, _ latencies: [Double]) -> Script {
    var script = Script(line)
    script.host = host
    script.latencies = latencies
    return script
  }

  /// Twenty sources of a host that hangs, six places: the patience runs once, not four times.
  @Test(arguments: MergeSettings.Order.allCases, MergeSettings.Mode.allCases)
  func aHostThatHangsIsWaitedForOnce(_ order: MergeSettings.Order, _ mode: MergeSettings.Mode) {
    var scripts = (0..<20).map { script("S\($0)=[50]", host: "https://hangs.example", [.infinity]) }
    scripts.append(script("G=[9,8|7]", host: "https://works.example", [0.5]))
    let settings = MergeSettings.eco.with {
      $0.order = order
      $0.mode = mode
    }
    var simulation = Simulation(scripts, settings)
    simulation.scroll(to: 40)
    simulation.run(3)
    simulation.take(upTo: 40)
    #expect(simulation.feed.hasPrefix("9 8"))
    #expect(exclusions(simulation).count == 20)
    #expect(simulation.mostInFlight <= 7)
    simulation.run(0.5)
    simulation.take(upTo: 40)
    #expect(simulation.feed == "9 8 7")
  }

  /// The same where all places of the program are taken.
  @Test func placesThatAllHangAreWaitedForOnce() {
    var scripts = (0..<20).map { script("S\($0)=[50]", host: "https://h\($0).example", [.infinity]) }
    scripts.insert(script("G=[9]", host: "https://works.example", [0.5]), at: 0)
    var simulation = Simulation(scripts, .eco, limits: .init(total: 4, perHost: 4))
    simulation.read(1)
    // Three hang from the start; the one that comes after the good one, from 0.5 s on.
    #expect(simulation.feed == "9" && simulation.seconds == 3.5)
    #expect(exclusions(simulation).count == 20)
  }

  /// A host that answers one source is no host that hangs.
  @Test func aHostThatAnswersIsWaitedFor() {
    let scripts = [
      script("A=[50]", host: "https://one.example", [.infinity]),
      script("B=[40|39]", host: "https://one.example", [2, 2]),
      script("C=[30]", host: "https://one.example", [1]),
      script("D=[9]", host: "https://two.example", [0.1]),
    ]
    var simulation = Simulation(scripts, .eco, limits: .init(total: 9, perHost: 2))
    simulation.read(4)
    #expect(simulation.feed == "40 39 30 9")
    #expect(exclusions(simulation) == ["A"])
  }

  /// Who was left out without having been asked is asked when there is a place, and loses nothing.
  @Test func whoWasLeftOutInTheQueueComesBack() {
    let scripts = [
      script("A=[50]", host: "https://one.example", [5]), script("B=[40|3]", host: "https://one.example", [6]),
      script("C=[30|2]", host: "https://one.example", [1]), script("D=[9|1]", host: "https://two.example", [0.1]),
    ]
    var simulation = Simulation(scripts, .eco, limits: .init(total: 9, perHost: 2))
    simulation.read(1)
    #expect(simulation.feed == "9" && simulation.seconds == 3 && exclusions(simulation) == ["A", "B", "C"])
    simulation.read(.max)
    #expect(simulation.ids.sorted() == scripts.flatMap { $0.items.map(\.id) }.sorted())
    #expect(simulation.machine.isEnded)
  }

  /// Who insists on every source waits for the queue as well.
  @Test func strictFeedsLeaveNobodyOut() {
    let scripts = (0..<5).map { script("S\($0)=[\(50 - $0)]", host: "https://one.example", [5]) }
    var simulation = Simulation(scripts, .eco.with { $0.isStrict = true }, limits: .init(total: 9, perHost: 1))
    simulation.read(.max)
    #expect(simulation.feed == "50 49 48 47 46" && simulation.seconds == 25 && exclusions(simulation).isEmpty)
  }
}
