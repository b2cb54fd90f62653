import WeftModel

@testable import WeftMerge

/// What an orderly trial must show and may ask for, from the definitions alone and with all pages at hand: no heap, no
/// queue, nothing of the machine.
struct Oracle {
  /// An item and its place in the order.
  struct Listed {
    var source: Int
    /// From 1.
    var page: Int
    var index: Int
    /// Its place among the items of its source.
    var sequence: Int
    /// The time by which it is placed; `nil`: it has none.
    var time: Int64?
    var id: String
    var url: String?
    var key = Key(0, 0, 0)
  }

  /// Small first.
  struct Key: Comparable {
    var parts: (Int64, Int, Int)

    init(_ first: Int64, _ second: Int, _ third: Int) { parts = (first, second, third) }

    static func < (left: Key, right: Key) -> Bool { left.parts < right.parts }
    static func == (left: Key, right: Key) -> Bool { left.parts == right.parts }

    static let greatest = Key(.max, .max, .max)
  }

  /// A source as a list, and what is known of it after so many pages.
  struct List {
    var items: [Listed] = []
    /// By time: no unseen item stands before this, after 0, 1, … pages.
    var bounds: [Key] = []
    /// The requests after which its end is known.
    var endRequests = 0
    var isLane = false
    /// A lane that nobody declared: after so many pages it is known for one.
    var pagesUntilLane = 0
  }

  let trial: Trial
  var lists: [List] = []
  /// The whole feed.
  private(set) var feed: [Listed] = []
  /// By order `newest`: what stands on the time line.
  private(set) var timeline: [Listed] = []

  /// Turns in whole numbers: a multiple of all weights that trials have.
  private static let scale: Int64 = 24

  init(_ trial: Trial) {
    self.trial = trial
    for source in trial.scripts.indices { lists.append(list(source)) }
    switch trial.settings.order {
    case .newest:
      timeline = unique(lists.filter { !$0.isLane }.flatMap(\.items))
      feed = timeline
      if lists.contains(where: \.isLane) {
        feed = lists.filter(\.isLane).flatMap(\.items)
        for (index, item) in timeline.enumerated() {
          var item = item
          item.key = Oracle.timelineTurn(index + 1)
          feed.append(item)
        }
        feed.sort { $0.key < $1.key }
      }
    case .interleave, .weighted: feed = unique(lists.flatMap(\.items))
    case .rank: feed = trial.isByRounds ? rounds(upTo: .max).items : unique(lists.flatMap(\.items))
    }
  }

  var ids: [String] { feed.map(\.id) }

  /// The time line has four turns for each of a lane of weight 1, and goes before a lane with the same turn.
  private static func timelineTurn(_ turn: Int) -> Key { Key(Int64(turn) * scale / 4, -1, 0) }

  private func turn(_ turn: Int, of source: Int) -> Key {
    let weight = trial.settings.order == .interleave ? 1 : Int64(trial.scripts[source].weight)
    let offset = trial.settings.order == .rank ? 60 : 0
    return Key(Int64(offset + turn) * Oracle.scale / weight, source, 0)
  }

  /// Of items that are the same, the first in the order stays.
  private func unique(_ items: [Listed]) -> [Listed] {
    let sorted = items.sorted { $0.key < $1.key }
    guard trial.settings.deduplication.scope == .all else { return sorted }
    var seen = Set<String>()
    return sorted.filter { item in item.url.map { seen.insert($0).inserted } ?? true }
  }

  // MARK: One source

  private func list(_ source: Int) -> List {
    let script = trial.scripts[source]
    var list = List(endRequests: script.endRequests)
    list.isLane = trial.settings.order != .newest || script.sorted != .newest || script.isUndated
    if trial.settings.order == .newest, script.sorted == .newest, script.isUndated {
      list.pagesUntilLane = (script.pages.firstIndex { !$0.isEmpty } ?? 0) + 1
    }
    var sequence = 0
    var turns = 0
    var neighbour: Int64?
    var tail: Int64?
    list.bounds = [Key(.min, source, 0)]
    for (number, page) in script.pages.enumerated() {
      let firstDate = page.first { !$0.isPinned && $0.date != nil } ?? page.first { $0.date != nil }
      for (index, item) in page.enumerated() {
        var time = item.date?.microseconds
        if let time, !item.isPinned {
          neighbour = time
          tail = time
        }
        if time == nil, trial.settings.undated == .inherit { time = neighbour ?? firstDate?.date?.microseconds }
        var listed = Listed(
          source: source, page: number + 1, index: index, sequence: sequence, time: time, id: item.id, url: item.url)
        sequence += 1
        guard accepts(time) else { continue }
        turns += 1
        listed.key = list.isLane ? turn(turns, of: source) : Key(-(time ?? -.max), source, listed.sequence)
        list.items.append(listed)
      }
      list.bounds.append(tail.map { Key(-$0, source, sequence - 1) } ?? Key(.min, source, 0))
      // Older than `since`: nobody asks for what follows.
      if !list.isLane, let since = trial.settings.since, let tail, tail < since.microseconds {
        list.endRequests = number + 1
        break
      }
    }
    return list
  }

