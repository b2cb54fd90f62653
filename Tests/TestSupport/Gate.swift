import Glibc

/// Holds threads back until it is opened.
///
/// `@unchecked Sendable`: the flag is read and set under the lock.
public final class Gate: @unchecked Sendable {
  private var isOpen: Bool
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let opened = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// A gate, closed as a rule.
  public init(isOpen: Bool = false) {
    self.isOpen = isOpen
    pthread_mutex_init(lock, nil)
    pthread_cond_init(opened, nil)
  }

  deinit {
    pthread_cond_destroy(opened)
    pthread_mutex_destroy(lock)
    opened.deallocate()
    lock.deallocate()
  }

  /// Lets all pass, from now on.
  public func open() {
    pthread_mutex_lock(lock)
    isOpen = true
    pthread_cond_broadcast(opened)
    pthread_mutex_unlock(lock)
  }

  /// Returns when the gate is open.
  public func wait() {
    pthread_mutex_lock(lock)
    while !isOpen { pthread_cond_wait(opened, lock) }
    pthread_mutex_unlock(lock)
  }
}
