import Glibc

/// A value behind a lock.
///
/// `@unchecked`: the value is only reached between `pthread_mutex_lock` and `pthread_mutex_unlock`; the mutex, whose address
/// must not move, is behind a pointer. `Synchronization.Mutex` would do the same, but gives false reports under the thread
/// sanitizer.
public final class Lock<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  /// A lock around a value.
  public init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Reads or changes the value; the closure must not take the same lock.
  public func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
