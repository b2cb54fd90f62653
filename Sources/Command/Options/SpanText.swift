/// Spans of time as a person writes and reads them.
enum SpanText {
  private static let units: [(String, Duration)] = [
    ("ms", .milliseconds(1)), ("s", .seconds(1)), ("m", .seconds(60)), ("h", .seconds(3_600)),
    ("d", .seconds(86_400)), ("w", .seconds(7 * 86_400)),
  ]

  /// `500ms`, `3s`, `5m`, `36h`, `7d`, `2w`; fractions are allowed. `nil` for anything else.
  static func duration(_ text: String) -> Duration? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let value = Double(number), value.isFinite, value >= 0 else { return nil }
    let suffix = text.dropFirst(number.count)
    guard let unit = units.first(where: { $0.0 == suffix })?.1 else { return nil }
    // A hundred thousand years: past that the arithmetic of instants saturates.
    let seconds = Double(unit.components.seconds) + Double(unit.components.attoseconds) / 1e18
    guard value * seconds < 3e12 else { return nil }
    // Whole numbers exactly; `Duration * Double` rounds.
    if let whole = Int64(exactly: value) { return unit * whole }
    return .microseconds(Int64(value * seconds * 1e6))
  }

  /// "0.4 s", "40 s", "5 min", "3 h", "2 days": for messages.
  static func description(_ duration: Duration) -> String {
    let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    switch seconds {
    case ..<0.95: return "\((max(0, seconds) * 10).rounded() / 10) s"
    case ..<120: return "\(Int(seconds.rounded())) s"
    case ..<7_200: return "\(Int((seconds / 60).rounded())) min"
    case ..<172_800: return "\(Int((seconds / 3_600).rounded())) h"
    default: return "\(Int(min(seconds / 86_400, 1e9).rounded())) days"
    }
  }
}
