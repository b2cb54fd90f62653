import Glibc

/// What a server has seen so far.
public struct ServerActivity: Sendable {
  /// All requests, in the order in which they were complete.
  public var requests: [ServerRequest] = []
  /// Connections accepted.
  public var connectionsAccepted = 0
  /// Connections that are open now.
  public var connectionsOpen = 0
  /// The largest number of connections open at one time.
  public var connectionsPeak = 0
  /// Requests that are being answered now.
  public var requestsOpen = 0
  /// The largest number of requests answered at one time.
  public var requestsPeak = 0
  /// Requests that ended before their response was sent whole: the client left, or a fault was asked for.
  public var requestsBrokenOff = 0
}

/// The activity of a server behind a lock, with those who wait for something in it.
///
/// `@unchecked`: every access to the stored properties is between `lock` and `unlock`.
final class ActivityLog: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var activity = ServerActivity()
  private var waiting: [Waiter] = []

  private struct Waiter {
    var condition: @Sendable (ServerActivity) -> Bool
    var continuation: CheckedContinuation<ServerActivity, Never>
  }

  init() {
    // Synchronization.Mutex gives false reports under the thread sanitizer.
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// What has happened so far.
  var current: ServerActivity {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return activity
  }

  /// Changes the activity, and wakes those whose condition holds now.
  @discardableResult
  func update<Result>(_ change: (inout ServerActivity) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    let result = change(&activity)
    let snapshot = activity
    var ready: [Waiter] = []
    if !waiting.isEmpty {
      ready = waiting.filter { $0.condition(snapshot) }
      waiting.removeAll { $0.condition(snapshot) }
    }
    pthread_mutex_unlock(mutex)
    for waiter in ready { waiter.continuation.resume(returning: snapshot) }
    return result
  }

  /// Waits until the condition holds.
  func wait(until condition: @escaping @Sendable (ServerActivity) -> Bool) async -> ServerActivity {
    await withCheckedContinuation { continuation in
      pthread_mutex_lock(mutex)
      let snapshot = activity
      let holds = condition(snapshot)
      if !holds { waiting.append(Waiter(condition: condition, continuation: continuation)) }
      pthread_mutex_unlock(mutex)
      if holds { continuation.resume(returning: snapshot) }
    }
  }
}
