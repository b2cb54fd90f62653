/// The figures of one subject; prints each line as it is known.
struct Report {
  /// The subject's name, at the head of each line.
  let subject: String

  /// Prints one figure.
  ///
  /// - Parameter ratio: the figure as a ratio to its yardstick of the same run, and the bar it should reach.
  mutating func line(_ what: String, _ value: Double, _ unit: String, ratio: Ratio? = nil) {
    var text = "\(subject): \(what): \(Report.rounded(value)) \(unit)"
    if let ratio {
      let holds = ratio.isUpperBound ? ratio.value <= ratio.bar : ratio.value >= ratio.bar
      text += ", \(Report.rounded(ratio.value)) × \(ratio.yardstick)"
      text += " (bar \(ratio.isUpperBound ? "≤" : "≥") \(Report.rounded(ratio.bar)): \(holds ? "holds" : "MISSED"))"
    }
    print(text)
  }

  /// Prints a remark, such as why a yardstick is missing.
  mutating func note(_ text: String) { print("\(subject): \(text)") }

  /// A figure compared with another of the same run.
  struct Ratio {
    /// Figure divided by yardstick.
    var value: Double
    /// What it is compared with.
    var yardstick: String
    /// What the ratio should reach, or stay under.
    var bar: Double
    /// The bar is a maximum.
    var isUpperBound = false
  }

  /// Three significant digits.
  static func rounded(_ value: Double) -> String {
    guard value.isFinite, value != 0 else { return "\(value)" }
    if abs(value) >= 100 { return "\(Int(value.rounded()))" }
    let scale = abs(value) >= 10 ? 10.0 : (abs(value) >= 1 ? 100.0 : 1_000.0)
    return "\((value * scale).rounded() / scale)"
  }
}
