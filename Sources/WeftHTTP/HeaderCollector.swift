import WeftModel

/// Collects the header lines of a response as curl hands them over, one a call.
struct HeaderCollector {
  /// The limit of all header lines of one exchange, in bytes.
  static let limit = 256 << 10

  /// The fields of the last head.
  private(set) var fields = HeaderFields()
  /// The body has begun: what comes now are trailers, which are not fields of the head.
  var hasEnded = false
  private var size = 0

  /// Takes a line; `false` where the limit is passed.
  mutating func append(_ line: UnsafeRawBufferPointer) -> Bool {
    size += line.count
    guard size <= HeaderCollector.limit else { return false }
    guard !hasEnded else { return true }
    if line.starts(with: "HTTP/".utf8) {
      // An interim response (100, 103) has a head of its own.
      fields = HeaderFields()
      return true
    }
    let text = HeaderCollector.text(line)
    if let first = line.first, first == 0x20 || first == 0x09 {
      // A folded line (RFC 9112 section 5.2).
      if let last = fields.fields.indices.last, !text.isEmpty {
        fields.fields[last].value += (fields.fields[last].value.isEmpty ? "" : " ") + text
      }
      return true
    }
    guard let colon = text.utf8.firstIndex(of: 0x3A) else { return true }
    let value = text[text.utf8.index(after: colon)...]
    fields.append(HeaderCollector.trimmed(text[..<colon]), HeaderCollector.trimmed(value))
    return true
  }

  /// UTF-8 where it is valid, else ISO-8859-1, which is what older servers mean (RFC 9110 section 5.5).
  private static func text(_ line: UnsafeRawBufferPointer) -> String {
    let text =
      String(validating: line, as: UTF8.self)
      ?? String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) }))
    return trimmed(text[...])
  }

  private static func trimmed(_ text: Substring) -> String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = text.utf8.firstIndex(where: { !isSpace($0) }),
      let last = text.utf8.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(text[first...last])
  }
}
