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
    /// The number of the link whose address stands here.
    var link: Int?
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
    let isTurned = Direction.isRightToLeft(item.title)
    lines = LineWrap.lines(item.title, columns: measure, most: 6).map { line in
      Line(text: isTurned ? Self.aligned(line, to: measure) : line, style: .bold)
    }
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
      let pieces = LineWrap.pieces(CellText.line(link), columns: max(4, measure - mark.count))
      for (number, piece) in pieces.enumerated() {
        let text = (number == 0 ? mark : String(repeating: " ", count: mark.count)) + piece
        lines.append(Line(text: text, style: .dim, link: index + 1))
      }
    }
  }

  /// The number of the link that stands in a column of a line, as `[7]` or by its address; `nil`: none does.
  func link(at column: Int, line: Int) -> Int? {
    guard lines.indices.contains(line) else { return nil }
    if let link = lines[line].link { return link }
    var end = 0
    // Where a mark that is open began, and its digits.
    var mark: (start: Int, digits: String)?
    for character in lines[line].text {
      let start = end
      end += DisplayWidth.of(character)
      if character == "[" {
        mark = (start, "")
      } else if character == "]", let open = mark {
        if open.start <= column, column < end {
          return Int(open.digits).flatMap { text.links.indices.contains($0 - 1) ? $0 : nil }
        }
        mark = nil
      } else if character.isASCII, character.isWholeNumber {
        mark?.digits.append(character)
      } else {
        mark = nil
      }
    }
    return nil
  }

  private mutating func add(_ text: String, _ width: Int, _ style: CellStyle) {
    lines += LineWrap.lines(text, columns: width).map { Line(text: $0, style: style) }
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
    case .paragraph, .heading: pieces = LineWrap.lines(block.text, columns: room)
    case .code:
      pieces = block.text.split(separator: "\n", omittingEmptySubsequences: false)
        .flatMap { LineWrap.pieces(String($0), columns: room) }
    case .rule: pieces = [String(repeating: "─", count: max(1, min(room, 20)))]
    }
    // Such a paragraph begins at the right, and so do its marks.
    let isTurned = block.kind != .code && Direction.isRightToLeft(block.text)
    for (index, piece) in pieces.enumerated() {
      let mark = index == 0 ? first : rest
      let text = isTurned ? Self.aligned(piece, to: room) + Self.mirrored(mark) : mark + piece
      lines.append(Line(text: text, style: style))
    }
  }

  /// The text at the right end of so many columns.
  private static func aligned(_ text: String, to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - DisplayWidth.of(text))) + text
  }

  /// What stands before a line, as it stands behind one from right to left; numbers keep their digits' order.
  static func mirrored(_ mark: String) -> String {
    var result = ""
    var digits = ""
    for character in mark.reversed() {
      if character.isWholeNumber { digits = String(character) + digits; continue }
      result += digits + String(character)
      digits = ""
    }
    return result + digits
  }
}
