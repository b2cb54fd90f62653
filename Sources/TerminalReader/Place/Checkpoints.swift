import WeftKit

/// Places of a feed, from which a later session goes on; so many that one is near every item.
struct Checkpoints: Sendable {
  private var places: [(count: Int, point: ResumePoint)] = []
  /// A place is noted after so many items.
  private var interval = 1

  private static let limit = 256

  /// The place after `count` items.
  mutating func note(_ count: Int, _ point: ResumePoint) {
    guard count >= (places.last?.count ?? -interval) + interval else { return }
    places.append((count, point))
    guard places.count > Self.limit else { return }
    // The first stays: the session began there.
    interval *= 2
    var kept: [(count: Int, point: ResumePoint)] = []
    for place in places where place.count >= (kept.last?.count ?? -interval) + interval { kept.append(place) }
    places = kept
  }

  /// The last place before the item at the position.
  func before(_ position: Int) -> (count: Int, point: ResumePoint)? { places.last { $0.count < position } }
}
