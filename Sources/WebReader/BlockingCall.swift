import Glibc

/// Waits, on a thread of a connection, for what a task brings.
///
/// A server's threads are its own, so that one of them may block; a thread of Swift's pool must not.
enum BlockingCall {
  static func result<Value: Sendable>(of work: @escaping @Sendable () async -> Value) -> Value? {
    let box = Box<Value>()
    Task {
      box.fill(await work())
    }
    return box.wait()
  }

  /// A value that is there at last.
  ///
  /// `@unchecked`: the value is only reached between lock and unlock.
  private final class Box<Value: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value?

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

    func fill(_ value: Value) {
      pthread_mutex_lock(mutex)
      self.value = value
      pthread_cond_signal(condition)
      pthread_mutex_unlock(mutex)
    }

    func wait() -> Value? {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      while value == nil { pthread_cond_wait(condition, mutex) }
      return value
    }
  }
}
