import Testing
import WeftModel

@testable import WeftPaging

/// The end of a walk: rules and guards (`paging.md`, "The end").
struct WalkEndTests {
  @Test func anEmptyPageEndsANumberedSource() {
    let result = walk([numbered(["a", "b"], next: 2), numbered([], next: 3), numbered(["c"], next: 4)])
    #expect(result.requests == 2)
    #expect(result.end == .empty)
  }

  @Test func anEmptyPageWithALinkGoesOn() {
    let result = walk([linked(["a"], next: "1"), linked([], next: "2"), linked(["b"], next: nil)])
    #expect(result.requests == 3)
    #expect(result.end == .noNext)
    #expect(result.new == ["a", "b"])
  }

  /// Why a page without items is the last one is known where the server says it.
  @Test(arguments: [(EndReason.noNext, EndReason.empty), (.hasMore, .hasMore), (.pastEnd, .pastEnd)])
  func anEmptyPageSaysWhyItIsTheEnd(said: EndReason, end: EndReason) {
    #expect(walk([numbered(["a"], next: 2), Page(items: [], following: .end(said))]).end == end)
  }

  /// Items that were dropped because nothing could be read of them were received all the same.
  @Test func itemsThatWereDroppedCount() {
    var page = numbered([], next: 3)
    page.receivedCount = 2
    #expect(walk([numbered(["a"], next: 2), page, numbered(["b"], next: nil)]).new == ["a", "b"])
    page.totals = .init(items: 3)
    #expect(walk([numbered(["a"], next: 2), page, numbered(["b"], next: nil)]).end == .total)
  }

  /// A source may count from 0, 1 or anything else: page one is not the page that is asked first.
  @Test func theFirstPageHasNoNumber() {
    #expect(walk([numbered(["a"], next: 1), numbered(["b"], next: 2), numbered([], next: 3)]).new == ["a", "b"])
  }

  @Test func warningsOfThePageArePassedOn() {
    var page = numbered(["a"], next: nil)
    page.warnings = [SourceWarning(code: "zoneless_dates", text: "…")]
    #expect(walk([page]).warnings == ["zoneless_dates"])
  }

  @Test func threeEmptyPagesInARowEndALinkedSource() {
    let pages = [linked(["a"], next: "1")] + (2..<9).map { linked([], next: String($0)) }
    let result = walk(pages)
    #expect(result.requests == 4)
    #expect(result.end == .empty)
  }

  @Test func theCountOfEmptyPagesStartsAgainWithItems() {
    let result = walk(
      [
        linked(["a"], next: "1"), linked([], next: "2"), linked([], next: "3"), linked(["b"], next: "4"),
        linked([], next: "5"), linked([], next: "6"), linked(["c"], next: nil),
      ])
    #expect(result.new == ["a", "b", "c"])
  }

  @Test func aTokenSeenBeforeEndsTheWalkAndKeepsItsItems() {
    let result = walk([linked(["a"], next: "1"), linked(["b"], next: "2"), linked(["c"], next: "1")])
    #expect(result.requests == 3)
    #expect(result.end == .repeat)
    #expect(result.new == ["a", "b", "c"])
    #expect(result.warnings == ["repeated_cursor"])
  }

  @Test func aTokenThatDoesNotMoveAfterAnEmptyPageIsTheEnd() {
    let result = walk([linked(["a"], next: "1"), linked([], next: "1"), linked([], next: "1")])
    #expect(result.requests == 2)
    #expect(result.end == .empty)
    #expect(result.warnings.isEmpty)
  }

  @Test func theSamePageForEverEndsAfterThreeRequests() {
    let result = walk((2..<9).map { numbered(["a", "b"], next: $0) })
    #expect(result.requests == 3)
    #expect(result.end == .repeat)
    #expect(result.warnings == ["page_parameter"])
    #expect(result.new == ["a", "b"])
  }

  @Test func aPageOfDuplicatesOnlyIsNotTheEnd() {
    let result = walk([
      numbered(["a", "b"], next: 2), numbered(["a", "b"], next: 3), numbered(["c", "d"], next: 4),
      numbered(["c", "d"], next: 5), numbered(["e"], next: 6), numbered([], next: 7),
    ])
    #expect(result.new == ["a", "b", "c", "d", "e"])
    #expect(result.end == .empty)
  }

  @Test func twoOldPagesInARowEndTheWalk() {
    let result = walk([
      numbered(["a", "b"], next: 2), numbered(["c", "d"], next: 3), numbered(["a", "d"], next: 4),
      numbered(["b", "c"], next: 5), numbered(["e"], next: 6),
    ])
    #expect(result.requests == 4)
    #expect(result.warnings == ["repeated_content"])
  }

  @Test(arguments: [Page.Totals(pages: 2), Page.Totals(items: 4), Page.Totals(items: 3)])
  func totalsEndTheWalk(totals: Page.Totals) {
    var pages = [numbered(["a", "b"], next: 2), numbered(["c", "d"], next: 3), numbered(["e"], next: 4)]
    for index in pages.indices { pages[index].totals = totals }
    let result = walk(pages)
    #expect(result.requests == 2)
    #expect(result.end == .total)
  }

  @Test func countsAreTakenBeforeDuplicatesAreDropped() {
    var pages = [numbered(["a", "b"], next: 2), numbered(["a", "b"], next: 3), numbered(["c"], next: 4)]
    for index in pages.indices { pages[index].totals = .init(items: 4) }
    #expect(walk(pages).requests == 2)
  }

