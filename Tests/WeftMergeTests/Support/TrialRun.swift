import WeftModel
import WeftPaging

@testable import WeftMerge

/// Runs a trial and checks after every event whatever its sources allow to be promised.
///
/// The properties are those of the merge's definition, by their numbers P1 to P25.
struct TrialRun {
  private let trial: Trial
  private let oracle: Oracle?
  private var simulation: Simulation
  private let watch: TrialWatch

  /// What is wrong with a trial; `nil`: nothing.
  static func failure(of trial: Trial) -> String? {
    var run = TrialRun(trial)
    run.run()
    // P25: the same events give the same log.
    guard run.watch.failure == nil, trial.seed % 4 == 1 else { return run.watch.failure }
    var again = TrialRun(trial)
    again.run()
    return run.simulation.log == again.simulation.log ? nil : "P25: another log in a second run"
  }

  init(_ trial: Trial) {
    self.trial = trial
    oracle = trial.isOrderly ? Oracle(trial) : nil
    watch = TrialWatch(trial)
    simulation = Simulation(trial.scripts, trial.settings, limits: trial.limits)
    simulation.check = { [watch] simulation in watch.look(at: simulation) }
  }

  /// The feed is a function of the pages alone. It is not where a lane may have turns before the time line's first and
  /// nobody knows yet that a source beside it is a lane too, and not where a lane and the time line have the same item:
  /// the copy that came first stays.
  private var isExact: Bool {
    trial.isHealthy && trial.isOrderly && !trial.hasTurns
      && !(trial.hasUnknownLanes && trial.scripts.contains { $0.weight > 4 })
      && !(trial.hasLanes && trial.hasSharedItems)
  }

  private mutating func run() {
    for move in trial.moves where watch.failure == nil {
      carryOut(move)
      checkMove("\(move)")
    }
    if watch.failure == nil { checkScrollingUp() }
    if trial.seed % 4 == 0, watch.failure == nil { checkCancel() }
    guard watch.failure == nil else { return }
    // Whatever was off is on at the end: nothing is lost by it.
    for source in trial.scripts.indices where simulation.machine.tracks[source].isPaused { turn(source) }
    switch trial.seed % 3 {
    case 0: simulation.readAll()
    case 1: simulation.read(1_000_000)
    default: simulation.read(1_000_000, jump: false)
    }
    checkMove("the end")
    if watch.failure == nil { checkEnd() }
  }

  private mutating func carryOut(_ move: Trial.Move) {
    switch move {
    case .read(let count):
      for _ in 0..<count { simulation.read(simulation.items.count + 1, jump: false) }
    case .jump(let count): simulation.read(simulation.items.count + count)
    case .batch:
      if simulation.machine.position == 0 { simulation.scroll(to: 1) }
      takeBatch()
    case .pause(let time): simulation.run(Double(time) / 1_000)
    case .rest: simulation.rest()
    case .back(let count):
      checkScrollingUp(by: count)
    case .stale: checkStaleAnswers()
    case .retry(let source):
      watch.retried(source)
      simulation.machine.retry(source, at: simulation.now)
      simulation.carryOut()
    case .turn(let source): turn(source)
    }
  }

  private mutating func turn(_ source: Int) {
    let asked = simulation.requests
    let isPaused = !simulation.machine.tracks[source].isPaused
    simulation.machine.setPaused(isPaused, source, at: simulation.now)
    simulation.carryOut()
    let count = simulation.machine.tracks.count { $0.isPaused && !$0.isFinished }
    if simulation.machine.pausedCount != count { watch.fail("\(count) sources are off, not as counted") }
    if isPaused, simulation.requests[source] != asked[source] {
      watch.fail("a source was asked when it was turned off")
    }
  }

  /// A batch is what the reader waits for, and beyond that only items whose passing starts no request.
  private mutating func takeBatch() {
    let (machine, asked) = (simulation.machine, simulation.requests)
    let awaited = max(1, machine.position - machine.committed)
    let batch = simulation.machine.take(at: simulation.now)
    simulation.carryOut()
    simulation.items += batch
    if batch.count > awaited, trial.settings.mode == .eco, simulation.requests != asked {
      watch.fail("2.4: a batch of \(batch.count) with \(awaited) awaited asked for pages")
    }
  }

  // MARK: After each move

