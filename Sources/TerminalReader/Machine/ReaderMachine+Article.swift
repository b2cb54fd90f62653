import Curses

extension ReaderMachine {
  /// Beside the list, where the terminal is wide.
  var isSplit: Bool { columns >= 110 }

  /// The columns of the list while an article is open.
  var splitColumns: Int { isSplit ? columns * 2 / 5 : 0 }

  /// The columns of an article.
  var articleColumns: Int { max(1, isSplit ? columns - splitColumns - 2 : columns) }

  mutating func openArticle(_ item: ReaderItem, _ actions: inout [ReaderAction]) {
    article = ArticleView(item, source: title(of: item.source), clock: clock, width: articleColumns)
    mode = .article(line: 0)
    if read.insert(item.identity).inserted { actions.append(.read(item.identity)) }
  }

  /// The size has changed.
  mutating func relayArticle() {
    guard var view = article, view.width != articleColumns else { return }
    view.layOut(source: title(of: view.item.source), clock: clock, width: articleColumns)
    article = view
    if case .article(let line) = mode { mode = .article(line: clamped(line)) }
  }

  mutating func articleKey(_ input: TerminalInput, _ line: Int, _ actions: inout [ReaderAction]) {
    var line = line
    switch input {
    case .character("q"), .key(.escape), .key(.left), .character("h"), .key(.backspace):
      mode = .list
      article = nil
      return
    case .character("j"), .key(.down): line += 1
    case .character("k"), .key(.up): line -= 1
    case .character(" "), .key(.pageDown): line += listHeight - 1
    case .character("b"), .key(.pageUp): line -= listHeight - 1
    case .wheel(let isUp): line += isUp ? -3 : 3
    case .key(.home), .character("g"): line = 0
    case .key(.end), .character("G"): line = .max
    case .character("n"), .key(.right): return step(1, &actions)
    case .character("p"): return step(-1, &actions)
    case .character("o"): return open(article?.item.url, &actions)
    case .character("y"):
      if let url = article?.item.url { actions.append(.copy(url)) } else { message = "it has no address" }
      return
    case .character(let character):
      guard let number = character.wholeNumberValue, number > 0, character.isASCII else {
        return common(input, &actions)
      }
      guard let links = article?.text.links, links.indices.contains(number - 1) else {
        return message = "there is no link \(number)"
      }
      return open(links[number - 1], &actions)
    case .press(let row, let column): return press(row, column, from: line, &actions)
    case .key(.enter), .paste: return
    }
    mode = .article(line: clamped(line))
  }

  /// Reads the next or the last item.
  private mutating func step(_ step: Int, _ actions: inout [ReaderAction]) {
    var place = selected + step
    while shown.indices.contains(place) {
      if let key = list[shown[place]].key, let item = items[key] {
        selected = place
        return openArticle(item, &actions)
      }
      place += step
    }
    message = step > 0 ? "nothing follows yet" : "nothing stands before it"
  }

  /// A press opens the link under it; beside the article, the item in the list.
  private mutating func press(_ row: Int, _ column: Int, from line: Int, _ actions: inout [ReaderAction]) {
    guard row >= 1, row <= listHeight, column >= 0 else { return }
    if isSplit, column < splitColumns {
      let place = top + row - 1
      guard shown.indices.contains(place), let key = list[shown[place]].key, let item = items[key] else { return }
      selected = place
      return openArticle(item, &actions)
    }
    let number = article?.link(at: isSplit ? column - splitColumns - 2 : column, line: line + row - 1)
    if let number, let links = article?.text.links { open(links[number - 1], &actions) }
  }

  private func clamped(_ line: Int) -> Int { max(0, min(line, (article?.lines.count ?? 1) - listHeight)) }
}