  @Test func aShortPageIsTheEndOnlyWhereAskedFor() {
    let pages = [
      numbered(["a", "b"], next: 2), numbered(["c"], next: 3), numbered(["d"], next: 4), numbered([], next: 5),
    ]
    #expect(walk(pages, size: 2).requests == 4)
    let short = walk(pages, stop: StopSettings(shortPage: true), size: 2)
    #expect(short.requests == 2)
    #expect(short.end == .shortPage)
  }

  @Test func oldItemsEndTheWalkButAPinnedOneDoesNot() {
    func page(_ times: [Int64], pinned: Int? = nil, next: Int) -> Page {
      var page = numbered([], next: next)
      page.items = times.map { item("\(next)-\($0)", at: $0) }
      if let pinned { page.items[pinned].isPinned = true }
      page.receivedCount = times.count
      return page
    }
    let stop = StopSettings(olderThan: Timestamp(seconds: 50))
    let result = walk(
      [
        page([100, 90, 10], pinned: 2, next: 2), page([80, 70], next: 3), page([60, 40], next: 4), page([30], next: 5),
      ],
      stop: stop)
    #expect(result.requests == 3)
    #expect(result.end == .olderThan)
    // An item of that very instant is not older, and one without a date says nothing.
    #expect(walk([page([60, 50], next: 2), page([49], next: 3)], stop: stop).requests == 2)
    var undated = page([80, 40], next: 2)
    undated.items.append(item("undated"))
    undated.receivedCount = 3
    #expect(walk([undated], stop: stop).end == .olderThan)
  }

  @Test func maximaAlwaysWin() {
    let endless = (2..<99).map { (number: Int) in numbered(["i\(number)", "j\(number)"], next: number) }
    let pages = walk(endless, stop: StopSettings(maxPages: 5))
    #expect(pages.requests == 5)
    #expect(pages.end == .cap)
    #expect(pages.warnings == ["max_pages"])
    let items = walk(endless, stop: StopSettings(maxItems: 5))
    #expect(items.requests == 3)
    #expect(items.end == .cap)
    #expect(items.new.count == 5)
    // The maximum itself is enough: nobody asks for one more page to learn of it.
    #expect(walk(endless, stop: StopSettings(maxItems: 4)).requests == 2)
  }

  @Test func whatIsBeyondMaxItemsIsNotHandedOut() {
    var machine = PaginationStateMachine(stop: StopSettings(maxItems: 3))
    _ = machine.feed(numbered(["a", "b"], next: 2))
    let delivery = machine.feed(numbered(["c", "d"], next: 3))
    #expect(delivery?.page.items.map(\.id) == ["c"] && delivery?.isNew == [true])
  }

  @Test func maxPagesCountsPagesNotNumbers() {
    let endless = (0..<9).map { numbered(["i\($0)"], next: 1_000 + $0) }
    #expect(walk(endless, stop: StopSettings(maxPages: 3)).requests == 3)
  }

  @Test func aRestartSkipsWhatWasSeenAndHappensTwiceAtMost() {
    var machine = PaginationStateMachine()
    var restart = linked([], next: nil)
    restart.role = .restart
    restart.origin.url = "https://h/list"
    restart.origin.status = 400
    _ = machine.feed(linked(["a", "b"], next: "1"))
    for _ in 0..<2 {
      let delivery = machine.feed(restart)
      #expect(delivery?.warnings.map(\.code) == ["restarted"])
      #expect(machine.state == .loadMore(nil))
      // Three old pages in a row are no loop while skipping.
      #expect(machine.feed(linked(["a", "b"], next: "1"))?.isNew == [false, false])
      #expect(machine.state == .loadMore(.token(SelectedValue("1"))))
    }
    guard case .fetch(let request) = machine.demand(at: start) else {
      Issue.record("no request")
      return
    }
    #expect(machine.received(restart, for: request, at: start) == .none)
    guard case .error(let failed) = machine.state else {
      Issue.record("no error: \(machine.state)")
      return
    }
    #expect(failed.retryAt == nil)
    #expect(failed.failure.url == "https://h/list" && failed.failure.status == 400)
  }

  /// A source that is followed by addresses; what is secret in one is not told.
  @Test func anAddressSeenBeforeEndsTheWalk() {
    func page(_ id: String, next: String) -> Page {
      Page(items: [item(id)], following: .next(.url(next), isAdvertised: true))
    }
    var machine = PaginationStateMachine()
    #expect(machine.feed(page("a", next: "https://h/2?api_key=hush"))?.warnings == [])
    #expect(machine.feed(page("b", next: "https://h/3"))?.warnings == [])
    let warnings = machine.feed(page("c", next: "https://h/2?api_key=hush"))?.warnings ?? []
    #expect(warnings.map(\.code) == ["repeated_cursor"])
    #expect(warnings.allSatisfy { $0.text.contains("https://h/2") && !$0.text.contains("hush") })
    #expect(machine.end == .repeat)
  }

  /// An address that is the source's home page tells no items apart, in the walk as well as beside it.
  @Test func theHomePageIsNoItemsAddress() {
    func page(_ title: String) -> Page {
      var item = item("made")
      (item.hasOwnID, item.url, item.title) = (false, "https://h/", title)
      var page = Page(items: [item], following: .next(.token(SelectedValue(title)), isAdvertised: true))
      page.feed.homePageURL = "https://h"
      return page
    }
    var machine = PaginationStateMachine()
    _ = machine.feed(page("A"))
    #expect(machine.feed(page("B"))?.isNew == [true])
    #expect(machine.hasSeen(page("B")) == [true])
    #expect(machine.hasSeen(page("C")) == [false])
    machine.remember(page("C"))
    #expect(machine.feed(page("C"))?.isNew == [false])
    #expect(machine.feed(page("D"))?.isNew == [true])
  }
}
