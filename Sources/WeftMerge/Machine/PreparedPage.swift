package import WeftModel
import WeftPaging

/// A page with what the merge looks at of its items.
///
/// It is made where the page is: by the task that fetched it, side by side with those of other pages. The merge itself
/// then reads no text and touches no item of a page that is as most are. It is shared, so that handing it on copies
/// nothing.
package final class PreparedPage: Sendable {
  let page: Page
  let facts: PageFacts

  /// How many items the page has.
  package var itemCount: Int { facts.count }

  /// - Parameter deduplication: how items of different sources are found to be the same; `nil`: they are not.
  package init(_ page: Page, deduplication: MergeSettings.Deduplication?) {
    facts = PageFacts(of: page, deduplication: deduplication)
    self.page = page
  }

  /// The page without the items behind the first so many: another one.
  func prefix(_ count: Int, deduplication: MergeSettings.Deduplication?) -> PreparedPage {
    guard count < itemCount else { return self }
    var page = page
    page.items.removeLast(itemCount - count)
    return PreparedPage(page, deduplication: deduplication)
  }
}

/// A page that the source's own machine accepted.
struct AcceptedPage: Sendable {
  /// The page, cut where `max_items` says so.
  let prepared: PreparedPage
  let receipt: PageReceipt

  var items: [Item] {
    @inline(__always) get { prepared.page.items }
  }
  /// The page's place in the walk, from 1.
  var ordinal: Int { receipt.ordinal }
  /// For each item: it was not seen earlier in this walk.
  var isNew: [Bool] { receipt.isNew }
  /// How many items were received, before any was dropped.
  var receivedCount: Int { prepared.page.receivedCount }
}

/// What the merge looks at of a page's items.
struct PageFacts: Sendable {
  let digest: PageDigest
  /// What makes the items those of other sources; empty where nobody compares them.
  let identities: PageIdentities
  /// The address of the feed's home page, as an identity.
  let home: UInt64?
  /// The items' times in microseconds, where the page is as most are: each item has one, none is pinned, and none is
  /// newer than the one before it. Else empty.
  let times: [Int64]
  /// A hash of the id of the last item.
  let lastHash: UInt64
  /// How many items the page has.
  let count: Int

  init(of page: Page, deduplication: MergeSettings.Deduplication?) {
    count = page.items.count
    digest = PageDigest(of: page)
    if let deduplication {
      let found = ItemIdentities(settings: deduplication)
      identities = found.identities(of: page.items, ids: digest.ids, homePage: nil)
      home = page.feed.homePageURL.map(found.address)
    } else {
      identities = PageIdentities(kinds: 0, hashes: [])
      home = nil
    }
    lastHash = page.items.last.map { ContentHash.of($0.id) } ?? 0
    times = Self.plainTimes(of: page.items)
  }

  private static func plainTimes(of items: [Item]) -> [Int64] {
    var times: [Int64] = []
    times.reserveCapacity(items.count)
    var last = Int64.max
    for index in items.indices {
      guard let date = items[index].date, date.microseconds <= last, !items[index].isPinned else { return [] }
      last = date.microseconds
      times.append(last)
    }
    return times
  }
}
