import TestSupport
import WeftModel

@testable import WeftMerge

/// What a random trial is about.
enum TrialProfile: CaseIterable, Sendable {
  /// Sources that keep their promises: the feed must be exact.
  case orderly
  /// Sources that are slow, fail, or never answer.
  case faulty
  /// Sources that are out of order, repeat themselves, or never come to an end.
  case lying
  /// Sources that a person turns off and on.
  case switched
}

extension Trial {
  /// The trial of a seed: up to four sources of up to ten items in pages of up to four.
  static func random(_ profile: TrialProfile, seed: UInt64) -> Trial {
    var random = SplitMix64(seed: seed)
    func chance(_ oneIn: Int) -> Bool { random.below(oneIn) == 0 }
    var trial = Trial(seed: seed)
    trial.settings.order = random.pick([.newest, .newest, .newest, .interleave, .weighted, .rank])
    trial.settings.fuse = random.pick([.max, .sum])
    trial.settings.mode = random.pick([.eco, .smooth])
    trial.settings.prefetch = random.pick([0, 0, 1, 2, 5, 9])
    trial.settings.isStrict = profile == .orderly && chance(3)
    if profile == .faulty || profile == .switched { trial.settings.patience = .seconds(1) }
    if chance(2) { trial.settings.deduplication = MergeSettings.Deduplication() }
    if chance(8) { trial.settings.undated = .last }
    let spread = random.pick([2, 5, 20])
    if chance(10) { trial.settings.since = Timestamp(seconds: Int64(random.below(spread))) }
    if chance(10) { trial.settings.until = Timestamp(seconds: Int64(1 + random.below(spread))) }
    for source in 0..<(1 + random.below(4)) {
      trial.scripts.append(.random(named: ["A", "B", "C", "D"][source], profile, spread: spread, random: &random))
    }
    if chance(5) { trial.limits = MergeMachine.RequestLimits(total: random.pick([1, 2, 64]), perHost: 1) }
    if profile == .faulty, chance(6) { trial.scripts[random.below(trial.scripts.count)].latencies = [.infinity] }
    // A time line and lanes that share items show the copy that came first; what must be shown is not defined there.
    if trial.settings.deduplication.scope == .all, !trial.hasLanes { trial.share(&random) }
    trial.moves = (0..<random.below(6)).map { _ in .random(sources: trial.scripts.count, profile, &random) }
    return trial
  }

  /// Gives some items of different sources the same address, at most one of each source.
  private mutating func share(_ random: inout SplitMix64) {
    for name in ["u", "v", "w"].prefix(random.below(4)) {
      for source in scripts.indices where random.below(3) > 0 {
        let places = scripts[source].pages.indices.flatMap { page in
          scripts[source].pages[page].indices.map { (page, $0) }
        }.filter { scripts[source].pages[$0.0][$0.1].url == nil }
        guard !places.isEmpty else { continue }
        let (place, index) = random.pick(places)
        let id = scripts[source].pages[place][index].id
        // All copies of it, where a page comes twice.
        for page in scripts[source].pages.indices {
          for index in scripts[source].pages[page].indices where scripts[source].pages[page][index].id == id {
            scripts[source].pages[page][index].url = "https://example.org/\(name)"
          }
        }
      }
    }
  }
}

extension Script {
  fileprivate static func random(
    named name: String, _ profile: TrialProfile, spread: Int, random: inout SplitMix64
  ) -> Script {
    func chance(_ oneIn: Int) -> Bool { random.below(oneIn) == 0 }
    var script = Script(name: name)
    script.weight = Double(random.pick([1, 1, 2, 3, 4, 8]))
    script.host = random.pick(["", "h", "h"])
    if chance(9) { script.sorted = random.pick([.rank, .none]) }
    let count = random.pick([0, 1, 2, 3, 5, 7, 10])
    var times = (0..<count).map { _ in random.below(spread + 1) }.sorted(by: >)
    if profile == .lying, chance(2) { times.swapAt(random.below(count), max(0, random.below(count))) }
    if profile == .lying, chance(6) { times.shuffle(using: &random) }
    let isUndated = chance(9)
    let undatedShare = random.pick([0, 0, 0, 3])
    var items = times.enumerated().map { index, time in
      var item = Item(id: "\(name)\(index)")
      item.title = "\(index)"
      let hasDate = !isUndated && (undatedShare == 0 || !chance(undatedShare) || index == 0 && !chance(3))
      item.datePublished = hasDate ? Timestamp(seconds: Int64(time)) : nil
      return item
    }[...]
    script.pages = []
    while !items.isEmpty {
      let size = 1 + random.below(4)
      script.pages.append(Array(items.prefix(size)))
      items = items.dropFirst(size)
    }
    if script.pages.isEmpty { script.pages = [[]] }
    if !isUndated, chance(6), let date = script.pages[0].first?.datePublished {
      // Older than what follows, or newer.
      script.pages[0][0].isPinned = true
      script.pages[0][0].datePublished =
        chance(2) ? Timestamp(seconds: 0) : date.advanced(by: .seconds(random.below(3)))
    }
    script.isAdvertised = chance(2)
    if chance(2) { script.end = .emptyPage }
    if script.isAdvertised, script.pages.count > 1 {
      for page in (1..<script.pages.count).reversed() where chance(5) { script.pages.insert([], at: page) }
      if chance(8) { script.pages.insert([], at: 0) }
    }
    script.latencies = (0..<4).map { _ in random.pick([0, 0, 0.1, 0.5, 0.5, 1.7]) }
    switch profile {
    case .orderly: break
    case .faulty: script.fail(&random)
    case .switched: if chance(2) { script.fail(&random) }
    case .lying: script.lie(&random)
    }
    return script
  }

  private mutating func fail(_ random: inout SplitMix64) {
    if random.below(2) == 0 { latencies = (0..<4).map { _ in random.pick([0, 0.5, 0.9, 1.5, 4]) } }
    for page in 1...4 where random.below(4) == 0 {
      failures[page] = Array(repeating: .busy, count: random.pick([1, 1, 2, 3, 5]))
      if random.below(5) == 0 { failures[page] = [.gone] }
    }
  }

  private mutating func lie(_ random: inout SplitMix64) {
    switch random.below(5) {
    case 0:
      // A page that comes again under another number: items were inserted in front, or the parameter has no effect.
      let page = random.below(pages.count)
      pages.insert(pages[page], at: page)
      if random.below(3) == 0 { pages = pages.map { _ in pages[0] } }
    case 1:
      // Tokens that lead back, or to a page once more.
      for page in 1...max(1, pages.count) where random.below(2) == 0 {
        cursors[page] = "c\(random.below(pages.count + 1))"
      }
    case 2:
      isAdvertised = true
      for _ in 0..<random.below(5) { pages.insert([], at: random.below(pages.count + 1)) }
    default: break
    }
  }
}

extension Trial.Move {
  fileprivate static func random(sources: Int, _ profile: TrialProfile, _ random: inout SplitMix64) -> Trial.Move {
    switch random.below(profile == .orderly ? 7 : profile == .switched ? 12 : 9) {
    case 0, 1: .read(1 + random.below(4))
    case 2: .jump(1 + random.below(8))
    case 3: .batch
    case 4: .pause(random.pick([1, 100, 700, 2_500]))
    case 5: .rest
    case 6: .back(random.below(4))
    case 7: .stale
    case 8: .retry(random.below(sources))
    default: .turn(random.below(sources))
    }
  }
}
