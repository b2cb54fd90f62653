import Testing
import WeftModel

@testable import WeftPaging

/// Every state × every event: what the machine does and where it is then.
struct MachineGridTests {
  enum Setting: String, CaseIterable, Sendable {
    case initial, fetching, loadMore, full, errorWaiting, errorDue, errorForGood
  }

  enum Event: String, CaseIterable, Sendable {
    case demand, page, lastPage, stalePage, failure, staleFailure, retry, cancel
  }

  static let request = PageRequest(cursor: nil, ordinal: 1, attempt: 1, generation: 0)
  static let stale = PageRequest(cursor: .page(9), ordinal: 9, attempt: 1, generation: 0)
  static let now = Timestamp(seconds: 2_000)

  static func machine(in setting: Setting) -> PaginationStateMachine {
    var machine = PaginationStateMachine()
    switch setting {
    case .initial: break
    case .fetching: _ = machine.demand(at: start)
    case .loadMore: _ = machine.feed(numbered(["a"], next: 2))
    case .full: _ = machine.feed(numbered(["a"], next: nil))
    case .errorWaiting:
      guard case .fetch(let request) = machine.demand(at: now) else { break }
      _ = machine.failed(SourceFailure(.timeout, "late", retry: .scheduled), for: request, at: now)
    case .errorDue:
      guard case .fetch(let request) = machine.demand(at: start) else { break }
      _ = machine.failed(SourceFailure(.timeout, "late", retry: .scheduled), for: request, at: start)
    case .errorForGood:
      guard case .fetch(let request) = machine.demand(at: start) else { break }
      _ = machine.failed(SourceFailure(.status, "404", retry: .never), for: request, at: start)
    }
    return machine
  }

  /// What an event does, in words that a table can hold.
  static func outcome(of event: Event, in setting: Setting) -> String {
    var machine = machine(in: setting)
    let before = machine.state
    var action = PaginationStateMachine.Action.none
    var current = request
    if case .fetching(let running) = machine.state { current = running }
    switch event {
    case .demand: action = machine.demand(at: now)
    case .page: action = machine.received(numbered(["x"], next: 2), for: current, at: now)
    case .lastPage: action = machine.received(numbered(["x"], next: nil), for: current, at: now)
    case .stalePage: action = machine.received(numbered(["x"], next: 2), for: stale, at: now)
    case .failure:
      action = machine.failed(SourceFailure(.connect, "no", retry: .scheduled), for: current, at: now)
    case .staleFailure: action = machine.failed(SourceFailure(.connect, "no"), for: stale, at: now)
    case .retry: action = machine.retry(at: now)
    case .cancel: machine.cancel()
    }
    let doing =
      switch action {
      case .none: "nothing"
      case .fetch(let request): "fetch \(request.cursor?.description ?? "first") attempt \(request.attempt)"
      case .deliver(let delivery): "deliver \(delivery.page.items.count)"
      case .wait: "wait"
      }
    return "\(doing), \(before == machine.state ? "stays" : word(machine.state))"
  }

  static func word(_ state: PaginationStateMachine.State) -> String {
    switch state {
    case .initial: "initial"
    case .fetching: "fetching"
    case .loadMore: "loadMore"
    case .full(let reason): "full(\(reason.rawValue))"
    case .error: "error"
    }
  }

  static let expected: [Setting: [Event: String]] = [
    .initial: [.demand: "fetch first attempt 1, fetching", .cancel: "nothing, stays"],
    .fetching: [
      .demand: "nothing, stays", .page: "deliver 1, loadMore", .lastPage: "deliver 1, full(no_next)",
      .failure: "wait, error", .cancel: "nothing, initial",
    ],
    .loadMore: [.demand: "fetch page 2 attempt 1, fetching", .cancel: "nothing, initial"],
    .full: [.cancel: "nothing, initial"],
    .errorWaiting: [
      .demand: "wait, stays", .retry: "fetch first attempt 1, fetching", .cancel: "nothing, initial",
    ],
    .errorDue: [
      .demand: "fetch first attempt 2, fetching", .retry: "fetch first attempt 1, fetching",
      .cancel: "nothing, initial",
    ],
    .errorForGood: [.retry: "fetch first attempt 1, fetching", .cancel: "nothing, initial"],
  ]

