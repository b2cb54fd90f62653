import WeftKit

/// `csv`: a table with a header row (RFC 4180), one record an item, for spreadsheets and scripts.
///
/// Values are exact: a text that begins with `=`, `+`, `-` or `@` stays what it is, so that a program reads what the source
/// wrote. A spreadsheet may take such a cell for a formula: import columns as text there.
struct CSVFormat: FeedFormat {
  /// The columns, fixed: later versions add only behind them.
  static let columns = [
    "position", "source", "id", "url", "external_url", "title", "date_published", "date_modified", "authors", "tags",
    "language", "image", "attachments", "summary", "content_text", "content_html",
  ]

  mutating func begin(into bytes: inout [UInt8]) {
    CSVFormat.append(CSVFormat.columns, to: &bytes)
  }

  mutating func append(_ entry: FeedEntry, into bytes: inout [UInt8]) {
    let item = entry.item
    let values: [String?] = [
      String(entry.position), entry.source, item.id, item.url, item.externalURL, item.title,
      item.datePublished?.rfc3339, item.dateModified?.rfc3339,
      item.authors.compactMap { $0.name ?? $0.url }.joined(separator: "; "), item.tags.joined(separator: "; "),
      item.language, item.image, item.attachments.map(\.url).joined(separator: " "), item.summary,
      item.contentText ?? item.contentHTML.map(HTMLText.plain), item.contentHTML,
    ]
    CSVFormat.append(values.map { $0 ?? "" }, to: &bytes)
  }

  mutating func end(_ ending: FeedEnding, into bytes: inout [UInt8]) {}

  /// A record; its lines end with CR LF (RFC 4180 section 2).
  private static func append(_ values: [String], to bytes: inout [UInt8]) {
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(0x2C) }
      append(value, to: &bytes)
    }
    bytes += [0x0D, 0x0A]
  }

  /// A value, between quotes where it holds a comma, a quote or a line end, or blanks at its ends that a reader might
  /// take away. Other control characters than tabs and line ends have no place in such a file (section 2, TEXTDATA), nor
  /// on a terminal.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    let isClean = text.unicodeScalars.allSatisfy { !isControl($0) }
    let value = isClean ? text : String(String.UnicodeScalarView(text.unicodeScalars.filter { !isControl($0) }))
    let needsQuotes =
      value.utf8.contains { $0 == 0x2C || $0 == 0x22 || $0 == 0x0D || $0 == 0x0A } || value.utf8.first == 0x20
      || value.utf8.last == 0x20
    guard needsQuotes else {
      bytes += value.utf8
      return
    }
    bytes.append(0x22)
    for byte in value.utf8 {
      if byte == 0x22 { bytes.append(0x22) }
      bytes.append(byte)
    }
    bytes.append(0x22)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0x7F..<0xA0: true
    default: false
    }
  }
}
