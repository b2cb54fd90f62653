import WeftKit

/// A failure, and until when readers are told of it without another request.
struct HeldFailure {
  var failure: SourceFailure
  var until: Timestamp
  var attempts: Int

  /// As readers see it: final, so that none of them waits.
  var shown: SourceFailure {
    var shown = failure
    shown.retry = .never
    return shown
  }

  init(_ failure: SourceFailure, attempts: Int, _ settings: RetrySettings, at now: Timestamp) {
    self.failure = failure
    self.attempts = attempts
    // A server goes on for days: what is final for one run may be right again in a minute.
    var endless = settings
    endless.times = Int.max
    let decision = RetrySchedule(settings: endless, jitter: 0).retry(after: failure, attempt: attempts, at: now)
    until = decision.retryAt ?? decision.heldUntil ?? now.advanced(by: settings.cap)
  }
}
