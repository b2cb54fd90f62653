import WeftModel

/// How long a plugin that failed is left alone: 1 s, doubling up to 60 s; a page that was answered forgets all failures.
struct RestartBackoff: Equatable {
  private(set) var failures = 0

  private static let cap = 60

  /// The program failed again.
  ///
  /// - Returns: when it may be started again.
  mutating func failed(at now: Timestamp) -> Timestamp {
    failures = min(failures + 1, 32)
    let seconds = failures > 6 ? RestartBackoff.cap : min(RestartBackoff.cap, 1 << (failures - 1))
    return now.advanced(by: .seconds(seconds))
  }

  /// It answered a page.
  mutating func succeeded() { failures = 0 }
}
