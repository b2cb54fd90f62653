import DisplayText

/// An item as it is read: its lines for one width.
struct ArticleView: Hashable, Sendable {
  var item: ReaderItem
  var text: ArticleText
  var width: Int
  var lines: [Line]

  struct Line: Hashable, Sendable {
    var text: String
    var style = CellStyle.plain
  }

  /// Reads the item and lays it out.
  init(_ item: ReaderItem, source: String, clock: ClockText, width: Int) {
    self.item = item
    switch item.content {
    case .html(let html): text = ArticleReader.read(html: html, base: item.url)
    case .text(let content): text = ArticleReader.read(text: content)
    case .none: text = ArticleText()
    }
    for attachment in item.attachments where WebLink.isOpenable(attachment) { _ = text.number(of: attachment) }
    self.width = width
    lines = []
    layOut(source: source, clock: clock, width: width)
  }

  /// Breaks the lines anew.
  mutating func layOut(source: String, clock: ClockText, width: Int) {
    self.width = width
    // Long lines are hard to read.
    let measure = max(8, min(width, 90))
    // A title as long as a text would push what there is to read off the screen.
    lines = TextWrap.lines(item.title, width: measure).prefix(6).map { Line(text: $0, style: .bold) }
    var facts = [source]
    if let date = item.date { facts.append(clock.minute(date)) }
    if !item.authors.isEmpty { facts.append(item.authors) }
    if !item.also.isEmpty {
      facts.append("also in " + item.also.map { CellText.line($0, limit: 60) }.joined(separator: ", "))
    }
    if item.isLate { facts.append("late") }
    add(facts.joined(separator: " · "), measure, .dim)
    if let url = item.url { add(CellText.line(url, limit: 2_000), measure, .dim) }
    for block in text.blocks { add(block, measure) }
    if text.blocks.isEmpty { lines += [Line(text: ""), Line(text: "(no text; o opens the address)", style: .dim)] }
    guard !text.links.isEmpty else { return }
    lines.append(Line(text: ""))
    for (index, link) in text.links.enumerated() {
      let mark = "[\(index + 1)] "
      for (number, piece) in TextWrap.pieces(CellText.line(link), width: max(4, measure - mark.count)).enumerated() {
        lines.append(
          Line(text: (number == 0 ? mark : String(repeating: " ", count: mark.count)) + piece, style: .dim))
      }
    }
  }

  private mutating func add(_ text: String, _ width: Int, _ style: CellStyle) {
    lines += TextWrap.lines(text, width: width).map { Line(text: $0, style: style) }
  }

  private mutating func add(_ block: ArticleBlock, _ width: Int) {
    if !block.isTight { lines.append(Line(text: "")) }
    // The marks before a block leave half of the line to its words.
    let isRoomy = DisplayWidth.of(block.first) <= width / 2
    let (first, rest) = isRoomy ? (block.first, block.rest) : ("", "")
    let room = width - max(DisplayWidth.of(first), DisplayWidth.of(rest))
    let style = block.kind == .heading ? CellStyle.bold : .plain
    let pieces: [String]
    switch block.kind {
    case .paragraph, .heading: pieces = TextWrap.lines(block.text, width: room)
    case .code:
      pieces = block.text.split(separator: "\n", omittingEmptySubsequences: false)
        .flatMap { TextWrap.pieces(String($0), width: room) }
    case .rule: pieces = [String(repeating: "─", count: max(1, min(room, 20)))]
    }
    for (index, piece) in pieces.enumerated() {
      lines.append(Line(text: (index == 0 ? first : rest) + piece, style: style))
    }
  }
}
