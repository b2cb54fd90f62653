/// An instant, in microseconds since 1970-01-01T00:00:00Z, without leap seconds.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds since 1970-01-01T00:00:00Z; negative before.
  public var microseconds: Int64

  /// The instant so many microseconds after 1970-01-01T00:00:00Z.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// The instant so many milliseconds after 1970-01-01T00:00:00Z; saturates where 64 bits do not suffice.
  public init(milliseconds: Int64) {
    let (product, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000)
    microseconds = overflow ? (milliseconds < 0 ? .min : .max) : product
  }

  /// The instant so many seconds after 1970-01-01T00:00:00Z; saturates where 64 bits do not suffice.
  public init(seconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    microseconds = overflow ? (seconds < 0 ? .min : .max) : product
  }

  /// Orders instants from the earlier to the later.
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.microseconds < right.microseconds }

  /// The instant `duration` later (earlier where it is negative); saturates.
  public func advanced(by duration: Duration) -> Timestamp {
    let (sum, overflow) = microseconds.addingReportingOverflow(duration.inMicroseconds)
    return Timestamp(microseconds: overflow ? (duration < .zero ? .min : .max) : sum)
  }

  /// The time from `earlier` to this instant; negative where `earlier` is the later one.
  public func since(_ earlier: Timestamp) -> Duration {
    let (difference, overflow) = microseconds.subtractingReportingOverflow(earlier.microseconds)
    return .microseconds(overflow ? (microseconds < 0 ? Int64.min : .max) : difference)
  }

  /// An instant earlier than any date that a source can give.
  public static let distantPast = Timestamp(microseconds: .min)
  /// An instant later than any date that a source can give.
  public static let distantFuture = Timestamp(microseconds: .max)
}

extension Duration {
  /// The duration in whole microseconds, rounded towards zero; saturates where 64 bits do not suffice.
  public var inMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, overflowed) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    return overflowed ? (seconds < 0 ? .min : .max) : sum
  }

  /// The duration in seconds, for messages and traces.
  public var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
