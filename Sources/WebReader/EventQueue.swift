import Glibc

/// What one listener of server-sent events has still to be sent; filled by a task, emptied by the thread of its
/// connection.
///
/// `@unchecked`: the variables are only reached between lock and unlock.
final class EventQueue: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var bytes: [UInt8] = []
  private var hasEnded = false
  /// A listener that does not read is cut off: it asks again and is told everything anew.
  private static let limit = 256 << 10

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

  /// Adds an event.
  ///
  /// - Returns: `false` where nobody takes any more.
  func add(_ text: String) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard !hasEnded, bytes.count < EventQueue.limit else {
      hasEnded = true
      pthread_cond_signal(condition)
      return false
    }
    bytes += Array(text.utf8)
    pthread_cond_signal(condition)
    return true
  }

  func end() {
    pthread_mutex_lock(mutex)
    hasEnded = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  /// What there is, or after 15 seconds a comment: only a write shows that the listener is gone. `nil`: the end.
  func next() -> [UInt8]? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_sec += 15
    while bytes.isEmpty, !hasEnded {
      if pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT { return Array(": still here\n\n".utf8) }
    }
    guard !bytes.isEmpty else { return nil }
    defer { bytes = [] }
    return bytes
  }
}