  @Test(arguments: Setting.allCases, Event.allCases)
  func cell(setting: Setting, event: Event) {
    let expected = Self.expected[setting]?[event] ?? "nothing, stays"
    #expect(Self.outcome(of: event, in: setting) == expected, "\(setting.rawValue) × \(event.rawValue)")
  }

  @Test func failureKeepsTheCursor() {
    var machine = Self.machine(in: .loadMore)
    guard case .fetch(let request) = machine.demand(at: start) else {
      Issue.record("no request")
      return
    }
    _ = machine.failed(SourceFailure(.timeout, "late", retry: .scheduled), for: request, at: start)
    guard case .wait(let due) = machine.demand(at: start) else {
      Issue.record("no wait")
      return
    }
    #expect(
      machine.demand(at: due)
        == .fetch(PageRequest(cursor: .page(2), ordinal: 2, attempt: 2, generation: 0)))
  }

  @Test func anAnswerOfAnOlderGenerationChangesNothing() {
    var machine = Self.machine(in: .fetching)
    let old = Self.request
    machine.cancel()
    #expect(machine.received(numbered(["x"], next: nil), for: old, at: start) == .none)
    _ = machine.demand(at: start)
    #expect(machine.received(numbered(["x"], next: nil), for: old, at: start) == .none)
    #expect(machine.failed(SourceFailure(.timeout, "late"), for: old, at: start) == .none)
    #expect(machine.state == .fetching(PageRequest(cursor: nil, ordinal: 1, attempt: 1, generation: 1)))
  }

  /// An answer that comes after its page was asked again belongs to nobody.
  @Test func anAnswerToAnEarlierAttemptChangesNothing() {
    var machine = Self.machine(in: .errorDue)
    guard case .error(let failed) = machine.state, case .fetch = machine.demand(at: Self.now) else {
      Issue.record("no second attempt")
      return
    }
    let running = machine.state
    #expect(machine.received(numbered(["x"], next: nil), for: failed.request, at: Self.now) == .none)
    #expect(machine.failed(SourceFailure(.timeout, "late"), for: failed.request, at: Self.now) == .none)
    #expect(machine.state == running)
  }

  @Test func aRetryThatIsAskedForKeepsTheCursor() {
    var machine = Self.machine(in: .loadMore)
    guard case .fetch(let request) = machine.demand(at: start) else {
      Issue.record("no request")
      return
    }
    _ = machine.failed(SourceFailure(.status, "410", retry: .never), for: request, at: start)
    #expect(machine.retry(at: start) == .fetch(PageRequest(cursor: .page(2), ordinal: 2, attempt: 1, generation: 0)))
  }

  @Test func aFailureTellsWhenTheServerWantsToBeAskedAgain() {
    var machine = Self.machine(in: .fetching)
    let hour = start.advanced(by: .seconds(3_600))
    let failure = SourceFailure(.status, "429", retry: .notBefore(hour))
    #expect(machine.failed(failure, for: Self.request, at: start) == .none)
    #expect(
      machine.state == .error(.init(request: Self.request, failure: failure, retryAt: nil, heldUntil: hour)))
  }

  @Test func aCancelledWalkIsForgotten() {
    var machine = Self.machine(in: .loadMore)
    #expect(machine.walk.itemCount == 1)
    machine.cancel()
    let delivery = machine.feed(numbered(["a"], next: 2))
    #expect(delivery?.isNew == [true] && delivery?.ordinal == 1)
  }

  @Test func aHundredDemandsMakeOneRequest() {
    var machine = PaginationStateMachine()
    let requests = (0..<100).count { _ in machine.demand(at: start) != .none }
    #expect(requests == 1)
  }

  @Test func demandsDuringTheBackoffMakeNoRequest() {
    var machine = Self.machine(in: .errorWaiting)
    let actions = (0..<100).map { _ in machine.demand(at: Self.now) }
    #expect(actions.allSatisfy { if case .wait = $0 { true } else { false } })
  }
}
