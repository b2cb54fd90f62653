import Synchronization

/// The furthest place that somebody scrolled to: set from anywhere, read by the runner before each batch.
final class ScrollTarget: Sendable {
  private let value = Atomic<Int>(0)

  var position: Int { value.load(ordering: .acquiring) }

  /// Moves the target down to `position`; it never moves up.
  func advance(to position: Int) { value.max(position, ordering: .acquiringAndReleasing) }
}
