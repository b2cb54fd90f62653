import WeftModel
import WeftPaging

@testable import WeftMerge

/// Walks all that can happen to one small trial: each choice of which answer arrives next, and in between, at any time,
/// the reader scrolling on by one, a request failing, and an instant passing that the machine waits for.
///
/// A depth-first search over copies of the machine. States that were met before are not entered again, so the number of
/// orders of events is far larger than that of states.
struct ModelCheck {
  /// What may happen besides answers and scrolling.
  enum Mishaps: CaseIterable, Sendable {
    /// Nothing: the feed must be exact.
    case none
    /// One request fails, and the feed waits for its retry: it must be exact all the same.
    case oneFailure
    /// One request fails, and whoever keeps the reader waiting may be left out.
    case oneFailureAndPatience
  }

  private struct Node {
    var machine: MergeMachine
    var now = Timestamp(seconds: 1_000_000_000)
    var inFlight: [(source: Int, request: PageRequest)] = []
    /// Pages received and failed, by source.
    var received: [Int]
    var failed: [Int]
    var feed: [FeedItem] = []
    var failuresLeft: Int
    /// Sources that were left out at some time.
    var excluded: Set<Int> = []
  }

  private struct Key: Hashable {
    var state: MachineState
    var inFlight: [Int]
    var feed: [Int]
    var failuresLeft: Int
    var excluded: Set<Int>
  }

  private enum Event { case arrive(Int), fail(Int), scroll, tick }

  private let trial: Trial
  private let mishaps: Mishaps
  private let expected: [String]
  /// The fewest requests for each position, from 0; the last counts for all that follow.
  private let fewest: [[Int]]
  private var met = Set<Key>()
  private(set) var stateCount = 0
  private(set) var eventCount = 0
  private(set) var failure: String?

  init(_ trial: Trial, _ mishaps: Mishaps) {
    var trial = trial
    trial.settings.isStrict = mishaps != .oneFailureAndPatience
    self.trial = trial
    self.mishaps = mishaps
    let oracle = Oracle(trial)
    expected = oracle.ids
    fewest = (0...expected.count + 1).map { oracle.fewest($0) }
  }

  /// Everything; afterwards `failure` says what was wrong, if anything was.
  mutating func run() {
    let machine = MergeMachine(sources: trial.scripts.map(\.source), settings: trial.settings)
    let start = Node(
      machine: machine, received: trial.scripts.map { _ in 0 }, failed: trial.scripts.map { _ in 0 },
      failuresLeft: mishaps == .none ? 0 : 1)
    enter(start, path: [])
  }

  private mutating func enter(_ node: Node, path: [String]) {
    let isNew = met.insert(
      Key(
        state: MachineState(node.machine, at: node.now), inFlight: node.inFlight.map(\.source).sorted(),
        feed: node.feed.map { $0.sourceIndex << 16 | $0.page << 8 | $0.index }, failuresLeft: node.failuresLeft,
        excluded: node.excluded)
    ).inserted
    guard isNew else { return }
    stateCount += 1
    var events: [Event] = node.inFlight.indices.map { .arrive($0) }
    if node.failuresLeft > 0 { events += node.inFlight.indices.map { .fail($0) } }
    if node.machine.position <= expected.count { events.append(.scroll) }
    if node.machine.deadline != nil { events.append(.tick) }
    if events.isEmpty { checkEnd(node, path) }
    for event in events where failure == nil {
      var next = node
      eventCount += 1
      let steps = path + [carryOut(event, &next)]
      check(next, steps)
      if failure == nil { enter(next, path: steps) }
    }
  }

  private mutating func fail(_ text: String, _ path: [String]) {
    if failure == nil { failure = "\(trial), \(mishaps): \(text), after \(path.joined(separator: ", "))" }
  }

  // MARK: Events

  private mutating func carryOut(_ event: Event, _ node: inout Node) -> String {
    let text: String
    switch event {
    case .arrive(let index):
      let (source, request) = node.inFlight.remove(at: index)
      text = "\(trial.scripts[source].name) answers"
      node.received[source] += 1
      guard case .success(let page) = trial.scripts[source].answer(request.cursor, attempt: .max) else { return text }
      node.machine.received(page, from: source, for: request, at: node.now)
    case .fail(let index):
      let (source, request) = node.inFlight.remove(at: index)
      text = "\(trial.scripts[source].name) fails"
      node.failed[source] += 1
      node.failuresLeft -= 1
      node.machine.failed(.busy, from: source, for: request, at: node.now)
    case .scroll:
      text = "scroll"
      node.machine.scroll(to: node.machine.position + 1, at: node.now)
    case .tick:
      text = "tick"
      node.now = max(node.now, node.machine.deadline ?? node.now)
      node.machine.tick(at: node.now)
    }
    drain(&node, text)
    // The reader takes what it waits for, and no more.
    while node.machine.position > node.machine.committed {
      let items = node.machine.take(limit: node.machine.position - node.machine.committed, at: node.now)
      drain(&node, text)
      if items.isEmpty { break }
      node.feed += items
    }
    return text
  }

