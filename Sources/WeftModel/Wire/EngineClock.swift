/// The engine's clock; a test injects one of its own.
public protocol EngineClock: Sendable {
  /// The instant, by a clock that never runs backwards.
  func now() -> Timestamp
  /// Waits until the instant; returns early, by throwing, where the task is cancelled.
  func sleep(until deadline: Timestamp) async throws(CancellationError)
}
