import DisplayText
import WeftKit

extension ReaderMachine {
  /// What a source does, in one phrase.
  func phrase(_ status: SourceStatus) -> String {
    let (what, next) = phrases(status)
    return what + next
  }

  /// What a source does, and what follows: when it is asked again.
  private func phrases(_ status: SourceStatus) -> (what: String, next: String) {
    let state = status.state.rawValue
    switch status.state {
    case .initial, .loadMore: return (state, "")
    case .fetching: return (state, status.isExcluded ? " (slow, left out until it answers)" : "")
    case .full: return (state, status.endReason.map { " (\($0.rawValue))" } ?? "")
    case .error:
      let reason = status.failure.map { ": " + CellText.line($0.message, limit: 300) } ?? ""
      if let retryAt = status.retryAt { return (state + reason, ", retry at \(clock.second(retryAt))") }
      if let instant = status.heldUntil {
        return (state + reason, ", not before \(clock.minute(instant)); r asks all the same")
      }
      return (state + reason, ", given up; r retries")
    }
  }

  /// The load state of each source, by name where they fit, else counted; what went wrong first.
  var sourcesLine: ScreenRow {
    var row = ScreenRow(width: columns)
    let on = statuses.indices.filter { !hidden.contains($0) }
    let failed = on.filter { statuses[$0].state == .error || statuses[$0].isExcluded }
    let names = statuses.indices.map { index in
      "\(title(of: index)) " + (hidden.contains(index) ? "off" : statuses[index].state.rawValue)
    }
    if failed.isEmpty, sources.count <= 12, case let text = names.joined(separator: " · "),
      DisplayWidth.of(text) <= columns - 2
    {
      row.add(" " + text, .dim)
    } else {
      row.add(" ")
      for state in LoadState.allCases {
        let count = on.count { statuses[$0].state == state }
        if count > 0 { row.add("\(count) \(state.rawValue) ", CellStyle(isDim: state != .error)) }
      }
      if !hidden.isEmpty { row.add("\(hidden.count) off ", .dim) }
      for (number, index) in failed.enumerated() {
        let room = columns - row.columns
        let (what, next) = phrases(statuses[index])
        // The time of the retry is shown whole; the reason gives way, and `s` shows it.
        let limit = number == 0 && failed.count > 1 ? min(room, max(40, columns / 2)) : room
        let start = "\(number == 0 ? "· " : "; ")\(title(of: index)) "
        let style = CellStyle(tint: .failure)
        row.add(start + what, style, limit: max(min(24, limit), limit - DisplayWidth.of(next)))
        row.add(next, style)
      }
    }
    row.fill()
    return row
  }

  /// The last row: what is typed, what is to be told, and how far the feed is.
  var bottom: ScreenRow {
    var row = ScreenRow(width: columns)
    if case .search(let text) = mode {
      row.add("/" + text)
      row.fill()
      return row
    }
    let right = progress
    let room = columns - DisplayWidth.of(right)
    let left = message ?? hint
    row.add(" " + left, message == nil ? .bar : CellStyle(isBold: true, isReverse: true), padded: max(12, room))
    row.add(right, .bar)
    row.fill(.bar)
    return row
  }

  private var hint: String {
    switch mode {
    case .list, .search: "? help  Enter read  r retry  R refresh  q quit"
    case .article: "q back  n next  o open  y copy"
    case .sources: "space on/off  r retry  q back"
    case .help: ""
    }
  }

  /// How far the feed is settled.
  private var progress: String {
    if case .article(let line) = mode, let article {
      return " line \(min(line + listHeight, article.lines.count)) of \(article.lines.count) "
    }
    var text = ""
    if let key = chosen?.key { text = key > 0 ? " \(key) of \(loaded) settled" : " new, above \(loaded) settled" }
    if text.isEmpty { text = " \(loaded) settled" }
    if columns >= 90, let settledTo { text += ", to \(clock.minute(settledTo))" }
    if columns >= 70, lateCount > 0 { text += ", \(lateCount) late" }
    return text + (isEnded ? ", the end " : " ")
  }

  /// The source in the first row of their page.
  func firstSource(_ chosen: Int) -> Int { max(0, min(chosen - listHeight / 2, sources.count - listHeight)) }

  /// The page of the sources.
  func sourceRows(_ chosen: Int) -> [ScreenRow] {
    let height = listHeight
    let first = firstSource(chosen)
    return (first..<first + height).map { index in
      var row = ScreenRow(width: columns)
      if sources.indices.contains(index) {
        let status = statuses[index]
        row.add(hidden.contains(index) ? " [ ] " : " [x] ")
        row.add(title(of: index), CellStyle(tint: .source(index)), padded: max(8, min(24, columns / 4)))
        row.add(" \(status.itemCount) in \(status.pageCount) pages ", .dim)
        if status.lateCount > 0 { row.add("\(status.lateCount) late ", .dim) }
        if hidden.contains(index) { row.add("off, ", .dim) }
        row.add(phrase(status), status.state == .error ? CellStyle(tint: .failure) : .plain)
      }
      row.fill()
      if index == chosen { row.overlay(reverse: true) }
      return row
    }
  }
}
