import Glibc

/// A value behind a lock, for the few things that the engine's callbacks and the command share.
///
/// It wraps a `pthread_mutex_t` (whose address must not move, hence the pointer), because the thread sanitizer knows
/// nothing of `Synchronization.Mutex`. `@unchecked`: `value` is touched only between lock and unlock.
final class Guarded<Value: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` with the value, alone.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