  private func accepts(_ time: Int64?) -> Bool {
    guard let time else { return true }
    if let since = trial.settings.since, time < since.microseconds { return false }
    if let until = trial.settings.until, time >= until.microseconds { return false }
    return true
  }

  // MARK: The fewest requests

  /// The fewest requests of each source by which the first `count` items are known.
  func fewest(_ count: Int) -> [Int] {
    guard count > 0 else { return lists.map { _ in 0 } }
    if trial.isByRounds { return rounds(upTo: count).requests }
    let last = count <= feed.count ? feed[count - 1].key : Key.greatest
    guard trial.settings.order == .newest else { return lists.indices.map { pagesByTurns($0, upTo: last) } }
    guard lists.contains(where: \.isLane) else { return lists.indices.map { pagesByTime($0, upTo: last) } }
    // The time line's last turn that comes no later.
    var turns = 0
    while turns <= timeline.count, Oracle.timelineTurn(turns + 1) <= last { turns += 1 }
    let time = turns <= timeline.count ? (turns > 0 ? timeline[turns - 1].key : nil) : Key.greatest
    return lists.indices.map { source in
      if lists[source].isLane { return max(lists[source].pagesUntilLane, pagesByTurns(source, upTo: last)) }
      return time.map { pagesByTime(source, upTo: $0) } ?? 0
    }
  }

  /// After so many pages the source can give nothing that stands before `key`.
  private func pagesByTime(_ source: Int, upTo key: Key) -> Int {
    for pages in 1..<max(1, lists[source].endRequests) {
      guard lists[source].bounds.indices.contains(pages) else { break }
      if lists[source].bounds[pages] >= key { return pages }
    }
    return lists[source].endRequests
  }

  /// After so many pages the source's next turn comes after `key`.
  private func pagesByTurns(_ source: Int, upTo key: Key) -> Int {
    for pages in 0..<max(0, lists[source].endRequests) {
      let seen = lists[source].items.count { $0.page <= pages }
      if turn(seen + 1, of: source) > key { return pages }
    }
    return lists[source].endRequests
  }

  // MARK: Rounds

  /// Reciprocal rank fusion: a round is one page of each source that is not at its end, with something new on it.
  private func rounds(upTo count: Int) -> (items: [Listed], requests: [Int]) {
    var pages = lists.map { _ in 0 }
    var shown = Set<String>()
    var result: [Listed] = []
    while result.count < count {
      var waiting: [Listed] = []
      var isAnyAsked = false
      while true {
        let kept = unique(waiting)
        let missing = lists.indices.filter { source in
          pages[source] < lists[source].endRequests && !kept.contains { $0.source == source }
        }
        guard !missing.isEmpty else { break }
        isAnyAsked = true
        for source in missing {
          pages[source] += 1
          waiting += lists[source].items.filter { item in
            item.page == pages[source] && !(item.url.map(shown.contains) ?? false && isSharing)
          }
        }
      }
      guard isAnyAsked else { break }
      var scores: [String: Double] = [:]
      for item in waiting { scores[name(item), default: 0] += score(item) }
      result += unique(waiting).sorted { left, right in
        let (first, second) = (scores[name(left)] ?? 0, scores[name(right)] ?? 0)
        return abs(first - second) < 1e-9
          ? (left.source, left.sequence) < (right.source, right.sequence) : first > second
      }
      if isSharing { shown.formUnion(waiting.compactMap(\.url)) }
    }
    return (result, pages)
  }

  private var isSharing: Bool { trial.settings.deduplication.scope == .all }

  private func name(_ item: Listed) -> String { isSharing ? item.url ?? item.id : item.id }

  private func score(_ item: Listed) -> Double {
    let rank = lists[item.source].items.firstIndex { $0.sequence == item.sequence } ?? 0
    return trial.scripts[item.source].weight / Double(60 + rank + 1)
  }
}
