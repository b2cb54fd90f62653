import DisplayText
import WeftKit

/// What the options say of `text`.
struct TextLayout: Sendable {
  /// How times are written.
  var times: TimeColumn
  /// The beginning of the content, authors, tags and address stand below each line.
  var isLong = false
}

/// One line an item: time, source, title; and what `--long` adds, indented below it.
///
/// The widths of the columns are known before the first item, so that each is printed as soon as it is settled.
struct TextFormat: FeedFormat {
  private let terminal: Terminal
  private let sourceWidth: Int
  private let layout: TextLayout

  /// A wider source is cut on a terminal.
  private static let widestSource = 24
  /// A title keeps so many columns on a narrow terminal; the source gives way.
  private static let leastTitle = 16

  init(terminal: Terminal, sourceWidth: Int, layout: TextLayout) {
    self.terminal = terminal
    self.layout = layout
    let widest = min(sourceWidth, TextFormat.widestSource)
    let room = terminal.width.map { max(4, $0 - layout.times.width - 4 - TextFormat.leastTitle) } ?? widest
    self.sourceWidth = min(widest, room)
  }

  mutating func begin(into bytes: inout [UInt8]) {}

  mutating func append(_ entry: FeedEntry, into bytes: inout [UInt8]) {
    let time = layout.times.padded(entry.item.date)
    var source = TerminalText.clean(entry.sourceTitle)
    var title = TextFormat.title(of: entry.item)
    if let width = terminal.width {
      source = DisplayWidth.cut(source, to: sourceWidth)
      title = DisplayWidth.cut(title, to: max(8, width - DisplayWidth.of(time) - sourceWidth - 4))
      // Only there: a program that reads the lines gets the title and nothing else.
      source = Direction.isolated(source)
      title = Direction.isolated(title)
    }
    source = DisplayWidth.padded(source, to: sourceWidth)
    bytes += terminal.dimmed(time).utf8
    bytes += "  ".utf8
    bytes += terminal.coloured(source).utf8
    bytes += "  ".utf8
    bytes += terminal.linked(title, to: entry.item.url.flatMap(TextFormat.hyperlink)).utf8
    bytes.append(0x0A)
    if layout.isLong { appendDetails(entry.item, into: &bytes) }
  }

  mutating func end(_ ending: FeedEnding, into bytes: inout [UInt8]) {}

  private func appendDetails(_ item: Item, into bytes: inout [UInt8]) {
    for line in TextDetails(item).lines(columns: (terminal.width ?? TextDetails.columns) - TextDetails.indent) {
      let shown = terminal.width == nil ? line.text : Direction.isolated(line.text)
      let text = line.isSecondary ? terminal.dimmed(shown) : shown
      bytes += (String(repeating: " ", count: TextDetails.indent) + text + "\n").utf8
    }
    bytes.append(0x0A)
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
