import TestSupport
import Testing
import WeftModel

@testable import WeftMerge

/// What a property says of one of many runs; only a failure is recorded, for `#expect` takes its time.
func check(_ holds: Bool, _ what: @autoclosure () -> String, at location: SourceLocation = #_sourceLocation) {
  if !holds { Issue.record(Comment(rawValue: what()), sourceLocation: location) }
}

/// A random set of sources with dates in order, and what the merge of them must be.
struct World: CustomTestStringConvertible, Sendable {
  var seed: UInt64
  var scripts: [Script] = []
  /// How many items are read.
  var count = 1

  var testDescription: String { "seed \(seed)" }

  init(seed: UInt64, sources: ClosedRange<Int> = 1...7, items: [Int] = [0, 1, 2, 3, 5, 8, 13, 21, 34], size: Int = 6) {
    self.seed = seed
    var random = SplitMix64(seed: seed)
    for source in 0..<Int.random(in: sources, using: &random) {
      let spread = random.pick([3, 10, 60, 400])
      let length = random.pick(items)
      let times = (0..<length).map { _ in Int.random(in: 0...spread, using: &random) }.sorted(by: >)
      let pageSize = Int.random(in: 1...size, using: &random)
      var script = Script(name: "s\(source)")
      script.weight = Double(random.pick([1, 2, 3, 4]))
      script.pages = stride(from: 0, to: length, by: pageSize).map { start in
        (start..<min(start + pageSize, length)).map { index in
          var item = Item(id: "s\(source)-\(index)")
          item.url = "https://example.org/s\(source)/\(index)"
          item.datePublished = Timestamp(seconds: Int64(times[index]))
          return item
        }
      }
      if script.pages.isEmpty { script.pages = [[]] }
      if Bool.random(using: &random) {
        script.end = .emptyPage
        script.isAdvertised = false
      }
      script.latencies = (0..<9).map { _ in Double.random(in: 0...2, using: &random) }
      scripts.append(script)
    }
    let total = scripts.reduce(0) { $0 + $1.items.count }
    count = random.pick([1, 2, 3, 7, max(1, total / 2), max(1, total), total + 5])
  }

  /// The sources in the notation of timelines, for the message of a failure.
  var timelines: String {
    scripts.map { script in
      let pages = script.pages.map { page in
        page.map { item in
          (item.date.map { String($0.microseconds / 1_000_000) } ?? "-") + (item.isPinned ? "*" : "")
        }.joined(separator: ",")
      }
      return "\(script.name)=[\(pages.joined(separator: "|"))] \(script.sorted) \(script.end)"
    }.joined(separator: "\n")
  }

  /// Places in the merged order: source and place in it.
  typealias Place = (source: Int, index: Int)

  /// The sorted union: ties by the order of the sources, then by the place in the source.
  var byTime: [Place] {
    let all = scripts.enumerated().flatMap { source, script in
      script.items.enumerated().map { (-($1.date?.microseconds ?? 0), source, $0) }
    }
    return all.sorted { $0 < $1 }.map { ($0.1, $0.2) }
  }

  /// Turns: item i (from 0) of source s stands at (κ + i + 1) / weight, by whole numbers.
  func byTurns(weights: [Int], offset: Int = 0) -> [Place] {
    let all = scripts.enumerated().flatMap { source, script in script.items.indices.map { (source, $0) } }
    return all.sorted { left, right in
      let first = (offset + left.1 + 1) * weights[right.0]
      let second = (offset + right.1 + 1) * weights[left.0]
      return first == second ? (left.0, left.1) < (right.0, right.1) : first < second
    }
  }

  func ids(_ places: [Place]) -> [String] { places.map { "s\($0.source)-\($0.index)" } }

  /// Q*(n): the fewest requests of each source that are needed by time, for the first n items.
  func fewestByTime(_ order: [Place], _ count: Int) -> [Int] {
    guard count <= order.count, let last = order.prefix(count).last else { return scripts.map(\.endRequests) }
    return scripts.enumerated().map { source, script in
      let need = order.prefix(count).count { $0.source == source } + (source == last.source ? 0 : 1)
      guard need <= script.items.count else { return script.endRequests }
      return max(1, script.pagesFor(need))
    }
  }

  /// The fewest requests of each source in the orders by turns: pages of what is shown, and the end of each source
  /// whose turn met it.
  func fewestByTurns(_ order: [Place], _ count: Int, weights: [Int], offset: Int = 0) -> [Int] {
    guard count <= order.count, let last = order.prefix(count).last else { return scripts.map(\.endRequests) }
    return scripts.enumerated().map { source, script in
      let shown = order.prefix(count).count { $0.source == source }
      // The source's next turn would have been before the last item shown, had there been one.
      let left = (offset + shown + 1) * weights[last.source]
      let right = (offset + last.index + 1) * weights[source]
      let isMet = left < right || left == right && source < last.source
      return isMet ? script.endRequests : script.pagesFor(shown)
    }
  }
}

extension Script {
  var items: [Item] { pages.flatMap { $0 } }

  /// How many pages hold the first `count` items.
  func pagesFor(_ count: Int) -> Int {
    var left = count
    var pages = 0
    while left > 0, pages < self.pages.count {
      left -= self.pages[pages].count
      pages += 1
    }
    return pages
  }
}
