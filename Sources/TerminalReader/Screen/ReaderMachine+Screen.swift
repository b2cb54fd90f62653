import DisplayText
import WeftKit

extension ReaderMachine {
  /// What is seen now.
  var screen: Screen {
    guard rows >= 5, columns >= 20 else {
      var row = ScreenRow(width: max(1, columns))
      row.add("too small")
      row.fill()
      return Screen(rows: rows < 1 ? [] : [row] + Array(repeating: blank, count: rows - 1))
    }
    var result = [header]
    switch mode {
    case .list, .search: for line in 0..<listHeight { result.append(listRow(line, width: columns)) }
    case .article(let first):
      for line in 0..<listHeight { result.append(articleRow(line, first: first)) }
    case .sources(let chosen): result += sourceRows(chosen)
    case .help: result += helpRows
    }
    result.append(sourcesLine)
    var screen = Screen(rows: result + [bottom])
    if case .search(let text) = mode {
      let column = min(columns - 1, 1 + DisplayWidth.of(text))
      screen.cursor = Screen.Cursor(row: rows - 1, column: column)
    }
    return screen
  }

  private var blank: ScreenRow {
    var row = ScreenRow(width: max(1, columns))
    row.fill()
    return row
  }

  /// The title of a source, clean.
  func title(of source: Int) -> String {
    guard sources.indices.contains(source) else { return "?" }
    let title = CellText.line(sources[source].title ?? statuses[source].title ?? "", limit: 200)
    return title.isEmpty ? CellText.line(sources[source].name, limit: 200) : title
  }

  private var header: ScreenRow {
    var row = ScreenRow(width: columns)
    row.add(" Weft ", CellStyle(isBold: true, isReverse: true))
    let count = sources.count
    var text = count == 1 ? " \(title(of: 0))" : " \(count) sources"
    if !hidden.isEmpty { text += ", \(hidden.count) hidden" }
    row.add(text + " ", .bar)
    if waitingCount > 0 || !waiting.isEmpty {
      row.add(" ▲ \(waitingCount) new: R shows them ", CellStyle(isBold: true, isReverse: true, tint: .notice))
    } else if isRefreshing {
      row.add(" looking for new items … ", .bar)
    }
    row.fill(.bar)
    return row
  }

  // MARK: The list

  private func listRow(_ line: Int, width: Int) -> ScreenRow {
    var row = ScreenRow(width: width)
    let place = top + line
    guard shown.indices.contains(place) else {
      if place == shown.count { row.add(endText, .dim) }
      row.fill()
      return row
    }
    let entry = list[shown[place]]
    switch entry.kind {
    case .gap: row.add("┄┄ items of \(title(of: Int(entry.source))) may be missing here: Enter reads on ┄┄", .dim)
    case .earlier: row.add("┄┄ read before: Enter or T goes to the top of the feed ┄┄", .dim)
    case .item(let key):
      if let item = items[key] { add(item, to: &row, width) } else { row.add("  …", .dim) }
    }
    row.fill()
    if place == selected { row.overlay(reverse: true) }
    return row
  }

  private func add(_ item: ReaderItem, to row: inout ScreenRow, _ width: Int) {
    let isRead = read.contains(item.identity)
    row.add(isRead ? " " : "•", padded: 2)
    if width >= 60 { row.add(item.date.map(clock.minute) ?? "", .dim, padded: 16) }
    if width >= 60 { row.add(" ") }
    if width >= 40, sources.count > 1 {
      let column = max(8, min(18, width / 6))
      row.add(title(of: item.source), CellStyle(isDim: isRead, tint: .source(item.source)), padded: column)
      row.add(" ")
    }
    if item.isLate { row.add("late ", CellStyle(tint: .notice)) }
    row.add(item.title, isRead ? .dim : .plain)
  }

  private var endText: String {
    if isEnded { return "  — the end of the feed —" }
    if shown.isEmpty || statuses.contains(where: { $0.state == .fetching }) { return "  loading …" }
    return ""
  }

  // MARK: An article

  private func articleRow(_ line: Int, first: Int) -> ScreenRow {
    var text = ScreenRow(width: articleColumns)
    if let lines = article?.lines, lines.indices.contains(first + line) {
      text.add(lines[first + line].text, lines[first + line].style)
    }
    text.fill()
    guard isSplit else { return text }
    var row = ScreenRow(width: columns)
    row.join(listRow(line, width: splitColumns))
    row.add("│ ", .dim)
    row.join(text)
    row.fill()
    return row
  }

  private var helpRows: [ScreenRow] {
    (0..<listHeight).map { line in
      var row = ScreenRow(width: columns)
      if HelpPage.lines.indices.contains(line) { row.add(HelpPage.lines[line]) }
      row.fill()
      return row
    }
  }
}
