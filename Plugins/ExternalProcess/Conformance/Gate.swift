import Locks

/// Holds up a thread while it is closed.
struct Gate: Sendable {
  private let isOpen = Monitor(true)

  func close() { isOpen.change { $0 = false } }
  func open() { isOpen.change { $0 = true } }

  /// Returns when it is open.
  func pass() { _ = isOpen.wait { $0 ? true : nil } }
}
