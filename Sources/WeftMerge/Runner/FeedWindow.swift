/// The last items of a feed, for readers that scroll back, and places from which older ones can be read again.
struct FeedWindow: Sendable {
  /// At most so many items are kept.
  let size: Int
  /// The items, in their order.
  private(set) var items: [FeedItem] = []
  /// Places, each with the number of items before it, in their order.
  private(set) var checkpoints: [ResumePoint] = []
  /// A place is noted after so many items; where there are too many places, every second one is forgotten.
  private var interval = 100

  private static let maximalCheckpoints = 512

  init(size: Int) { self.size = size }

  /// Items were handed out.
  ///
  /// - Parameter place: the place before them.
  mutating func append(_ batch: [FeedItem], place: () -> ResumePoint) {
    guard size > 0, let first = batch.first else { return }
    if checkpoints.isEmpty || first.position / interval > (items.last?.position ?? 0) / interval {
      checkpoints.append(place())
      if checkpoints.count > Self.maximalCheckpoints {
        interval *= 2
        var index = 0
        checkpoints.removeAll { _ in
          defer { index += 1 }
          return index % 2 == 1
        }
      }
    }
    items += batch
    // Trimmed in large steps, so that an item costs little.
    if items.count > 2 * size + 256 { items.removeFirst(items.count - size) }
  }

  /// The items at these positions that are kept.
  func items(at positions: Range<Int>) -> ArraySlice<FeedItem> {
    guard let first = items.first?.position else { return [] }
    let lower = min(max(0, positions.lowerBound - first), items.count)
    let upper = min(max(lower, positions.upperBound - first), items.count)
    return items[lower..<upper]
  }

  /// The last place with at most so many items before it.
  func checkpoint(before count: Int) -> ResumePoint? { checkpoints.last { $0.count <= count } }
}
