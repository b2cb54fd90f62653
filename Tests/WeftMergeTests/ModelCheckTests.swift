import TestSupport
import Testing
import WeftModel

@testable import WeftMerge

/// All small worlds of a kind.
struct SmallWorlds {
  /// Times from 0 to this one.
  var times: Int
  /// The lengths of a source's pages.
  var shapes: [[Int]]
  var sources: Int
  var ends: [Script.End] = [.noNext, .emptyPage]

  /// All sources: each shape with each list of times that do not grow, with each end.
  private var scripts: [Script] {
    shapes.flatMap { shape in
      SmallWorlds.lists(shape.reduce(0, +), upTo: times).flatMap { list in
        ends.map { end in
          var rest = list[...]
          var script = Script(name: "?")
          script.end = end
          script.pages = shape.map { size in
            defer { rest = rest.dropFirst(size) }
            return rest.prefix(size).map { time in
              var item = Item(id: "")
              item.datePublished = Timestamp(seconds: Int64(time))
              return item
            }
          }
          return script
        }
      }
    }
  }

  private static func lists(_ count: Int, upTo limit: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return (0...limit).flatMap { first in lists(count - 1, upTo: first).map { [first] + $0 } }
  }

  /// All worlds; of those that differ only by a constant or by gaps between the times (P20), one.
  var trials: [Trial] {
    var worlds: [[Script]] = [[]]
    let scripts = scripts
    for _ in 0..<sources { worlds = worlds.flatMap { world in scripts.map { world + [$0] } } }
    return worlds.compactMap { world in
      let times = Set(world.flatMap(\.items).compactMap(\.date?.microseconds))
      guard times.allSatisfy({ $0 == 0 || times.contains($0 - 1_000_000) }) else { return nil }
      return Trial(scripts: world.enumerated().map { $1.named(["A", "B", "C"][$0]) })
    }
  }
}

extension Script {
  fileprivate func named(_ name: String) -> Script {
    var script = self
    script.name = name
    script.weight = name == "B" ? 2 : 1
    var count = 0
    for page in pages.indices {
      for index in pages[page].indices {
        count += 1
        script.pages[page][index].id = "\(name)\(count)"
        script.pages[page][index].title = "\(count)"
      }
    }
    return script
  }
}

/// P1 to P4, P6, P7 and P24 in every state that small worlds can get into.
struct ModelCheckTests {
  /// A kind of worlds, under which settings, and one in how many of them is walked in the ordinary test run.
  struct Range: CustomTestStringConvertible, Sendable {
    var worlds: SmallWorlds
    var settings: [MergeSettings]
    var mishaps: ModelCheck.Mishaps
    var share: Int

    init(_ worlds: SmallWorlds, _ settings: [MergeSettings], _ mishaps: ModelCheck.Mishaps, share: Int) {
      self.worlds = worlds
      self.settings = settings
      self.mishaps = mishaps
      self.share = share
    }

    var testDescription: String { "\(worlds.sources) sources, times to \(worlds.times), \(mishaps)" }
  }

  private static let byTime = [MergeSettings.eco, .eco.with { $0.prefetch = 1 }, smooth(1), smooth(2)]
  private static let weighted = MergeSettings.eco.with { $0.order = .weighted }
  private static let byTurns = [MergeSettings.eco.with { $0.order = .interleave }, weighted]

  private static func smooth(_ prefetch: Int) -> MergeSettings {
    .eco.with {
      $0.mode = .smooth
      $0.prefetch = prefetch
    }
  }

  private static let onePage = [[0], [1], [2]]
  private static let twoPages = [[1, 1], [2, 1], [2, 2]]
  private static let threePages = [[1, 1, 1], [2, 1, 2], [2, 2, 2]]
  private static let plain = [MergeSettings.eco, smooth(1)]
  private static let ahead = [MergeSettings.eco.with { $0.prefetch = 1 }, smooth(2)]

  static let ranges: [Range] = [
    // One source, everything that fits.
    Range(
      SmallWorlds(times: 3, shapes: onePage + twoPages + threePages + [[1, 0, 1], [0, 1]], sources: 1), byTime, .none,
      share: 40),
    // Two sources: both ends, then more pages, then a third time.
    Range(SmallWorlds(times: 1, shapes: onePage + [[1, 1]], sources: 2), plain, .none, share: 60),
    Range(
      SmallWorlds(times: 1, shapes: onePage + [[1, 1], [2, 1], [1, 1, 1]], sources: 2, ends: [.noNext]), plain, .none,
      share: 60),
    Range(SmallWorlds(times: 1, shapes: [[1], [1, 1], [2]], sources: 2), ahead, .none, share: 120),
    Range(
      SmallWorlds(times: 2, shapes: [[1], [2], [1, 1], [1, 1, 1]], sources: 2, ends: [.noNext]), plain, .none, share: 60
    ),
    Range(
      SmallWorlds(times: 1, shapes: [[1, 1, 1], [2, 2, 2]], sources: 2, ends: [.noNext]), plain, .none, share: 60),
    // Three sources.
    Range(SmallWorlds(times: 1, shapes: [[0], [1], [1, 1]], sources: 3, ends: [.noNext]), plain, .none, share: 40),
    Range(SmallWorlds(times: 1, shapes: [[1, 1, 1]], sources: 3, ends: [.noNext]), [.eco], .none, share: 40),
    // Turns do not look at times.
    Range(SmallWorlds(times: 0, shapes: onePage + twoPages + threePages, sources: 2), byTurns, .none, share: 60),
    Range(SmallWorlds(times: 0, shapes: [[0], [1], [1, 1]], sources: 3), byTurns, .none, share: 100),
    // A request fails.
    Range(
      SmallWorlds(times: 1, shapes: [[1], [2], [1, 1]], sources: 2, ends: [.noNext]), plain, .oneFailure, share: 60),
    Range(SmallWorlds(times: 0, shapes: onePage + [[1, 1]], sources: 2), byTurns, .oneFailure, share: 30),
    // A request fails, and sources are left out.
    Range(
      SmallWorlds(times: 1, shapes: [[1], [2], [1, 1]], sources: 2, ends: [.noNext]), [.eco],
      .oneFailureAndPatience, share: 30),
    Range(SmallWorlds(times: 2, shapes: [[1]], sources: 3, ends: [.noNext]), [.eco], .oneFailureAndPatience, share: 13),
    Range(
      SmallWorlds(times: 0, shapes: [[0], [1], [1, 1]], sources: 2), [weighted], .oneFailureAndPatience, share: 18),
  ]

  @Test(arguments: ranges)
  func inEveryState(_ range: Range) {
    var (worlds, states, events) = (0, 0, 0)
    for (number, trial) in range.worlds.trials.enumerated() where isLong || number % range.share == 0 {
      for settings in range.settings {
        var trial = trial
        trial.settings = settings
        var model = ModelCheck(trial, range.mishaps)
        model.run()
        worlds += 1
        states += model.stateCount
        events += model.eventCount
        if let failure = model.failure {
          Issue.record(Comment(rawValue: failure))
          return
        }
      }
    }
    print("model check, \(range.testDescription): \(worlds) worlds, \(states) states, \(events) events")
  }
}
