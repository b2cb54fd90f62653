import Curses
import WeftKit

extension ReaderMachine {
  /// A person does something.
  mutating func take(_ input: TerminalInput, _ actions: inout [ReaderAction]) {
    if case .paste(let begins) = input {
      isPasting = begins
      if case .search = mode { return }
      return message = "pasted text is not taken for keys"
    }
    if isPasting {
      // Whoever never says where the paste ends keeps nobody from going on.
      if input == .key(.escape) { isPasting = false }
      if case .search(let text) = mode, case .character = input { return searchKey(input, text) }
      return message = "pasted text is not taken for keys"
    }
    // Whoever moves is not taken elsewhere any more.
    if restoring != nil { finishQuietly(&actions) }
    if input == .character("\u{0C}") { return actions.append(.redraw) }
    switch mode {
    case .list: listKey(input, &actions)
    case .article(let line): articleKey(input, line, &actions)
    case .sources(let index): sourcesKey(input, index, &actions)
    case .help: mode = .list
    case .search(let text): searchKey(input, text)
    }
  }

  private mutating func finishQuietly(_ actions: inout [ReaderAction]) {
    let isResumed = restoring?.isResumed == true
    restoring = nil
    message = nil
    guard isResumed, !isRefreshing else { return }
    isRefreshing = true
    actions.append(.refresh)
  }

  private mutating func listKey(_ input: TerminalInput, _ actions: inout [ReaderAction]) {
    switch input {
    case .character("q"): actions.append(.quit)
    case .character("j"), .key(.down): move(by: 1)
    case .character("k"), .key(.up): move(by: -1)
    case .character(" "), .key(.pageDown): page(by: listHeight)
    case .character("b"), .key(.pageUp): page(by: -listHeight)
    case .wheel(let isUp): page(by: isUp ? -3 : 3)
    case .key(.home), .character("g"): if waiting.isEmpty { selected = 0 } else { showWaiting() }
    case .key(.end), .character("G"): selected = max(0, shown.count - 1)
    case .key(.enter), .key(.right), .character("l"): enter(&actions)
    case .press(let row, let column): press(row, column, &actions)
    case .character("T"): actions.append(.restart)
    case .character("s"): mode = .sources(0)
    case .character("/"): mode = .search("")
    case .character("n"): find(forwards: true)
    case .character("N"): find(forwards: false)
    default: common(input, &actions)
    }
  }

  /// What does the same in the list and in an article.
  mutating func common(_ input: TerminalInput, _ actions: inout [ReaderAction]) {
    switch input {
    case .character("?"): mode = .help
    case .character("r"):
      let failed = statuses.indices.filter { statuses[$0].state == .error && !hidden.contains($0) }
        .map { sources[$0].name }
      if failed.isEmpty { message = "no source has failed" } else { actions.append(.retry(failed)) }
    case .character("R"):
      if !waiting.isEmpty {
        showWaiting()
      } else if !isRefreshing {
        isRefreshing = true
        actions.append(.refresh)
      }
    case .character("o"): open(chosenItem?.url, &actions)
    case .character("y"):
      if let url = chosenItem?.url { actions.append(.copy(url)) } else { message = "it has no address" }
    default: break
    }
  }

  mutating func open(_ url: String?, _ actions: inout [ReaderAction]) {
    guard let url else { return message = "it has no address" }
    guard let address = WebLink.openable(url) else { return message = "only http and https addresses are opened" }
    actions.append(.open(address))
  }

  mutating func move(by step: Int) { selected += step }

  /// Moves the screen and the choice with it.
  mutating func page(by step: Int) {
    let last = max(0, shown.count - listHeight)
    let before = top
    top = max(0, min(top + step, last))
    // At either end the choice goes where the screen cannot.
    selected += top == before ? step : top - before
  }

  private mutating func enter(_ actions: inout [ReaderAction]) {
    guard let row = chosen else { return }
    switch row.kind {
    case .item(let key): if let item = items[key] { openArticle(item, &actions) }
    case .gap(let number): actions.append(.fill(gap: number))
    case .earlier: actions.append(.restart)
    }
  }

  private mutating func press(_ row: Int, _ column: Int, _ actions: inout [ReaderAction]) {
    if row == 0, !waiting.isEmpty { return showWaiting() }
    let place = top + row - 1
    guard row >= 1, row <= listHeight, shown.indices.contains(place) else { return }
    if place == selected { enter(&actions) } else { selected = place }
  }

  // MARK: Sources

  private mutating func sourcesKey(_ input: TerminalInput, _ index: Int, _ actions: inout [ReaderAction]) {
    var index = index
    switch input {
    case .character("j"), .key(.down), .wheel(isUp: false): index += 1
    case .character("k"), .key(.up), .wheel(isUp: true): index -= 1
    case .key(.pageDown): index += listHeight
    case .key(.pageUp): index -= listHeight
    case .press(let row, _):
      let pressed = firstSource(index) + row - 1
      guard row >= 1, row <= listHeight, sources.indices.contains(pressed) else { return }
      // As in the list: the first press chooses, the second does something.
      if pressed == index { toggle(index, &actions) }
      index = pressed
    case .key(.home), .character("g"): index = 0
    case .key(.end), .character("G"): index = sources.count - 1
    case .character(" "), .key(.enter): toggle(index, &actions)
    case .character("r"):
      if hidden.contains(index) {
        message = "it is off: space turns it on"
      } else if sources.indices.contains(index) {
        actions.append(.retry([sources[index].name]))
      }
    case .character("q"), .character("s"), .key(.escape), .key(.left): return mode = .list
    case .character("?"): return mode = .help
    default: break
    }
    mode = .sources(max(0, min(index, sources.count - 1)))
  }

  // MARK: Search

  private mutating func searchKey(_ input: TerminalInput, _ text: String) {
    switch input {
    case .key(.escape): mode = .list
    case .key(.backspace): mode = text.isEmpty ? .list : .search(String(text.dropLast()))
    case .key(.enter):
      mode = .list
      if !text.isEmpty { needle = text }
      find(forwards: true)
    case .character(let character):
      // What was pasted can be as hostile as what a source gives.
      guard character == " " || !CellText.line("x" + String(character)).dropFirst().isEmpty || isMark(character),
        text.utf8.count < 200
      else { return }
      mode = .search(text + String(character))
    case .key, .press, .wheel, .paste: break
    }
  }

  private func isMark(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy {
      $0.properties.generalCategory == .nonspacingMark && CellText.line("x\($0)").unicodeScalars.count > 1
    }
  }

  /// Chooses the next item at hand whose title, source or author has the text.
  private mutating func find(forwards: Bool) {
    guard !needle.isEmpty, !shown.isEmpty else { return }
    let wanted = needle.lowercased()
    let count = shown.count
    for step in 1...count {
      let place = (selected + (forwards ? step : count - step)) % count
      guard let key = list[shown[place]].key, let item = items[key] else { continue }
      let text = "\(item.title) \(title(of: item.source)) \(item.authors)".lowercased()
      if text.contains(wanted) {
        selected = place
        return
      }
    }
    message = "not in the \(items.count) items at hand: \(CellText.line(needle))"
  }
}
