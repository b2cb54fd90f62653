public import WeftModel

/// An item at its place in the feed.
///
/// The item itself lies in its page, which all items of the page share: passing a `FeedItem` on copies no content.
public struct FeedItem: Sendable {
  private let stored: StoredPage
  private let place: UInt32
  /// Items that stand after this one in the order were handed out before it.
  public let isLate: Bool
  /// The place in the feed, from 1.
  public let position: Int
  /// The names of further sources that have the item, as far as known when it was handed out.
  public var also: [String] { stored.also }
  /// The time by which the item was placed: its own, its neighbour's where it has none, the fetch time where it lies
  /// in the future; `nil`: it has no place on the time line.
  public let effectiveDate: Timestamp?

  @inline(__always)
  init(
    _ stored: StoredPage, index: Int, position: Int, isLate: Bool, effectiveDate: Timestamp?
  ) {
    self.stored = stored
    place = UInt32(truncatingIfNeeded: index)
    self.position = position
    self.isLate = isLate
    self.effectiveDate = effectiveDate
  }

  /// The item at another position.
  func moved(to position: Int) -> FeedItem {
    FeedItem(
      stored, index: index, position: position, isLate: isLate, effectiveDate: effectiveDate)
  }

  /// The item with the names of further sources that have it.
  func shared(with also: [String]) -> FeedItem {
    FeedItem(
      stored.shared(with: also), index: index, position: position, isLate: isLate, effectiveDate: effectiveDate)
  }

  /// The same place with a newer form of the item.
  func with(_ item: Item) -> FeedItem {
    let page = StoredPage(
      items: Array(repeating: item, count: index + 1), source: sourceIndex, name: source, ordinal: page, also: also)
    return FeedItem(
      page, index: index, position: position, isLate: isLate, effectiveDate: effectiveDate)
  }

  /// The name of the source.
  public var source: String { stored.name }
  /// The place of the source in the feed's list of sources, from 0.
  public var sourceIndex: Int { stored.source }
  /// The item.
  public var item: Item { stored.items[Int(place)] }
  /// The page of the source that the item was on, from 1.
  public var page: Int { stored.ordinal }
  /// The item's place in its page, from 0, before any filter.
  public var index: Int { Int(place) }
}
