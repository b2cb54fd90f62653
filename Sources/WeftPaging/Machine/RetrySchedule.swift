public import WeftModel

/// When a failed request may be tried again: exponential backoff with jitter and a cap, or what the server says.
public struct RetrySchedule: Sendable {
  private let settings: RetrySettings
  private let jitter: UInt64

  /// What follows a failure.
  public struct Decision: Equatable, Sendable {
    /// When the retry is due; `nil`: none by itself.
    public var retryAt: Timestamp?
    /// The instant that the server named, where it is further away than the cap: nobody waits for it unasked.
    public var heldUntil: Timestamp?
  }

  /// A schedule.
  ///
  /// - Parameter jitter: spreads the waits of many sources by ±20 %; the same number gives the same waits.
  public init(settings: RetrySettings, jitter: UInt64) {
    self.settings = settings
    self.jitter = jitter
  }

  /// What follows when attempt number `attempt` (from 1) at a page has failed at the instant `now`.
  public func retry(after failure: SourceFailure, attempt: Int, at now: Timestamp) -> Decision {
    switch failure.retry {
    case .never: return Decision()
    case .once:
      return attempt > min(1, settings.times) ? Decision() : Decision(retryAt: now.advanced(by: wait(after: 1)))
    case .scheduled:
      return attempt > settings.times ? Decision() : Decision(retryAt: now.advanced(by: wait(after: attempt)))
    case .notBefore(let instant):
      guard attempt <= settings.times else { return Decision(heldUntil: instant > now ? instant : nil) }
      guard instant <= now.advanced(by: settings.cap) else { return Decision(heldUntil: instant) }
      // A server may name an instant that has passed; the backoff is then the shortest that is decent.
      return Decision(retryAt: max(instant, instant > now ? instant : now.advanced(by: wait(after: attempt))))
    }
  }

  /// The wait after so many failed attempts: `base` × 2^(attempt − 1), at most `cap`, ±20 %, never below zero.
  func wait(after attempt: Int) -> Duration {
    let base = max(0, settings.base.inMicroseconds)
    let cap = max(0, settings.cap.inMicroseconds)
    let doublings = min(max(0, attempt - 1), 40)
    let (product, overflow) = base.multipliedReportingOverflow(by: 1 << Int64(doublings))
    let plain = min(overflow ? cap : product, cap)
    var hash = ContentHash(seed: jitter)
    hash.combine(UInt64(attempt))
    // 800 to 1,200 thousandths.
    let spread = Int64(800 + hash.value % 401)
    let (scaled, overflowed) = plain.multipliedReportingOverflow(by: spread)
    return .microseconds(min(overflowed ? cap : scaled / 1_000, cap))
  }
}
