import WeftKit

/// Times as the reader's person counts them.
struct ClockText: Sendable {
  /// Seconds to add to UTC.
  var offset = 0

  /// Day and minute: `2025-01-31 14:05`.
  func minute(_ instant: Timestamp) -> String {
    let time = local(instant)
    return
      "\(padded(time.year, 4))-\(padded(time.month))-\(padded(time.day)) \(padded(time.hour)):\(padded(time.minute))"
  }

  /// The second of the day: `14:05:32`.
  func second(_ instant: Timestamp) -> String {
    let time = local(instant)
    return "\(padded(time.hour)):\(padded(time.minute)):\(padded(time.second))"
  }

  private func local(_ instant: Timestamp) -> CivilTime { instant.advanced(by: .seconds(offset)).civilTime }

  private func padded(_ number: Int, _ length: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, length - text.count)) + text
  }
}