  private mutating func drain(_ node: inout Node, _ text: String) {
    for action in node.machine.drain() {
      switch action {
      case .fetch(let source, let request, _):
        // P1: one request at a time, each page once but for failures, and none of a source that is full.
        if node.inFlight.contains(where: { $0.source == source }) { fail("I1: two requests at once", [text]) }
        let page = trial.scripts[source].number(of: request.cursor)
        if page != node.received[source] + 1 { fail("I2: page \(page) was asked again", [text]) }
        if node.received[source] >= trial.scripts[source].endRequests { fail("I3: a full source was asked", [text]) }
        node.inFlight.append((source, request))
      case .report(.exclude(let name, _)):
        if let source = trial.scripts.firstIndex(where: { $0.name == name }) { node.excluded.insert(source) }
      case .report(.state(_, let from, let to, _)):
        if !TrialWatch.transitions.contains([from, to]) { fail("P24: from \(from) to \(to)", [text]) }
      case .report, .changed: break
      }
    }
  }

  // MARK: What holds in each state

  private mutating func check(_ node: Node, _ path: [String]) {
    guard failure == nil else { return }
    let machine = node.machine
    // P2: nothing is lost.
    let waiting = machine.waiting.reduce(0) { $0 + $1.count }
    let there = machine.committed + machine.ready.count + machine.window.count + waiting
    let received = trial.scripts.indices.reduce(0) { sum, source in
      sum + trial.scripts[source].pages.prefix(node.received[source]).reduce(0) { $0 + $1.count }
    }
    if there != received { fail("P2: \(there) of \(received) items are there", path) }
    if let text = machine.disorder { fail(text, path) }
    // P7: whoever waits, waits for something.
    if machine.isReaderWaiting, !machine.isEnded, node.inFlight.isEmpty, machine.deadline == nil {
      fail("P7: a reader waits for nothing", path)
    }
    switch mishaps {
    case .none, .oneFailure: checkExactness(node, path)
    case .oneFailureAndPatience: checkLateness(node, path)
    }
  }

  private mutating func checkExactness(_ node: Node, _ path: [String]) {
    // P3, for every order of arrival.
    guard zip(node.feed, expected).allSatisfy({ $0.item.id == $1 }), !node.feed.contains(where: \.isLate) else {
      return fail("P3: \(node.feed.map(\.item.id)), expected \(expected)", path)
    }
    guard trial.settings.mode == .eco else { return }
    // P4: at rest the fewest requests, and never more.
    let requests = zip(node.received, node.inFlight.reduce(into: node.received.map { _ in 0 }) { $0[$1.source] += 1 })
      .map { $0 + $1 }
    let demand = node.machine.position == 0 ? 0 : node.machine.position + trial.settings.prefetch
    let least = fewest[min(demand, fewest.count - 1)]
    if !zip(requests, least).allSatisfy(<=) { fail("P4: requests \(requests) of \(least)", path) }
    if node.inFlight.isEmpty, node.machine.deadline == nil, requests != least {
      fail("P4: at rest requests \(requests) of \(least)", path)
    }
  }

  /// P6: without the late items the feed is in order, and late ones come from sources that were left out.
  private mutating func checkLateness(_ node: Node, _ path: [String]) {
    guard trial.settings.order == .newest else { return }
    var last = MergeKey.least
    for item in node.feed {
      if item.isLate {
        if !node.excluded.contains(item.sourceIndex) { fail("P6: \(item.item.id) is late for no reason", path) }
        continue
      }
      guard let date = item.effectiveDate else { continue }
      let key = MergeKey.time(
        date, source: item.sourceIndex, sequence: UInt32(truncatingIfNeeded: item.page << 8 | item.index))
      if key < last { fail("P6: \(node.feed.map(\.item.id)) is out of order", path) }
      last = key
    }
  }

  /// Nothing can happen any more: all of it has been read.
  private mutating func checkEnd(_ node: Node, _ path: [String]) {
    if !node.machine.isEnded { fail("P7: the feed does not end", path) }
    if Set(node.feed.map(\.item.id)) != Set(expected) || node.feed.count != expected.count {
      fail("P2: the feed is \(node.feed.map(\.item.id))", path)
    }
  }
}
