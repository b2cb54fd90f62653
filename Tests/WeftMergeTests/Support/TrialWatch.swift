import WeftModel
import WeftPaging

@testable import WeftMerge

/// Looks at a trial after each event and keeps the first thing that is wrong.
final class TrialWatch {
  private(set) var failure: String?
  private let trial: Trial
  /// For each source, page and item: the number of what it shows; the same item of two sources has one number.
  private let groups: [[[Int]]]
  private let groupCount: Int
  /// Pages received by each source, as numbers of its script.
  private var received: [[Int]]
  /// What each source's request in flight asks for.
  private var asked: [Int?]
  /// Pages that failed and were not received since, with the instant of their retry.
  private var failed: [[Int: Timestamp?]]
  private var retriedByHand: Set<Int> = []
  /// How many requests of each source were made, and how many have ended.
  private var made: [Int]
  private var ended: [Int]
  private var seenEvents = 0

  init(_ trial: Trial) {
    self.trial = trial
    (groups, groupCount) = TrialWatch.groups(of: trial)
    received = trial.scripts.map { _ in [] }
    asked = trial.scripts.map { _ in nil }
    failed = trial.scripts.map { _ in [:] }
    made = trial.scripts.map { _ in 0 }
    ended = made
  }

  func fail(_ text: String) { if failure == nil { failure = text } }

  func retried(_ source: Int) { retriedByHand.insert(source) }

  func look(at simulation: Simulation) {
    guard failure == nil else { return }
    readLog(of: simulation)
    checkInFlight(simulation)
    checkItems(simulation)
    if let text = simulation.machine.disorder { fail(text) }
    checkLiveness(simulation)
  }

  /// The numbers of the items: the source and id of each, or the address where that is the identity.
  private static func groups(of trial: Trial) -> ([[[Int]]], Int) {
    var numbers: [String: Int] = [:]
    let isShared = trial.settings.deduplication.scope == .all
    let groups = trial.scripts.map { script in
      script.pages.map { page in
        page.map { item in
          let name = isShared ? item.url ?? item.id : item.id
          let number = numbers[name] ?? numbers.count
          numbers[name] = number
          return number
        }
      }
    }
    return (groups, numbers.count)
  }

  // MARK: P1, P13, P24 and P8: what is asked, and when

  private func readLog(of simulation: Simulation) {
    for event in simulation.log[seenEvents...] {
      switch event.kind {
      case .state(let name, let from, let to, _):
        if !TrialWatch.transitions.contains([from, to]) { fail("P24: \(name) went from \(from) to \(to)") }
      case .page(let name, _, _, _, _, _, _):
        guard let source = index(of: name), let page = asked[source] else { return fail("I1: a page nobody asked for") }
        received[source].append(page)
        asked[source] = nil
        ended[source] += 1
      case .failure(let name, _, let retryAt):
        guard let source = index(of: name), let page = asked[source] else {
          return fail("I1: a failure nobody asked for")
        }
        failed[source][page] = .some(retryAt)
        asked[source] = nil
        ended[source] += 1
      case .request, .emit, .exclude, .warning: break
      }
    }
    seenEvents = simulation.log.count
    for source in trial.scripts.indices where simulation.requests[source].count > made[source] {
      made[source] += 1
      guard made[source] == simulation.requests[source].count, made[source] == ended[source] + 1,
        let page = simulation.requests[source].last
      else { return fail("I1: two requests of \(trial.scripts[source].name) at once") }
      checkRequest(page, of: source, simulation)
      asked[source] = page
    }
  }

  static let transitions: Set<[LoadState]> = [
    [.initial, .fetching], [.fetching, .loadMore], [.fetching, .full], [.fetching, .error], [.loadMore, .fetching],
    [.error, .fetching],
  ]

  private func index(of name: String) -> Int? { trial.scripts.firstIndex { $0.name == name } }

  private func checkRequest(_ page: Int, of source: Int, _ simulation: Simulation) {
    let machine = simulation.machine
    let track = machine.tracks[source]
    if track.isPaused { return fail("\(track.name) is off and was asked") }
    if track.status.endReason != nil { return fail("I3: \(track.name) is full and was asked") }
    if let retryAt = failed[source][page] {
      failed[source][page] = nil
      guard retriedByHand.contains(source) || retryAt.map({ simulation.now >= $0 }) ?? false else {
        return fail("P13: page \(page) of \(track.name) was asked again too early")
      }
      return
    }
    if trial.scripts[source].cursors.isEmpty, received[source].contains(page) {
      return fail("I2: page \(page) of \(track.name) was asked again")
    }
    // Who was left out is asked as soon as it can be, so that it comes back.
    if retriedByHand.contains(source) || track.isExcluded { return }
    checkNeed(of: source, machine, at: simulation.now)
  }

