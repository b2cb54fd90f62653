import Testing
import WeftModel

@testable import WeftPaging

/// Offset sources that ask one item back: where it is gone, the walk steps back until the pages touch.
struct SeamTests {
  /// A page of an offset source; `found`: whether the item asked back stands where it should.
  private func page(_ ids: [String], next: Int, found: Bool?, back: Int = 0) -> Page {
    let anchor = ids.last.map { ContentHash.of($0) }
    var page = Page(items: ids.map { item($0) }, following: .next(.offset(next, anchor: anchor), isAdvertised: false))
    page.overlap = found.map { .init(isAnchorFound: $0, stepBack: .offset(back, anchor: 7)) }
    return page
  }

  /// Where the anchor stands, nothing was deleted, however new the items are.
  @Test func anOffsetSourceGoesOnWhereItsAnchorStands() {
    let result = walk([page(["a", "b"], next: 2, found: nil), page(["c", "d"], next: 4, found: true, back: 0)])
    #expect(result.new == ["a", "b", "c", "d"])
  }

  /// The pages on the way back hold nothing new, and are no loop.
  @Test func theWayBackIsNoLoop() {
    let result = walk([
      page(["a", "b"], next: 2, found: nil), page(["c", "d"], next: 4, found: true),
      page(["c", "d"], next: 6, found: true), page(["g", "h"], next: 8, found: false, back: 2),
      page(["a", "b"], next: 4, found: nil), page(["c", "d"], next: 6, found: true),
      page(["e", "f"], next: 8, found: true),
    ])
    #expect(result.new == ["a", "b", "c", "d", "e", "f"])
    #expect(result.end == nil && result.warnings.isEmpty)
  }

  @Test func theWayBackEndsAtMaxPages() {
    let pages = (0..<9).map { page(["x\($0)"], next: 9, found: $0 == 0 ? nil : false) }
    let result = walk(pages, stop: StopSettings(maxPages: 4))
    #expect(result.requests == 4)
    #expect(result.end == .cap)
  }

  @Test func anOffsetSourceStepsBackUntilThePagesTouch() {
    var machine = PaginationStateMachine()
    #expect(machine.feed(page(["a", "b", "c"], next: 3, found: nil))?.isNew == [true, true, true])
    // a, b, c and d were deleted: nothing of the page was seen, so d's successors may be missing.
    #expect(machine.feed(page(["f", "g", "h"], next: 5, found: false))?.isNew == [])
    #expect(machine.state == .loadMore(.offset(0, anchor: 7)))
    #expect(machine.feed(page(["e", "f", "g"], next: 3, found: nil))?.isNew == [true, true, true])
    // The anchor is gone, but the page shows seen items: no gap.
    #expect(machine.feed(page(["g", "h", "i"], next: 6, found: false, back: 1))?.isNew == [false, true, true])
    #expect(machine.state == .loadMore(.offset(6, anchor: ContentHash.of("i"))))
  }
}
