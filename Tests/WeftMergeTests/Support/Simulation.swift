import Testing
import WeftModel
import WeftPaging

@testable import WeftMerge

/// Drives a machine with scripted sources on a virtual clock: one event after the other, nothing in parallel.
struct Simulation {
  var machine: MergeMachine
  let scripts: [Script]
  var now = Timestamp(seconds: 1_000_000_000)
  let start: Timestamp
  var items: [FeedItem] = []
  var log: [FeedEvent] = []
  /// Requests by source: page numbers in their order.
  var requests: [[Int]]
  var requestTimes: [[Timestamp]]
  var mostInFlight = 0
  /// How many items were taken last.
  var lastBatch = 0
  private var attempts: [[Int: Int]]
  private var pending: [Response] = []
  private var count = 0
  private var steps = 0
  /// Chooses among answers that are due at the same time; `nil`: in the order of the requests.
  var choose: ((Int) -> Int)?
  /// What is checked after each event.
  var check: (inout Simulation) -> Void = { _ in }

  struct Response {
    var due: Timestamp
    var order: Int
    var source: Int
    var request: PageRequest
    var result: Result<Page, SourceFailure>
  }

  init(
    _ scripts: [Script], _ settings: MergeSettings = .eco, limits: MergeMachine.RequestLimits = .init()
  ) {
    self.scripts = scripts
    machine = MergeMachine(sources: scripts.map(\.source), settings: settings, limits: limits)
    machine.reportsEmissions = true
    requests = scripts.map { _ in [] }
    requestTimes = scripts.map { _ in [] }
    attempts = scripts.map { _ in [:] }
    start = now
  }

  var inFlight: [Response] { pending }
  /// The feed as a timeline: the items' titles, late ones marked.
  var feed: String { items.map { ($0.item.title ?? "") + ($0.isLate ? "(late)" : "") }.joined(separator: " ") }
  var named: String { items.map { $0.source + ($0.item.title ?? "") }.joined(separator: " ") }
  var ids: [String] { items.map(\.item.id) }
  /// How often each source was asked: `A2 B1`.
  var asked: String { zip(scripts, requests).map { "\($0.name)\($1.count)" }.joined(separator: " ") }
  var seconds: Double { now.since(start).inSeconds }

  mutating func scroll(to position: Int) {
    machine.scroll(to: position, at: now)
    carryOut()
  }

  /// Takes what may be had, up to `count` items in all.
  mutating func take(upTo count: Int) {
    while items.count < count {
      let batch = machine.take(limit: count - items.count, at: now)
      carryOut()
      if batch.isEmpty { return }
      lastBatch = batch.count
      items += batch
    }
  }

  /// Reads items until there are `count`, the feed ends, or nothing can happen any more.
  mutating func read(_ count: Int, jump: Bool = true) {
    if jump { scroll(to: count) }
    while items.count < count, !machine.isEnded {
      if !jump { scroll(to: items.count + 1) }
      let before = items.count
      take(upTo: jump ? count : items.count + 1)
      if items.count == before, !step() { return }
    }
  }

  /// Reads everything, as `--limit all` does.
  mutating func readAll() {
    scroll(to: .max)
    take(upTo: .max)
    while !machine.isEnded, step() { take(upTo: .max) }
  }

  /// The next answer or alarm; `false` where there is none.
  @discardableResult
  mutating func step(until limit: Timestamp = .distantFuture) -> Bool {
    steps += 1
    guard steps < 100_000 else {
      if steps == 100_000 { Issue.record("the simulation comes to no end") }
      return false
    }
    // A source that never answers is never due.
    let answers = pending.indices.filter { pending[$0].due < .distantFuture }
    let next = answers.min { (pending[$0].due, pending[$0].order) < (pending[$1].due, pending[$1].order) }
    let deadline = machine.deadline
    if let next, deadline.map({ pending[next].due <= $0 }) ?? true, pending[next].due <= limit {
      var chosen = next
      if let choose {
        let due = pending.indices.filter { pending[$0].due == pending[next].due }
        chosen = due[choose(due.count)]
      }
      deliver(chosen)
      return true
    }
    if let deadline, deadline <= limit {
      now = max(now, deadline)
      machine.tick(at: now)
      carryOut()
      return true
    }
    if limit < .distantFuture { now = limit }
    return false
  }

  /// Everything that happens in the next `seconds`.
  mutating func run(_ seconds: Double) {
    let limit = now.advanced(by: .milliseconds(Int(seconds * 1_000)))
    while step(until: limit) {}
  }

  /// Everything that happens without a reader's doing.
  mutating func rest() { while step() {} }

  mutating func deliver(_ index: Int) {
    let response = pending.remove(at: index)
    now = max(now, response.due)
    switch response.result {
    case .success(let page): machine.received(page, from: response.source, for: response.request, at: now)
    case .failure(let failure): machine.failed(failure, from: response.source, for: response.request, at: now)
    }
    carryOut()
  }

  mutating func carryOut() {
    for action in machine.drain() {
      switch action {
      case .fetch(let source, let request, _):
        let number = scripts[source].number(of: request.cursor)
        requests[source].append(number)
        requestTimes[source].append(now)
        attempts[source][number, default: 0] += 1
        let latencies = scripts[source].latencies
        let latency = latencies[min(requests[source].count, latencies.count) - 1]
        count += 1
        pending.append(
          Response(
            due: latency.isFinite ? now.advanced(by: .milliseconds(Int(latency * 1_000))) : .distantFuture,
            order: count, source: source, request: request,
            result: scripts[source].server.map { .success($0(request.cursor, requests[source].count)) }
              ?? scripts[source].answer(request.cursor, attempt: attempts[source][number] ?? 1)))
      case .report(let kind): log.append(FeedEvent(at: now, kind: kind))
      case .changed: break
      }
    }
    mostInFlight = max(mostInFlight, pending.count)
    check(&self)
  }
}

extension MergeSettings {
  static let eco = MergeSettings(prefetch: 0, mode: .eco, deduplication: Deduplication(scope: .source))

  func with(_ change: (inout MergeSettings) -> Void) -> MergeSettings {
    var copy = self
    change(&copy)
    return copy
  }
}
