import WeftKit

extension ReaderMachine {
  /// So many items are kept before and behind the screen.
  static let reach = 400
  /// Hidden rows that are read over for one that is shown.
  static let hiddenLimit = 1_000

  /// The feed goes on.
  mutating func append(_ batch: [ReaderItem], _ actions: inout [ReaderAction]) {
    for item in batch {
      loaded += 1
      items[loaded] = item
      list.append(ReaderRow(kind: .item(loaded), source: Int32(clamping: item.source), identity: item.identity))
      if item.isLate { lateCount += 1 }
      if let date = item.date, !item.isLate { settledTo = date }
      if hidden.contains(item.source) { hiddenRun += 1 } else { shown.append(list.count - 1) }
    }
    restore(&actions)
    letGo()
  }

  /// Goes where the last session ended, as soon as that is there.
  private mutating func restore(_ actions: inout [ReaderAction]) {
    guard let place = restoring else { return }
    guard let found = shown.firstIndex(where: { list[$0].identity == place.top && list[$0].key != nil }) else {
      if loaded >= place.limit { giveUpRestoring(&actions) }
      return
    }
    top = found
    // The chosen row was on the same screen; it may stand further down now, where the terminal is lower or sources are
    // shown that were off. What is chosen is on the screen whatever is on top.
    selected = found
    let isThere = shown[found...].firstIndex { list[$0].identity == place.selected && list[$0].key != nil }
    if let isThere { selected = isThere }
    if isThere != nil || shown.count >= found + Self.chosenReach || loaded >= place.limit { finishRestoring(&actions) }
  }

  /// So many rows below the one that was on top the chosen one is looked for.
  private static let chosenReach = 200

  private mutating func finishRestoring(_ actions: inout [ReaderAction]) {
    let isResumed = restoring?.isResumed == true
    restoring = nil
    message = nil
    guard isResumed, !isRefreshing else { return }
    isRefreshing = true
    actions.append(.refresh)
  }

  mutating func giveUpRestoring(_ actions: inout [ReaderAction]) {
    guard restoring != nil else { return }
    finishRestoring(&actions)
    if top == 0 { message = "the item where you were is not there any more" }
  }

  /// Lets go of items far from the screen; rows stay.
  private mutating func letGo() {
    guard items.count > 4 * Self.reach, !shown.isEmpty else { return }
    let near = keysAround(Self.reach)
    items = items.filter { $0.key < 0 || near.contains($0.key) || $0.key > loaded - Self.reach }
  }

  /// Items that were let go, read again. A source may have changed since, or was slow then and is not now: what came is
  /// put where it is known to belong, not where it stands now.
  mutating func take(_ found: [Int: ReaderItem], at range: Range<Int>) {
    var byIdentity: [UInt64: ReaderItem] = [:]
    for item in found.values { byIdentity[item.identity] = item }
    // Rows of the feed are in the order of their positions, with others between them.
    var place = max(0, range.lowerBound - 1)
    while list.indices.contains(place) {
      let row = list[place]
      place += 1
      guard let position = row.key, position >= range.lowerBound else { continue }
      guard position < range.upperBound else { return }
      guard items[position] == nil else { continue }
      // What the sources no longer give is not asked for again.
      let gone = ReaderItem(source: Int(row.source), title: "(its source no longer gives it)", identity: row.identity)
      items[position] = byIdentity[row.identity] ?? gone
    }
  }

  /// The positions of the rows around the screen.
  private func keysAround(_ reach: Int) -> Range<Int> {
    let first = max(0, min(top, shown.count - 1) - reach)
    let last = min(shown.count - 1, top + listHeight + reach)
    guard first <= last else { return 0..<0 }
    let keys = shown[first...last].lazy.compactMap { self.list[$0].key }.filter { $0 > 0 }
    guard let low = keys.first(where: { _ in true }), let high = keys.max() else { return 0..<0 }
    return min(low, high)..<high + 1
  }

  /// What the screen needs and is not there.
  mutating func follow(_ actions: inout [ReaderAction]) {
    var wanted = 0
    // The place is often near: no more is read than it takes to come there.
    if let restoring { wanted = min(restoring.limit, loaded + 2 * listHeight) }
    // A screen more than is seen, so that a page down has something to show.
    let missing = top + 2 * listHeight - shown.count
    if missing > 0, hiddenRun < Self.hiddenLimit { wanted = max(wanted, loaded + missing) }
    if wanted > demanded {
      demanded = wanted
      actions.append(.scroll(to: wanted))
    }
    guard loading == nil, !shown.isEmpty else { return }
    let end = min(shown.count, top + listHeight)
    let keys = shown[min(top, end)..<end].compactMap { list[$0].key }.filter { $0 > 0 && items[$0] == nil }
    guard let low = keys.min(), let high = keys.max() else { return }
    // Some more to both sides: the next key goes on in the same direction.
    let range = max(1, low - 50)..<min(loaded, high + 50) + 1
    loading = range
    actions.append(.load(range))
  }

  /// Keeps place and choice among the rows, and the choice on the screen.
  mutating func keepInRange() {
    selected = max(0, min(selected, shown.count - 1))
    top = max(0, min(top, shown.count - 1))
    if selected < top { top = selected }
    if selected >= top + listHeight { top = selected - listHeight + 1 }
  }

  /// Turns a source off or on: what comes from it is hidden, and it is not fetched. The row at the top of the screen, or
  /// the next one, stays there.
  mutating func toggle(_ source: Int, _ actions: inout [ReaderAction]) {
    guard sources.indices.contains(source) else { return }
    let topRow = shown.indices.contains(top) ? shown[top] : 0
    let selectedRow = shown.indices.contains(selected) ? shown[selected] : 0
    let isOn = hidden.remove(source) != nil
    if !isOn { hidden.insert(source) }
    actions.append(.turn(sources[source].name, isOn: isOn))
    showRows()
    top = shown.firstIndex { $0 >= topRow } ?? max(0, shown.count - 1)
    selected = shown.firstIndex { $0 >= selectedRow } ?? max(0, shown.count - 1)
  }

  mutating func showRows() {
    shown = list.indices.filter { !hidden.contains(Int(list[$0].source)) }
  }
}