  /// P8: who is asked has less than it should.
  private func checkNeed(of source: Int, _ machine: MergeMachine, at now: Timestamp) {
    guard machine.position < 100_000, !machine.hasLanes, trial.settings.order == .newest else { return }
    let track = machine.tracks[source]
    switch trial.settings.mode {
    case .eco:
      guard machine.committed + machine.ready.count < machine.position + trial.settings.prefetch else {
        return fail("P8: \(track.name) was asked with enough items settled")
      }
      guard track.tail == nil || !machine.frontier.contains(source) || machine.frontier.topSource == source else {
        return fail("P8: \(track.name) was asked and does not hold the frontier")
      }
    case .smooth:
      let read = machine.speed.itemsPerSecond(at: now) * track.latency
      let distance = min(max(trial.settings.prefetch, 1, Int(read) + (read > 0 ? 2 : 0)), 200)
      let ahead = max(0, machine.position - machine.committed - 1)
      let runway = machine.runway(of: source)
      if runway >= ahead + distance {
        return fail("P8: \(track.name) was asked with a runway of \(runway), distance \(distance) and \(ahead) ahead")
      }
      // I8: what waits of a source in order all counts in its runway.
      let isPlain = trial.scripts[source].items.allSatisfy { !$0.isPinned && $0.date != nil }
      let unread = machine.counts[source].unread
      if isPlain, trial.isOrderly, trial.isHealthy, unread > runway {
        return fail("I8: \(unread) items of \(track.name) wait, its runway is \(runway)")
      }
    }
  }

  private func checkInFlight(_ simulation: Simulation) {
    var sources = Set<Int>()
    for response in simulation.inFlight where !sources.insert(response.source).inserted {
      return fail("I1: two requests of a source in flight")
    }
    // Who asks for a page by hand does not wait for a place.
    guard retriedByHand.isEmpty else { return }
    if simulation.inFlight.count > trial.limits.total { fail("more requests in flight than may be") }
    for response in simulation.inFlight {
      let host = trial.scripts[response.source].host
      let count = simulation.inFlight.count { trial.scripts[$0.source].host == host }
      if !host.isEmpty, count > trial.limits.perHost { fail("\(count) requests to \(host) in flight") }
    }
  }

  // MARK: P2: nothing is lost, nothing comes twice

  private func checkItems(_ simulation: Simulation) {
    let machine = simulation.machine
    var places = Array(repeating: 0, count: groupCount)
    func note(_ source: Int, ordinal: Int, index: Int) {
      guard received[source].indices.contains(ordinal - 1) else { return fail("P2: an item of a page nobody received") }
      places[groups[source][received[source][ordinal - 1] - 1][index]] += 1
    }
    func note(_ queue: EntryQueue) {
      for index in 0..<queue.count {
        note(queue[index].source, ordinal: machine.progress.shelf[queue[index]].ordinal, index: queue[index].index)
      }
    }
    for item in simulation.items { note(item.sourceIndex, ordinal: item.page, index: item.index) }
    // Items that the reader is just being given are in neither place.
    let isHandingOut = machine.committed > simulation.items.count
    note(machine.ready)
    note(machine.window)
    for queue in machine.waiting { note(queue) }
    if let group = places.firstIndex(where: { $0 > 1 }) { return fail("P2: an item is there twice (\(group))") }
    guard !isHandingOut, failure == nil else { return }
    for source in groups.indices {
      for page in received[source] where trial.scripts[source].pages.indices.contains(page - 1) {
        for (index, group) in groups[source][page - 1].enumerated() where places[group] == 0 {
          guard isFiltered(trial.scripts[source].pages[page - 1][index]) else {
            return fail("P2: item \(index) of page \(page) of \(trial.scripts[source].name) is lost")
          }
        }
      }
    }
  }

  /// `since` and `until` may drop it; an undated item has the time of another one.
  private func isFiltered(_ item: Item) -> Bool {
    guard let date = item.date else { return trial.settings.since != nil || trial.settings.until != nil }
    if let since = trial.settings.since, date < since { return true }
    return trial.settings.until.map { date >= $0 } ?? false
  }

  // MARK: P7 and I8

  private func checkLiveness(_ simulation: Simulation) {
    let machine = simulation.machine
    // Who waits for a place does so because there is none.
    for (host, queue) in machine.queuedByHost where !queue.isEmpty {
      if machine.inFlightByHost[host, default: 0] < trial.limits.perHost { fail("P7: a place at \(host) stays empty") }
    }
    if !machine.overflow.isEmpty, machine.inFlight.count < trial.limits.total { fail("P7: a place stays empty") }
    guard machine.isReaderWaiting, !machine.isEnded else { return }
    if simulation.inFlight.isEmpty, machine.deadline == nil {
      fail("P7: a reader waits, nothing is in flight and nothing is due")
    }
  }
}

extension MergeMachine {
  /// What is wrong with the order of the items that were not handed out: late commit keeps them all sorted, so that one
  /// which comes late stands where it belongs. With lanes the order is that of turns.
  var disorder: String? {
    guard !hasLanes else { return nil }
    var last = MergeKey.least
    for queue in [ready, window] {
      for index in 0..<queue.count {
        if queue[index].key <= last { return "2.4: what is not handed out is out of order" }
        last = queue[index].key
      }
    }
    for queue in waiting {
      if let first = queue.firstKey, first <= last { return "2.4: an item waits behind one that follows it" }
    }
    return nil
  }
}
