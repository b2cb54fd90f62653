import Glibc
public import WeftModel

/// A clock whose sleepers wake at once, and at which it is then as late as they wanted.
///
/// `@unchecked`: the variables are only reached between lock and unlock.
public final class JumpingClock: EngineClock, @unchecked Sendable {
  private var mutex = pthread_mutex_t()
  private var instant: Timestamp
  private var waits: [Duration] = []

  /// A clock at which it is this instant.
  public init(_ instant: Timestamp = Timestamp(seconds: 1_700_000_000)) {
    self.instant = instant
    pthread_mutex_init(&mutex, nil)
  }

  deinit { pthread_mutex_destroy(&mutex) }

  /// How long each sleeper wanted to sleep, in the order in which they came.
  public var sleeps: [Duration] { locked { waits } }

  /// The instant.
  public func now() -> Timestamp { locked { instant } }

  /// Lets time pass.
  public func advance(by duration: Duration) { locked { instant = instant.advanced(by: duration) } }

  /// Wakes at once; throws where the task is cancelled.
  public func sleep(until deadline: Timestamp) async throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
    locked {
      waits.append(deadline.since(instant))
      instant = max(instant, deadline)
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(&mutex)
    defer { pthread_mutex_unlock(&mutex) }
    return body()
  }
}
