public import WeftModel
import WeftPaging

/// What a look at the top of every source has found.
///
/// What was handed out stays as it is and where it is; the reader puts the entries on top of it when it likes
/// ("12 new").
public struct FeedRefresh: Sendable {
  /// What is new, in the order of the feed; positions are counted from 1 within the refresh.
  public var entries: [Entry] = []
  /// Items of the feed's window that have changed at their source: to be shown in place of the old ones, whose positions
  /// they have.
  public var updated: [FeedItem] = []
  /// The sources whose top could not be read, and why.
  public var failures: [String: SourceFailure] = [:]
  /// A later refresh began before this one ended; nothing was taken from it.
  public var isSuperseded = false

  /// How many items are new.
  public var newCount: Int { entries.count { $0.item != nil } }

  /// An item, or a place where items are missing.
  public enum Entry: Sendable {
    /// An item that is new.
    case item(FeedItem)
    /// Between what stands above and below there may be more items of a source.
    case gap(FeedGap)

    /// The item; `nil`: it is a gap.
    public var item: FeedItem? { if case .item(let item) = self { item } else { nil } }
  }
}

/// A place where items of a source are missing, because looking for what is known took more pages than were allowed.
/// `Feed.fill` reads on there.
public struct FeedGap: Hashable, Sendable {
  /// The source's name.
  public var source: String
  /// The id of the last item above the gap; `nil`: none of the source's is new.
  public var above: String?
  let start: WalkStart
}
