import WeftModel

@testable import WeftMerge

/// One run of a property: the sources, how they are merged, and what the reader does.
struct Trial: Sendable {
  var seed: UInt64 = 0
  var scripts: [Script] = []
  var settings = MergeSettings.eco
  var limits = MergeMachine.RequestLimits()
  var moves: [Move] = []

  /// What the reader does; what happens by itself happens in between.
  enum Move: Equatable, Sendable {
    /// Reads so many items more and waits for each.
    case read(Int)
    /// Jumps so many items ahead and reads up to there.
    case jump(Int)
    /// Takes whatever may be had now, as `Feed` does.
    case batch
    /// Lets so many milliseconds pass.
    case pause(Int)
    /// Waits until nothing happens by itself any more.
    case rest
    /// Scrolls up by so many items, and down again to where it was.
    case back(Int)
    /// An answer arrives once more, and one of an older generation.
    case stale
    /// Asks for a source's failed page.
    case retry(Int)
    /// Turns a source off, or on again.
    case turn(Int)
  }

  var itemCount: Int { scripts.reduce(0) { $0 + $1.pages.reduce(0) { $0 + $1.count } } }
}

// What the checks may rely on is read off the trial, so that a trial made smaller is still judged rightly.
extension Trial {
  /// No request fails or takes longer than the reader's patience.
  var isHealthy: Bool {
    scripts.allSatisfy { script in
      script.failures.isEmpty
        && (settings.isStrict
          ? script.latencies.allSatisfy(\.isFinite)
          : script.latencies.allSatisfy { $0 < settings.patience.inSeconds })
    }
  }

  /// Each source keeps its promises: newest first, pinned items on page one only, pages that go on, no page twice.
  var isOrderly: Bool { scripts.allSatisfy(\.isOrderly) }

  /// Some item is in two sources, as far as that counts.
  var hasSharedItems: Bool {
    guard settings.deduplication.scope == .all else { return false }
    var owner: [String: Int] = [:]
    for (source, script) in scripts.enumerated() {
      for url in Set(script.items.compactMap(\.url)) {
        if owner[url] != nil { return true }
        owner[url] = source
      }
    }
    return false
  }

  /// Sources that take turns beside a time line.
  var hasLanes: Bool { settings.order == .newest && scripts.contains { $0.sorted != .newest || $0.isUndated } }

  /// Sources of which only their pages tell that they have no place on the time line.
  var hasUnknownLanes: Bool { settings.order == .newest && scripts.contains { $0.sorted == .newest && $0.isUndated } }

  var isByRounds: Bool { settings.order == .rank && settings.fuse == .sum }

  /// Sources are turned off and on.
  var hasTurns: Bool {
    moves.contains {
      if case .turn = $0 { true } else { false }
    }
  }

  /// The reader asks for failed pages, so that failures count anew.
  var hasRetries: Bool {
    moves.contains {
      if case .retry = $0 { true } else { false }
    }
  }
}

extension Script {
  /// The first page with items has none with a date, so nothing places the source on a time line.
  var isUndated: Bool { pages.first { !$0.isEmpty }?.allSatisfy { $0.date == nil } ?? false }

  var isOrderly: Bool {
    guard cursors.isEmpty, Set(items.map(\.id)).count == items.count else { return false }
    let dates = items.filter { !$0.isPinned }.compactMap(\.date)
    guard zip(dates, dates.dropFirst()).allSatisfy({ $0 >= $1 }) else { return false }
    guard pages.dropFirst().allSatisfy({ page in !page.contains(where: \.isPinned) }) else { return false }
    // Dates behind a page one without any are never looked at.
    if isUndated, items.contains(where: { $0.date != nil }) { return false }
    // Nor is a page one of pinned items a place to begin.
    if !isUndated, let page = pages.first(where: { !$0.isEmpty }) {
      guard page.contains(where: { !$0.isPinned && $0.date != nil }) else { return false }
    }
    // Three empty pages in a row are the end, and so is one that no link names.
    if pages.count > 1, pages.contains(where: \.isEmpty) {
      guard isAdvertised, !(pages.last?.isEmpty ?? false && end == .emptyPage) else { return false }
      for start in pages.indices where pages[start...].prefix(3).allSatisfy(\.isEmpty) && start + 3 <= pages.count {
        return false
      }
    }
    return true
  }
}

extension Trial: CustomStringConvertible {
  /// The notation of timelines, which `Script(_:)` reads, and behind each source what that cannot say.
  var description: String {
    var words = scripts.map(\.line)
    words.append("order \(settings.order.rawValue)" + (isByRounds ? " sum" : ""))
    words.append("\(settings.mode.rawValue) \(settings.prefetch)")
    if settings.deduplication.scope == .all { words.append("deduplicated") }
    if settings.isStrict { words.append("strict") } else { words.append("patience \(settings.patience.inSeconds)") }
    if settings.undated == .last { words.append("undated last") }
    if let since = settings.since { words.append("since \(since.microseconds / 1_000_000)") }
    if let until = settings.until { words.append("until \(until.microseconds / 1_000_000)") }
    if limits != .init() { words.append("at most \(limits.total) in flight, \(limits.perHost) of a host") }
    words.append("moves " + moves.map { "\($0)" }.joined(separator: ", "))
    return "seed \(seed): " + words.joined(separator: "; ")
  }
}

extension Script {
  /// `A=[10,8|6,4]`, then the weight, the latencies and so on, where they are not the usual ones.
  var line: String {
    let pages = pages.map { page in page.map(\.word).joined(separator: ",") }.joined(separator: "|")
    var text = "\(name)=[\(pages)]" + (end == .emptyPage ? "|" : "")
    if isAdvertised, end == .emptyPage { text += " advertised" }
    if sorted != .newest { text += " \(sorted)" }
    if !host.isEmpty { text += " at \(host)" }
    if weight != 1 { text += " weight \(weight)" }
    if latencies != [0] { text += " takes \(latencies.map { "\($0)" }.joined(separator: ","))" }
    for (page, failures) in failures.sorted(by: { $0.key < $1.key }) {
      text += " page \(page) fails \(failures.map { $0 == .gone ? "for good" : "once" }.joined(separator: ","))"
    }
    for (page, cursor) in cursors.sorted(by: { $0.key < $1.key }) { text += " page \(page) → \(cursor)" }
    return text
  }
}

extension Item {
  /// The item in the notation of timelines.
  fileprivate var word: String {
    var text = date.map { "\(Double($0.microseconds) / 1_000_000)" } ?? "-"
    if text.hasSuffix(".0") { text.removeLast(2) }
    if let name = url?.split(separator: "/").last { text += ":\(name)" }
    return text + (isPinned ? "*" : "")
  }
}
