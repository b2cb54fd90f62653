import URIs
import WeftModel

/// The rules under which a source is walked.
struct WalkRules: Sendable {
  var stop: StopSettings
  /// The page size that is asked for, where one is.
  var size: Int?
}

/// What one walk of a source has seen: counts, hashes of items and of cursors; nothing that grows but those hashes.
public struct Walk: Sendable {
  /// How often a walk may start again at page one after its cursor died.
  static let maximalRestarts = 2
  /// So many pages in a row without a new item are a loop.
  private static let maximalBarrenPages = 2

  /// Pages received, over all restarts.
  public private(set) var pageCount = 0
  /// Items received since the walk's start or its last restart, before any filter or deduplication.
  public private(set) var itemCount = 0
  private var pagesSinceRestart = 0
  private var emptyPages = 0
  private var barrenPages = 0
  private var restarts = 0
  /// After a restart or a step back, until the first item that was not seen before: pages do not count for the guards.
  private var isSkipping = false
  private var seenItems = SeenHashes()
  private var seenCursors = SeenHashes()
  /// How many bytes the hashes take: all that grows with the items that have passed.
  package var hashBytes: Int { seenItems.byteCount + seenCursors.byteCount }
  private var firstPage: UInt64?

  /// What a page did to the walk.
  struct Outcome {
    var following: Page.Following
    var isNew: [Bool]
    var warnings: [SourceWarning] = []
  }

  init() {}

  /// The rest of a walk, from one of its pages on.
  init(from start: WalkStart) { goOn(at: start) }

  /// The next page is this one, whatever the page before said.
  mutating func goOn(at start: WalkStart) {
    pageCount = max(0, start.ordinal - 1)
    pagesSinceRestart = pageCount
    itemCount = max(0, start.itemsBefore)
    emptyPages = 0
    barrenPages = 0
  }

  func hasSeen(_ page: Page) -> [Bool] {
    ItemIdentity.identities(of: page.items, homePage: page.feed.homePageURL).map(seenItems.contains)
  }

  mutating func remember(_ page: Page) {
    for identity in ItemIdentity.identities(of: page.items, homePage: page.feed.homePageURL) {
      seenItems.insert(identity)
    }
  }

  /// Starts again at page one; `false` where that was done too often already.
  mutating func restart() -> Bool {
    guard restarts < Walk.maximalRestarts else { return false }
    restarts += 1
    pageCount += 1
    itemCount = 0
    pagesSinceRestart = 0
    emptyPages = 0
    isSkipping = true
    seenCursors.removeAll()
    return true
  }

  /// Takes a page into account and says what follows it. Rules are looked at in a fixed order and the first that holds
  /// names the end; the guards hold whatever the rules say.
  mutating func take(
    _ page: borrowing Page, _ digest: PageDigest, for cursor: PageCursor?, under rules: WalkRules
  ) -> Outcome {
    pageCount += 1
    pagesSinceRestart += 1
    seenCursors.insert(Walk.hash(of: cursor))
    for location in page.locations { seenCursors.insert(Walk.hash(of: location)) }

    let identities = digest.identities
    if let overlap = page.overlap, let following = seam(overlap, identities, under: rules) {
      // The pages that are read once more on the way back to the seam are no loop.
      isSkipping = true
      // None of its items is taken: those that come before them in the list are still to be read.
      return Outcome(following: following, isNew: [])
    }
    var outcome = Outcome(following: page.following, isNew: [])
    let room = rules.stop.maxItems.map { max(0, $0 - itemCount) } ?? Int.max
    outcome.isNew = seenItems.insert(identities.prefix(room))
    itemCount += page.receivedCount

    let hasNews = outcome.isNew.contains(true)
    if hasNews { isSkipping = false }
    emptyPages = page.receivedCount == 0 ? emptyPages + 1 : 0
    if hasNews {
      barrenPages = 0
    } else if page.receivedCount > 0, !isSkipping {
      barrenPages += 1
    }
    if firstPage == nil { firstPage = digest.fingerprint }

    if let reason = ruleThatHolds(for: page, under: rules) {
      outcome.following = .end(reason)
    } else if case .next(let next, _) = page.following {
      if let (reason, warning) = guardThatHolds(for: page, next: next, fingerprint: digest.fingerprint, under: rules) {
        outcome.following = .end(reason)
        if let warning { outcome.warnings.append(warning) }
      }
    }
    return outcome
  }

