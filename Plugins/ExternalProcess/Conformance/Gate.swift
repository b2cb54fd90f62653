import Glibc

/// Holds up a thread while it is closed.
///
/// `@unchecked`: the flag is only reached between lock and unlock.
final class Gate: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isClosed = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func close() { set(true) }
  func open() { set(false) }

  private func set(_ closed: Bool) {
    pthread_mutex_lock(mutex)
    isClosed = closed
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Returns when it is open.
  func pass() {
    pthread_mutex_lock(mutex)
    while isClosed { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }
}
