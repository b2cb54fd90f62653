import WeftKit

extension ReaderMachine {
  /// How many new items wait to be shown.
  var waitingCount: Int { waiting.reduce(0) { $0 + $1.count } }

  /// The tops were looked at: what is new waits until it is asked for.
  mutating func take(_ refresh: ReaderRefresh) {
    isRefreshing = false
    for (position, item) in refresh.updated where items[position] != nil { items[position] = item }
    if !refresh.entries.isEmpty { waiting.append(refresh) }
    let failures = refresh.failures.map { CellText.line($0, limit: 60) }
    if !failures.isEmpty {
      message =
        "\(waitingCount) new; no look at \(failures.prefix(3).joined(separator: ", "))"
        + (failures.count > 3 ? " and \(failures.count - 3) more" : "")
    } else if waitingCount == 0 {
      message = "nothing new"
    }
  }

  /// Puts what is new on top and goes there.
  mutating func showWaiting() {
    // The newest look was the last: it belongs above the others.
    for refresh in waiting { insert(refresh, at: 0) }
    waiting = []
    showRows()
    top = 0
    selected = 0
  }

  /// What belongs into a gap comes in its place; what is on the screen stays there.
  mutating func fill(_ gap: Int, with refresh: ReaderRefresh) {
    guard let place = list.firstIndex(where: { $0.kind == .gap(gap) }) else { return }
    guard refresh.failures.isEmpty || !refresh.entries.isEmpty else {
      message = "the gap could not be read: \(CellText.line(refresh.failures.first ?? "", limit: 60))"
      return
    }
    let topRow = shown.indices.contains(top) ? shown[top] : 0
    let selectedRow = shown.indices.contains(selected) ? shown[selected] : 0
    list.remove(at: place)
    let before = list.count
    insert(refresh, at: place)
    let added = list.count - before - 1
    showRows()
    // Rows behind the gap have moved by as many as came.
    top = shown.firstIndex { $0 >= (topRow > place ? topRow + added : topRow) } ?? 0
    selected = shown.firstIndex { $0 >= (selectedRow > place ? selectedRow + added : selectedRow) } ?? 0
    message = refresh.count == 0 ? "nothing was missing" : "\(refresh.count) came into the gap"
  }

  private mutating func insert(_ refresh: ReaderRefresh, at place: Int) {
    var new: [ReaderRow] = []
    for entry in refresh.entries {
      switch entry {
      case .item(let item):
        lastRefreshKey -= 1
        items[lastRefreshKey] = item
        new.append(
          ReaderRow(kind: .item(lastRefreshKey), source: Int32(clamping: item.source), identity: item.identity))
      case .gap(let number, let source): new.append(ReaderRow(kind: .gap(number), source: Int32(clamping: source)))
      }
    }
    list.insert(contentsOf: new, at: place)
  }
}