  private mutating func checkMove(_ what: String) {
    guard isExact, let oracle else { return }
    // P3: a prefix of the sorted union, whatever the latencies are.
    let count = simulation.items.count
    guard count <= oracle.feed.count, zip(simulation.items, oracle.feed).allSatisfy({ $0.item.id == $1.id }) else {
      return watch.fail("P3 after \(what): \(simulation.ids), expected \(oracle.ids.prefix(count))")
    }
    if simulation.items.contains(where: \.isLate) { return watch.fail("I5 after \(what): an item is late") }
    let (machine, requests) = (simulation.machine, simulation.requests.map(\.count))
    guard machine.position > 0, machine.position < 100_000 else { return }
    let demand = max(machine.position, machine.committed) + trial.settings.prefetch
    let fewest = oracle.fewest(demand)
    // Beside declared lanes, an undated source may turn out to be one that goes before them.
    if trial.hasUnknownLanes, trial.scripts.contains(where: { $0.sorted != .newest }) { return }
    if trial.settings.mode == .eco || trial.isByRounds {
      // P4: never more than the fewest requests, and at rest exactly those.
      guard zip(requests, fewest).allSatisfy(<=) else {
        return watch.fail("P4 after \(what): requests \(requests), the fewest for \(demand) are \(fewest)")
      }
      if simulation.inFlight.isEmpty, requests != fewest {
        return watch.fail("P4 at rest after \(what): requests \(requests), the fewest for \(demand) are \(fewest)")
      }
    } else if simulation.inFlight.isEmpty, !trial.hasSharedItems {
      // Smooth asks no less than what the position needs; I7 follows from P8, which is checked at each request.
      let needed = oracle.fewest(machine.committed)
      guard zip(requests, needed).allSatisfy(>=) else {
        return watch.fail("smooth, after \(what): requests \(requests), needed are \(needed)")
      }
    }
  }

  /// P9: scrolling up, or to where the reader is already, asks nothing and changes nothing.
  private mutating func checkScrollingUp(by count: Int = 1) {
    let before = MachineState(simulation.machine, at: simulation.now)
    let asked = simulation.requests
    let position = simulation.machine.position
    simulation.scroll(to: max(0, position - count))
    simulation.scroll(to: position)
    simulation.machine.tick(at: simulation.now)
    simulation.carryOut()
    if simulation.requests != asked { watch.fail("P9: scrolling up by \(count) asked for pages") }
    if MachineState(simulation.machine, at: simulation.now) != before {
      watch.fail("P9: scrolling up changed something")
    }
  }

  /// P10: an answer counts once, and only where it belongs to this generation.
  private mutating func checkStaleAnswers() {
    guard let response = simulation.inFlight.first(where: { $0.due < .distantFuture }) else { return }
    func change(_ request: PageRequest, _ what: String) {
      let before = MachineState(simulation.machine, at: simulation.now)
      simulation.machine.received(
        Page(items: [Item(id: "stale")], following: .end(.noNext)), from: response.source, for: request,
        at: simulation.now)
      simulation.machine.failed(.busy, from: response.source, for: request, at: simulation.now)
      let isQuiet = simulation.machine.drain().isEmpty
      if !isQuiet || MachineState(simulation.machine, at: simulation.now) != before { watch.fail("P10: \(what)") }
    }
    var other = response.request
    other.generation += 1
    change(other, "an answer of another generation changed something")
    simulation.step()
    let isAnswered = !simulation.inFlight.contains { $0.order == response.order }
    if isAnswered { change(response.request, "a second answer changed something") }
  }

  /// P11: after a cancel nothing happens, whatever still arrives.
  private mutating func checkCancel() {
    var copy = simulation
    copy.check = { _ in }
    copy.machine.cancel()
    let asked = copy.requests
    copy.carryOut()
    while !copy.inFlight.isEmpty { copy.deliver(0) }
    copy.machine.tick(at: .distantFuture)
    copy.scroll(to: 1_000)
    copy.take(upTo: 1_000)
    copy.machine.retry(0, at: copy.now)
    copy.carryOut()
    let isQuiet = copy.requests == asked && copy.machine.deadline == nil && copy.machine.isEnded
    if !isQuiet || copy.items.count != simulation.items.count { watch.fail("P11: something happened after a cancel") }
  }

  // MARK: At the end

  private mutating func checkEnd() {
    let neverAnswers = trial.scripts.contains { $0.latencies.contains { !$0.isFinite } }
    // P7 and P12: the feed comes to its end, with everything that was to be had.
    if !neverAnswers, !simulation.machine.isEnded { return watch.fail("P7: the feed does not end") }
    if let oracle, isExact, simulation.ids != oracle.ids {
      return watch.fail("P3: \(simulation.ids), expected \(oracle.ids)")
    }
    if !neverAnswers, simulation.machine.ready.count + simulation.machine.window.count > 0 {
      return watch.fail("P2: something was left behind")
    }
    checkOrder()
  }

  /// P6: without the late items the feed is in order; late ones come from sources that were left out or out of order.
  private func checkOrder() {
    guard trial.settings.order == .newest else { return }
    var excluded = Set<String>()
    for case .turn(let source) in trial.moves { excluded.insert(trial.scripts[source].name) }
    for event in simulation.log {
      if case .exclude(let source, _) = event.kind { excluded.insert(source) }
    }
    for item in simulation.items where item.isLate {
      guard excluded.contains(item.source) || !trial.scripts[item.sourceIndex].isOrderly else {
        return watch.fail("P6: \(item.item.id) is late, and its source was never left out")
      }
    }
    guard !simulation.machine.hasLanes, trial.settings.undated == .inherit else { return }
    let inOrder = simulation.items.filter { !$0.isLate }
    let keys = inOrder.map { (-($0.effectiveDate?.microseconds ?? .min + 1), $0.sourceIndex, $0.page, $0.index) }
    guard zip(keys, keys.dropFirst()).allSatisfy(<) else {
      return watch.fail("P6: out of order and not late: \(simulation.feed)")
    }
  }
}
