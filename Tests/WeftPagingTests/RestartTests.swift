import Testing
import WeftModel

@testable import WeftPaging

/// A walk that starts again at page one because its cursor died (`restart_when`), and what it remembers then.
struct RestartTests {
  private var restart: Page {
    var page = linked([], next: nil)
    page.role = .restart
    return page
  }

  @Test func tokensMayComeAgain() {
    var machine = PaginationStateMachine()
    _ = machine.feed(linked(["a"], next: "1"))
    _ = machine.feed(linked(["b"], next: "2"))
    _ = machine.feed(restart)
    #expect(machine.feed(linked(["a"], next: "1"))?.warnings == [])
    #expect(machine.state == .loadMore(.token(SelectedValue("1"))))
  }

  @Test func oldPagesAreNoLoopUntilSomethingNewHasCome() {
    var machine = PaginationStateMachine()
    for (ids, next) in [(["a"], "1"), (["b"], "2"), (["c"], "3")] { _ = machine.feed(linked(ids, next: next)) }
    _ = machine.feed(restart)
    for (ids, next) in [(["a"], "4"), (["b"], "5"), (["c"], "6")] { _ = machine.feed(linked(ids, next: next)) }
    #expect(machine.feed(linked(["d"], next: "7"))?.isNew == [true])
    // From here on the guard holds again.
    _ = machine.feed(linked(["d"], next: "8"))
    #expect(machine.feed(linked(["d"], next: "9"))?.warnings.map(\.code) == ["repeated_content"])
    #expect(machine.end == .repeat)
  }

  /// A page of duplicates before the restart is not counted after it.
  @Test func thePageOfDuplicatesBeforeDoesNotCount() {
    var machine = PaginationStateMachine()
    _ = machine.feed(linked(["a"], next: "1"))
    _ = machine.feed(linked(["a"], next: "2"))
    _ = machine.feed(restart)
    #expect(machine.feed(linked(["a"], next: "1"))?.warnings == [])
    #expect(machine.end == nil)
  }

  @Test func theEmptyPagesBeforeDoNotCount() {
    var machine = PaginationStateMachine()
    for (ids, next) in [(["a"], "1"), ([], "2"), ([], "3")] { _ = machine.feed(linked(ids, next: next)) }
    _ = machine.feed(restart)
    _ = machine.feed(linked([], next: "4"))
    #expect(machine.end == nil)
  }

  @Test(arguments: [Page.Totals(pages: 2), Page.Totals(items: 4)])
  func totalsCountFromPageOneAgain(totals: Page.Totals) {
    var machine = PaginationStateMachine()
    var ends: [EndReason?] = []
    for ids in [["a", "b"], nil, ["a", "b"], ["c", "d"]] {
      var page = ids.map { linked($0, next: "after \($0)") } ?? restart
      page.totals = totals
      _ = machine.feed(page)
      ends.append(machine.end)
    }
    #expect(ends == [nil, nil, nil, .total])
  }

  /// A maximum wins: neither the page without items nor what was read before it is forgotten.
  @Test func maxPagesCountsOverARestart() {
    var machine = PaginationStateMachine(stop: StopSettings(maxPages: 3))
    _ = machine.feed(linked(["a"], next: "1"))
    _ = machine.feed(restart)
    #expect(machine.feed(linked(["a"], next: "1"))?.ordinal == 3)
    #expect(machine.end == .cap)
  }

  @Test func aRestartOnTheLastPageAllowedIsTheEnd() {
    var machine = PaginationStateMachine(stop: StopSettings(maxPages: 2))
    _ = machine.feed(linked(["a"], next: "1"))
    #expect(machine.feed(restart)?.warnings.map(\.code) == ["max_pages"])
    #expect(machine.end == .cap)
  }

  /// What such an answer holds is an error's text; nothing of it is an item of the list.
  @Test func itsItemsAreNotTaken() {
    var machine = PaginationStateMachine()
    _ = machine.feed(linked(["a"], next: "1"))
    var page = restart
    page.items = [item("dead")]
    page.warnings = [SourceWarning(code: "w", text: "of the page")]
    let delivery = machine.feed(page)
    #expect(delivery?.isNew == [] && delivery?.page.items == [] && delivery?.ordinal == 2)
    #expect(delivery?.warnings.map(\.code) == ["w", "restarted"])
    #expect(machine.feed(linked(["dead"], next: nil))?.isNew == [true])
  }
}
