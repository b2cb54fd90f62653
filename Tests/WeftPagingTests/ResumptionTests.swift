import Testing
import WeftModel

@testable import WeftPaging

/// A walk that goes on with one that was begun elsewhere.
struct ResumptionTests {
  private func resumed(_ starts: [WalkStart], stop: StopSettings = StopSettings()) -> PaginationStateMachine {
    var machine = PaginationStateMachine(stop: stop)
    machine.resume(at: starts)
    return machine
  }

  private func asked(_ machine: inout PaginationStateMachine) -> PageRequest? {
    guard case .fetch(let request) = machine.demand(at: start) else { return nil }
    return request
  }

  @Test func thePagesNamedAreReadInTheirOrder() {
    var machine = resumed([
      WalkStart(cursor: .page(2), ordinal: 2, itemsBefore: 1), WalkStart(cursor: .page(7), ordinal: 7, itemsBefore: 6),
    ])
    #expect(machine.state == .loadMore(.page(2)))
    // What follows page 2 was read elsewhere.
    #expect(machine.feed(numbered(["b"], next: 3))?.ordinal == 2)
    #expect(machine.state == .loadMore(.page(7)))
    #expect(machine.feed(numbered(["g"], next: 8))?.ordinal == 7)
    #expect(machine.state == .loadMore(.page(8)))
  }

  @Test func theEndOfAPageThatIsReadAgainIsNotTheEnd() {
    var machine = resumed([
      WalkStart(cursor: .page(2), ordinal: 2, itemsBefore: 1), WalkStart(cursor: .page(7), ordinal: 7, itemsBefore: 6),
    ])
    _ = machine.feed(numbered([], next: nil))
    #expect(machine.state == .loadMore(.page(7)))
    _ = machine.feed(numbered(["g"], next: nil))
    #expect(machine.end == .noNext)
  }

  @Test(arguments: [
    (StopSettings(maxPages: 7), Page.Totals(), EndReason.cap), (StopSettings(maxItems: 7), Page.Totals(), .cap),
    (StopSettings(), Page.Totals(pages: 7), .total), (StopSettings(), Page.Totals(items: 7), .total),
  ])
  func countsGoOn(stop: StopSettings, totals: Page.Totals, end: EndReason) {
    var machine = resumed(
      [
        WalkStart(cursor: .page(2), ordinal: 2, itemsBefore: 1),
        WalkStart(cursor: .page(6), ordinal: 6, itemsBefore: 5),
      ], stop: stop)
    var ends: [EndReason?] = []
    for (id, next) in [("b", 3), ("f", 7), ("g", 8)] {
      var page = numbered([id], next: next)
      page.totals = totals
      _ = machine.feed(page)
      ends.append(machine.end)
    }
    #expect(ends == [nil, nil, end])
  }

  /// Pages that are read again say nothing of the pages behind the last of them.
  @Test(arguments: [[], ["a"]])
  func pagesReadAgainAreNoLoop(ids: [String]) {
    var machine = resumed((1...4).map { WalkStart(cursor: .page($0), ordinal: $0, itemsBefore: $0) })
    for next in 2...4 { _ = machine.feed(linked(ids, next: "\(next)")) }
    _ = machine.feed(linked(ids, next: "5"))
    #expect(machine.state == .loadMore(.token(SelectedValue("5"))))
  }

  @Test func nothingToGoOnWithIsANewWalk() {
    var machine = resumed([])
    #expect(asked(&machine) == PageRequest(cursor: nil, ordinal: 1, attempt: 1, generation: 0))
  }

  @Test func aFinishedWalkAsksNothing() {
    var machine = PaginationStateMachine()
    machine.resumeAtEnd(.total)
    #expect(machine.demand(at: start) == .none)
    #expect(machine.state == .full(.total) && machine.state.isFull)
  }

  /// After a restart or a cancel the walk goes its own way.
  @Test func aRestartForgetsThePages() {
    var machine = resumed([
      WalkStart(cursor: .page(2), ordinal: 2, itemsBefore: 1), WalkStart(cursor: .page(7), ordinal: 7, itemsBefore: 6),
    ])
    var restart = linked([], next: nil)
    restart.role = .restart
    _ = machine.feed(restart)
    _ = machine.feed(numbered(["a"], next: 2))
    #expect(machine.state == .loadMore(.page(2)))
  }

  @Test func aCancelForgetsThePages() {
    var machine = resumed([
      WalkStart(cursor: .page(2), ordinal: 2, itemsBefore: 1), WalkStart(cursor: .page(7), ordinal: 7, itemsBefore: 6),
    ])
    machine.cancel()
    _ = machine.feed(numbered(["a"], next: 2))
    #expect(machine.state == .loadMore(.page(2)))
  }

  @Test func whatWasReadBesideTheWalkIsSeen() {
    var machine = PaginationStateMachine()
    _ = machine.feed(numbered(["a", "b"], next: 2))
    #expect(machine.hasSeen(numbered(["new", "a"], next: nil)) == [false, true])
    machine.remember(numbered(["new"], next: nil))
    #expect(machine.feed(numbered(["new", "c"], next: nil))?.isNew == [false, true])
    #expect(machine.walk.itemCount == 4)
  }
}
