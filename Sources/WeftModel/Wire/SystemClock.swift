import Glibc

/// The system's clock as the engine sees it: the wall clock at the start, then the time that has passed since, so that
/// it never runs backwards when the wall clock is set.
public struct SystemClock: EngineClock {
  private let start: ContinuousClock.Instant
  private let wall: Timestamp

  /// A clock that reads the wall clock now, once.
  public init() {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    start = ContinuousClock.now
    wall = Timestamp(microseconds: Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_nsec) / 1_000)
  }

  /// The instant.
  public func now() -> Timestamp { wall.advanced(by: ContinuousClock.now - start) }

  /// Waits until the instant, by continuous time.
  public func sleep(until deadline: Timestamp) async throws(CancellationError) {
    do {
      try await Task.sleep(until: start.advanced(by: deadline.since(wall)), clock: .continuous)
    } catch {
      throw CancellationError()
    }
  }
}
