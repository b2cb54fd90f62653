import TestSupport
import Testing
import WeftModel

@testable import WeftMerge

/// What must hold between the feeds of two trials that differ in one thing.
struct TrialRelationTests {
  private static let count: UInt64 = isLong ? 2_000 : 150

  private static func feed(_ trial: Trial) -> Simulation {
    var simulation = Simulation(trial.scripts, trial.settings)
    simulation.read(1_000_000, jump: trial.seed % 2 == 0)
    return simulation
  }

  /// P18: another order of the sources changes only the order of equal times.
  @Test func theOrderOfTheSourcesDecidesOnlyTies() {
    forAll(.orderly, Self.count) { trial in
      guard trial.isOrderly, trial.settings.order == .newest, !trial.hasLanes, !trial.hasSharedItems else { return nil }
      var other = trial
      var random = SplitMix64(seed: trial.seed)
      other.scripts.shuffle(using: &random)
      let (first, second) = (Self.feed(trial), Self.feed(other))
      if first.items.map(\.effectiveDate) != second.items.map(\.effectiveDate) { return "other times: \(second.ids)" }
      return Set(first.ids) == Set(second.ids) ? nil : "other items: \(second.ids)"
    }
  }

  /// P19: a source that is empty changes nothing, wherever it stands.
  @Test func anEmptySourceChangesNothing() {
    forAll(.orderly, Self.count) { trial in
      guard trial.isOrderly else { return nil }
      var other = trial
      var random = SplitMix64(seed: trial.seed)
      other.scripts.insert(Script("Z=[]"), at: random.below(trial.scripts.count + 1))
      let (first, second) = (Self.feed(trial).ids, Self.feed(other).ids)
      return first == second ? nil : "\(first) without the empty source, \(second) with it"
    }
  }

  /// P20: a constant added to all times changes neither the order nor the requests, whatever the sources do.
  @Test(arguments: TrialProfile.allCases)
  func aConstantAddedToAllTimesChangesNothing(_ profile: TrialProfile) {
    forAll(profile, Self.count) { trial in
      var other = trial
      let shift = Duration.seconds(-100_000)
      for source in other.scripts.indices {
        for page in other.scripts[source].pages.indices {
          for index in other.scripts[source].pages[page].indices {
            let date = other.scripts[source].pages[page][index].datePublished
            other.scripts[source].pages[page][index].datePublished = date?.advanced(by: shift)
          }
        }
      }
      other.settings.since = trial.settings.since?.advanced(by: shift)
      other.settings.until = trial.settings.until?.advanced(by: shift)
      let (first, second) = (Self.feed(trial), Self.feed(other))
      if first.ids != second.ids { return "\(first.ids), later \(second.ids)" }
      return first.requests == second.requests ? nil : "requests \(first.requests), later \(second.requests)"
    }
  }

  /// P21: in every prefix the sources that are not at their end have had their share.
  @Test func turnsAreFair() {
    forAll(.orderly, Self.count) { trial in
      guard [.interleave, .weighted].contains(trial.settings.order), !trial.hasSharedItems else { return nil }
      let simulation = Self.feed(trial)
      let weights = trial.scripts.map { trial.settings.order == .interleave ? 1 : $0.weight }
      let totals = trial.scripts.indices.map { source in simulation.items.count { $0.sourceIndex == source } }
      var shown = trial.scripts.map { _ in 0.0 }
      for item in simulation.items {
        shown[item.sourceIndex] += 1
        let open = shown.indices.filter { Int(shown[$0]) < totals[$0] }
        for first in open {
          for second in open {
            let difference = abs(shown[first] / weights[first] - shown[second] / weights[second])
            if difference > 1 / weights[first] + 1 / weights[second] + 1e-9 { return "after \(item.item.id): \(shown)" }
          }
        }
      }
      return nil
    }
  }

  /// P16 and P17: feeds that are merged in two steps are the feed that is merged in one, what is the same in two
  /// sources included; and what was merged once stays as it is.
  @Test func aTreeOfFeedsIsTheFlatFeed() {
    forAll(.orderly, 2 * Self.count) { trial in
      let hasDates = trial.scripts.allSatisfy { $0.items.allSatisfy { $0.date != nil && !$0.isPinned } }
      guard trial.isOrderly, trial.settings.order == .newest, !trial.hasLanes, hasDates else { return nil }
      var random = SplitMix64(seed: trial.seed)
      let flat = Self.feed(trial).ids
      var tree = trial
      tree.scripts = []
      var rest = trial.scripts[...]
      while !rest.isEmpty {
        let size = 1 + random.below(rest.count)
        var branch = trial
        branch.scripts = Array(rest.prefix(size))
        rest = rest.dropFirst(size)
        var items = Self.feed(branch).items.map(\.item)[...]
        var script = Script(name: "T\(tree.scripts.count)")
        script.pages = []
        while !items.isEmpty {
          let count = 1 + random.below(4)
          script.pages.append(Array(items.prefix(count)))
          items = items.dropFirst(count)
        }
        if script.pages.isEmpty { script.pages = [[]] }
        tree.scripts.append(script)
      }
      let inner = Self.feed(tree).ids
      return inner == flat ? nil : "flat \(flat), as a tree \(inner)"
    }
  }
}
