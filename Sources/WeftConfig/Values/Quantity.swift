import WeftModel

/// Amounts as the configuration writes them: durations, sizes, rates.
enum Quantity {
  /// `500ms`, `20s`, `5m`, `1.5h`, `7d`.
  static func duration(_ text: String) -> Duration? {
    guard let (number, unit) = split(text), let milliseconds = millisecondsOf[unit] else { return nil }
    let value = number * milliseconds
    // A thousand years; beyond that arithmetic on instants would overflow.
    guard value <= 3.2e13 else { return nil }
    return .milliseconds(Int64(value + 0.5))
  }

  /// `8MiB`, `500kB`, `4096`, in bytes.
  static func size(_ text: String) -> Int? {
    guard let (number, unit) = split(text), let bytes = bytesOf[unit] else { return nil }
    let value = number * bytes
    guard value <= 1e15 else { return nil }
    return Int(value + 0.5)
  }

  /// `2/s`, `30/m`, `100/h` as the time between two requests.
  static func rate(_ text: String) -> Duration? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = decimal(parts[0].utf8), number > 0,
      let milliseconds = millisecondsOf[String(parts[1])], parts[1] != "ms"
    else { return nil }
    let spacing = milliseconds / number
    guard spacing <= 3.2e13 else { return nil }
    return .microseconds(Int64(spacing * 1_000 + 0.5))
  }

  /// A number above 0.
  static func positive(_ text: String) -> Double? {
    guard let value = decimal(text.utf8), value > 0, value <= 1e9 else { return nil }
    return value
  }

  private static let millisecondsOf: [String: Double] = [
    "ms": 1, "s": 1_000, "m": 60_000, "min": 60_000, "h": 3_600_000, "d": 86_400_000,
  ]
  private static let bytesOf: [String: Double] = [
    "": 1, "B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1_024, "MiB": 1_048_576, "GiB": 1_073_741_824,
  ]

  private static func split(_ text: String) -> (number: Double, unit: String)? {
    let digits = text.utf8.prefix { (0x30...0x39).contains($0) || $0 == 0x2E }
    guard let number = decimal(digits) else { return nil }
    var rest = text.utf8.dropFirst(digits.count)
    if rest.first == 0x20 { rest = rest.dropFirst() }
    return (number, String(Substring(rest)))
  }

  /// Digits with at most one point among them; no sign, no exponent, no `nan`.
  private static func decimal(_ digits: some Collection<UInt8>) -> Double? {
    guard !digits.isEmpty, digits.count <= 20, digits.first != 0x2E else { return nil }
    guard digits.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else { return nil }
    return Double(String(decoding: digits, as: UTF8.self))
  }
}
