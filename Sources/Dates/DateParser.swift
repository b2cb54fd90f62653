/// Dates as outside data writes them. Every function answers nil rather than a half-read date.
public enum DateParser {
  /// Longer texts are no dates; this bounds the work on hostile input.
  static let longestText = 128

  /// The instant that a text names: RFC 3339 and other ISO 8601 forms, RFC 822/850/1123/2822, epoch seconds and
  /// milliseconds, and dates as people write them in some twenty languages.
  /// - Parameter defaultOffset: seconds east of UTC for a text that names no zone.
  public static func parse(_ text: String, defaultOffset: Int = 0) -> ParsedDate? {
    var text = text
    return text.withUTF8 { parse(utf8: $0, defaultOffset: defaultOffset) }
  }

  /// The same on bytes of UTF-8, without a copy.
  public static func parse(utf8 bytes: UnsafeBufferPointer<UInt8>, defaultOffset: Int = 0) -> ParsedDate? {
    let scanner = ByteScanner(bytes)
    guard !scanner.isAtEnd, scanner.end - scanner.index <= longestText else { return nil }
    let time: CivilTime?
    if scanner.peek(4) == UInt8(ascii: "-"), let read = RFC3339Date.read(scanner) {
      time = read
    } else {
      time = RFC822Date.read(scanner)
    }
    if let time { return time.parsed(defaultOffset: defaultOffset) }
    return LooseDate.read(bytes[scanner.index..<scanner.end])?.parsed(defaultOffset: defaultOffset)
  }

  /// The same on a span of UTF-8.
  public static func parse(utf8 span: Span<UInt8>, defaultOffset: Int = 0) -> ParsedDate? {
    span.withUnsafeBufferPointer { parse(utf8: $0, defaultOffset: defaultOffset) }
  }

  /// The unit of a number that counts from 1970.
  public enum UnixUnit: String, Sendable {
    case seconds = "s"
    case milliseconds = "ms"
  }

  /// The instant of a number since 1970, with an optional sign and fraction; nil for any other text and for years that
  /// RFC 3339 cannot write.
  public static func parseUnix(_ text: String, unit: UnixUnit) -> ParsedDate? {
    var text = text
    return text.withUTF8 { bytes in
      var scanner = ByteScanner(bytes)
      let isNegative = scanner.take(UInt8(ascii: "-"))
      guard let number = scanner.digits(upTo: 15) else { return nil }
      var fraction = 0
      if scanner.take(UInt8(ascii: ".")) {
        guard let read = scanner.fraction() else { return nil }
        fraction = read
      }
      guard scanner.isAtEnd else { return nil }
      return UnixTime.date(number.value, fraction: fraction, unit: unit, isNegative: isNegative)
    }
  }
}

enum UnixTime {
  /// - Parameter fraction: millionths of the unit.
  static func date(
    _ value: Int, fraction: Int = 0, unit: DateParser.UnixUnit, isNegative: Bool = false
  ) -> ParsedDate? {
    let scale: Int64 = unit == .seconds ? 1_000_000 : 1_000
    let (whole, overflow) = Int64(value).multipliedReportingOverflow(by: scale)
    guard !overflow else { return nil }
    let magnitude = whole + Int64(fraction) * scale / 1_000_000
    let microseconds = isNegative ? -magnitude : magnitude
    guard CivilTime.isWritable(microseconds) else { return nil }
    return ParsedDate(microseconds: microseconds, hasZone: true)
  }
}
