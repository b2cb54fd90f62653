/// The end of what a program wrote to its standard error.
struct ErrorTail {
  private var bytes: [UInt8] = []
  private static let most = 4 << 10
  private static let mostShown = 400

  mutating func append(_ more: [UInt8]) {
    bytes += more.suffix(ErrorTail.most)
    if bytes.count > ErrorTail.most { bytes.removeFirst(bytes.count - ErrorTail.most) }
  }

  mutating func clear() { bytes = [] }

  /// The last lines on one line, for a message; `nil` where there are none.
  var text: String? {
    let lines = bytes.split(separator: 0x0A).map { ShownText.line($0, limit: ErrorTail.mostShown) }
    var shown = ""
    for line in lines.reversed() where !line.isEmpty {
      guard shown.isEmpty || shown.count + line.count < ErrorTail.mostShown else { break }
      shown = shown.isEmpty ? line : line + " / " + shown
    }
    return shown.isEmpty ? nil : shown
  }
}