  /// Where an offset source lost its anchor and the page shows nothing that was seen, items may have been deleted
  /// between the two requests: the walk steps back until the pages touch. A page that shows seen items is no gap.
  private mutating func seam(
    _ overlap: Page.Overlap, _ identities: [UInt64], under rules: WalkRules
  ) -> Page.Following? {
    guard !overlap.isAnchorFound, !identities.contains(where: seenItems.contains) else { return nil }
    guard pageLimit(under: rules) == nil else { return nil }
    return .next(overlap.stepBack, isAdvertised: false)
  }

  private func ruleThatHolds(for page: borrowing Page, under rules: WalkRules) -> EndReason? {
    let stop = rules.stop
    if page.receivedCount == 0 {
      switch page.following {
      case .next(_, isAdvertised: true): if emptyPages >= stop.emptyPages { return .empty }
      case .next(_, isAdvertised: false), .end(.noNext): return .empty
      case .end(let reason): return reason
      }
    }
    if case .end(let reason) = page.following { return reason }
    if let pages = page.totals.pages, pagesSinceRestart >= pages { return .total }
    if let items = page.totals.items, itemCount >= items { return .total }
    if stop.shortPage, let size = rules.size, page.receivedCount < size { return .shortPage }
    if let olderThan = stop.olderThan, let tail = Walk.tail(of: page.items), tail < olderThan { return .olderThan }
    return nil
  }

  private func guardThatHolds(
    for page: borrowing Page, next: PageCursor, fingerprint: UInt64, under rules: WalkRules
  ) -> (EndReason, SourceWarning?)? {
    if isSeen(next) {
      // A token that does not move after an empty page is how many servers say "the end".
      guard page.receivedCount > 0 else { return (.empty, nil) }
      return (
        .repeat,
        SourceWarning(
          code: "repeated_cursor",
          text: "the next page was read already (\(redactedURL(next.description))); stopping there")
      )
    }
    if barrenPages >= Walk.maximalBarrenPages {
      let isPageOne = fingerprint == firstPage
      return (
        .repeat,
        isPageOne
          ? SourceWarning(code: "page_parameter", text: "the page parameter has no effect: every page is page one")
          : SourceWarning(code: "repeated_content", text: "two pages in a row hold nothing new; stopping there")
      )
    }
    if let maximum = rules.stop.maxItems, itemCount >= maximum { return (.cap, Walk.reached(maximum, "max_items")) }
    return pageLimit(under: rules).map { (.cap, $0) }
  }

  /// What to say where no more pages may be asked for; `nil` as long as they may.
  func pageLimit(under rules: WalkRules) -> SourceWarning? {
    pageCount >= rules.stop.maxPages ? Walk.reached(rules.stop.maxPages, "max_pages") : nil
  }

  /// Offsets only fall where the walk steps back, and then the same one may come again: what stops those walks is that
  /// nothing new comes.
  private func isSeen(_ cursor: PageCursor) -> Bool {
    if case .offset = cursor { return false }
    return seenCursors.contains(Walk.hash(of: cursor))
  }

  private static func reached(_ maximum: Int, _ key: String) -> SourceWarning {
    SourceWarning(code: key, text: "stopped at \(key): \(maximum); the source may hold more")
  }

  /// The time of the last item that has one and is not pinned.
  private static func tail(of items: [Item]) -> Timestamp? {
    items.last { !$0.isPinned && $0.date != nil }?.date
  }

  static func hash(of cursor: PageCursor?) -> UInt64 {
    var hash = ContentHash(seed: 5)
    switch cursor {
    case nil: break
    case .page(let number):
      hash.combine(1)
      hash.combine(UInt64(bitPattern: Int64(number)))
    case .offset(let offset, _):
      hash.combine(2)
      hash.combine(UInt64(bitPattern: Int64(offset)))
    case .token(let value):
      hash.combine(3)
      hash.combine(value.text)
    case .url(let url):
      hash.combine(4)
      hash.combine(url)
    }
    return hash.value
  }
}
