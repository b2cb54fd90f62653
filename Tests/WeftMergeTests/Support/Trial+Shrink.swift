import WeftModel

@testable import WeftMerge

extension Trial {
  /// The smallest trial that still fails, and what it fails by: each step takes the first smaller trial that fails.
  ///
  /// - Parameter failure: what is wrong with a trial; `nil`: nothing.
  func shrunk(_ failure: (Trial) -> String?) -> (trial: Trial, text: String)? {
    guard var text = failure(self) else { return nil }
    var current = self
    // Each step makes the trial smaller, so this comes to an end by itself; the limit is for the patience of people.
    for _ in 0..<500 {
      var found = false
      for candidate in current.smaller {
        guard let other = failure(candidate) else { continue }
        current = candidate
        text = other
        found = true
        break
      }
      if !found { break }
    }
    return (current, text)
  }

  /// Trials that are a little smaller, the largest steps first.
  private var smaller: [Trial] {
    var result: [Trial] = []
    func add(_ change: (inout Trial) -> Void) {
      var copy = self
      change(&copy)
      if copy.size < size { result.append(copy) }
    }
    if scripts.count > 1 { for source in scripts.indices { add { $0.removeSource(source) } } }
    for move in moves.indices { add { $0.moves.remove(at: move) } }
    for source in scripts.indices {
      for page in scripts[source].pages.indices where scripts[source].pages.count > 1 {
        add { $0.scripts[source].pages.remove(at: page) }
      }
      for page in scripts[source].pages.indices {
        for index in scripts[source].pages[page].indices { add { $0.scripts[source].pages[page].remove(at: index) } }
      }
      add { $0.scripts[source].failures = [:] }
      for page in scripts[source].failures.keys.sorted() {
        add { $0.scripts[source].failures[page] = nil }
        add { _ = $0.scripts[source].failures[page]?.popLast() }
      }
      for page in scripts[source].cursors.keys.sorted() { add { $0.scripts[source].cursors[page] = nil } }
      add { $0.scripts[source].latencies = [0] }
      if let first = scripts[source].latencies.first { add { $0.scripts[source].latencies = [first] } }
      for index in scripts[source].latencies.indices { add { $0.scripts[source].latencies[index] = 0 } }
      add { $0.scripts[source].weight = 1 }
      add { $0.scripts[source].host = "" }
      add { $0.scripts[source].sorted = .newest }
      add { $0.scripts[source].end = .noNext }
    }
    add { $0.limits = .init() }
    add { $0.settings.prefetch = 0 }
    add { $0.settings.prefetch = max(0, $0.settings.prefetch - 1) }
    add { $0.settings.mode = .eco }
    add { $0.settings.order = .newest }
    add { $0.settings.deduplication.scope = .source }
    add { $0.settings.undated = .inherit }
    add { $0.settings.since = nil }
    add { $0.settings.until = nil }
    for move in moves.indices { add { $0.moves[move] = $0.moves[move].smaller } }
    for url in Set(scripts.flatMap(\.items).compactMap(\.url)).sorted() { add { $0.forget(url) } }
    let times = Set(scripts.flatMap(\.items).compactMap(\.datePublished)).sorted()
    for (rank, time) in times.enumerated() where time.microseconds != Int64(rank) * 1_000_000 {
      add { $0.move(time, to: Timestamp(seconds: Int64(rank))) }
    }
    for (lower, upper) in zip(times, times.dropFirst()) { add { $0.move(upper, to: lower) } }
    for source in scripts.indices {
      for page in scripts[source].pages.indices {
        for index in scripts[source].pages[page].indices {
          add { $0.scripts[source].pages[page][index].isPinned = false }
        }
      }
    }
    return result
  }

  private mutating func removeSource(_ source: Int) {
    scripts.remove(at: source)
    moves = moves.map { move in
      switch move {
      case .retry(let retried): .retry(min(retried, scripts.count - 1))
      case .turn(let turned): .turn(min(turned, scripts.count - 1))
      default: move
      }
    }
  }

  private mutating func move(_ time: Timestamp, to other: Timestamp) {
    for source in scripts.indices {
      for page in scripts[source].pages.indices {
        for index in scripts[source].pages[page].indices
        where scripts[source].pages[page][index].datePublished == time {
          scripts[source].pages[page][index].datePublished = other
        }
      }
    }
  }

  private mutating func forget(_ url: String) {
    for source in scripts.indices {
      for page in scripts[source].pages.indices {
        for index in scripts[source].pages[page].indices where scripts[source].pages[page][index].url == url {
          scripts[source].pages[page][index].url = nil
        }
      }
    }
  }

  /// What shrinking lowers at each step.
  private var size: Int {
    var size = scripts.count * 1_000 + moves.count * 50 + settings.prefetch + (limits == .init() ? 0 : 5)
    for script in scripts {
      size += script.pages.count * 100 + script.cursors.count * 10 + script.latencies.count
      size += script.latencies.count { $0 != 0 } * 2 + Int(script.weight) + (script.sorted == .newest ? 0 : 5)
      size += (script.end == .noNext ? 0 : 5) + (script.host.isEmpty ? 0 : 1)
      size += script.failures.values.reduce(0) { $0 + 10 + $1.count }
      for item in script.items {
        size += 30 + (item.url == nil ? 0 : 3) + (item.isPinned ? 3 : 0)
        size += Int(clamping: item.datePublished?.microseconds.magnitude ?? 0) / 1_000_000
      }
    }
    for case .read(let count) in moves { size += count }
    for case .jump(let count) in moves { size += count }
    for case .back(let count) in moves { size += count }
    for case .pause(let time) in moves { size += time > 1 ? 2 : 1 }
    size += (settings.mode == .eco ? 0 : 5) + (settings.order == .newest ? 0 : 5)
    size += (settings.deduplication.scope == .source ? 0 : 5) + (settings.undated == .inherit ? 0 : 5)
    return size + (settings.since == nil ? 0 : 5) + (settings.until == nil ? 0 : 5)
  }
}

extension Trial.Move {
  fileprivate var smaller: Trial.Move {
    switch self {
    case .read(let count): .read(max(1, count - 1))
    case .jump(let count): .jump(max(1, count - 1))
    case .back(let count): .back(max(0, count - 1))
    case .pause: .pause(1)
    case .batch, .rest, .stale, .retry, .turn: self
    }
  }
}
