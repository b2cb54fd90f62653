import Synchronization
import WeftModel

/// A server that answers by a function, and keeps what it was asked.
actor ScriptedTransport: Transport {
  private let answer: @Sendable (Request) throws(SourceFailure) -> Response
  private(set) var requests: [Request] = []

  init(_ answer: @escaping @Sendable (Request) throws(SourceFailure) -> Response) { self.answer = answer }

  func response(to request: Request) async throws(SourceFailure) -> Response {
    requests.append(request)
    return try answer(request)
  }
}

/// A clock that the test sets.
final class ManualClock: EngineClock {
  private let microseconds: Atomic<Int64>

  /// 2026-01-05T12:00:00Z, a Monday.
  static let start = Timestamp(seconds: 1_767_614_400)

  init(_ start: Timestamp = ManualClock.start) { microseconds = Atomic(start.microseconds) }

  func now() -> Timestamp { Timestamp(microseconds: microseconds.load(ordering: .sequentiallyConsistent)) }

  func sleep(until deadline: Timestamp) async throws(CancellationError) { advance(deadline.since(now())) }

  func advance(_ duration: Duration) {
    microseconds.add(duration.inMicroseconds, ordering: .sequentiallyConsistent)
  }
}
