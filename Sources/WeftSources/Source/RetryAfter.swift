import Dates
import WeftModel

/// The instant that a response names for a retry.
enum RetryAfter {
  /// `Retry-After` (RFC 9110 section 10.2.3: seconds or an HTTP-date), and rate-limit headers with seconds, an epoch
  /// second or a date. The first of the configured fields that can be read counts; an instant that has passed is now.
  static func instant(in response: Response, _ settings: RetrySettings) -> Timestamp? {
    for name in settings.headers {
      guard let text = response.headers[name], let instant = instant(text, at: response.receivedAt) else { continue }
      return max(instant, response.receivedAt)
    }
    return nil
  }

  private static func instant(_ text: String, at now: Timestamp) -> Timestamp? {
    if let number = Double(text), number.isFinite, number >= 1e13 {
      // Nobody means an instant so far away; what is meant is: not for a long time.
      return now.advanced(by: .seconds(31_536_000))
    }
    if let number = Double(text), number.isFinite, number >= 0 {
      // More than a year of seconds is an instant: no server asks for that long a wait.
      let isEpoch = number > 31_536_000
      let milliseconds = Int64(number * 1_000)
      return isEpoch
        ? Timestamp(milliseconds: number > 1e11 ? Int64(number) : milliseconds)
        : now.advanced(by: .milliseconds(milliseconds))
    }
    return DateParser.parse(text).map { Timestamp(microseconds: $0.microseconds) }
  }
}
