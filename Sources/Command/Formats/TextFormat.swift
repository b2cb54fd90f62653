import WeftKit

/// One line an item: time, source, title.
struct TextFormat: FeedFormat {
  private let terminal: Terminal
  private let sourceWidth: Int

  /// `2025-01-31 14:05`
  private static let timeWidth = 16
  /// A wider source is cut on a terminal.
  private static let widestSource = 24

  init(terminal: Terminal, sourceWidth: Int) {
    self.terminal = terminal
    self.sourceWidth = min(sourceWidth, TextFormat.widestSource)
  }

  mutating func begin(into bytes: inout [UInt8]) {}

  mutating func append(_ entry: FeedEntry, into bytes: inout [UInt8]) {
    let time = DisplayWidth.padded(entry.item.date.map(TextFormat.minute) ?? "-", to: TextFormat.timeWidth)
    var source = TerminalText.clean(entry.sourceTitle)
    var title = TextFormat.title(of: entry.item)
    if let width = terminal.width {
      source = DisplayWidth.cut(source, to: sourceWidth)
      title = DisplayWidth.cut(title, to: max(8, width - DisplayWidth.of(time) - sourceWidth - 4))
    }
    source = DisplayWidth.padded(source, to: sourceWidth)
    if terminal.hasStyle {
      let link = entry.item.url.flatMap(TextFormat.hyperlink)
      bytes.append(contentsOf: "\u{1B}[2m\(time)\u{1B}[0m  \u{1B}[36m\(source)\u{1B}[0m  ".utf8)
      bytes.append(contentsOf: (link.map { "\u{1B}]8;;\($0)\u{1B}\\\(title)\u{1B}]8;;\u{1B}\\" } ?? title).utf8)
    } else {
      bytes.append(contentsOf: "\(time)  \(source)  \(title)".utf8)
    }
    bytes.append(0x0A)
  }

  mutating func end(_ ending: FeedEnding, into bytes: inout [UInt8]) {}

  /// The instant in UTC, to the minute.
  static func minute(_ instant: Timestamp) -> String {
    let text = instant.rfc3339
    guard let colon = text.lastIndex(of: ":") else { return text }
    return text[..<colon].split(separator: "T").joined(separator: " ")
  }

  /// The title, else the beginning of the text, else the address; on one line.
  static func title(of item: Item) -> String {
    for text in [item.title, item.summary.map(PlainText.beginning(of:)), item.contentText.map(PlainText.cut)] {
      if let text = text.map(TerminalText.clean), !text.isEmpty { return text }
    }
    if let text = item.contentHTML.map(PlainText.beginning(of:)).map(TerminalText.clean), !text.isEmpty { return text }
    return TerminalText.clean(item.url ?? item.id)
  }

  /// The address as OSC 8 takes it: http or https, and only printable ASCII.
  static func hyperlink(_ url: String) -> String? {
    let lowered = url.prefix(8).lowercased()
    guard lowered.hasPrefix("http://") || lowered.hasPrefix("https://"), url.utf8.count <= 2_000 else { return nil }
    return WebAddress.encoded(url)
  }
}
