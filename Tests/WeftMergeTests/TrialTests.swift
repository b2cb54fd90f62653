import TestSupport
import Testing
import WeftModel

@testable import WeftMerge

/// P1 to P13, P24 and P25 over random trials: what `TrialRun` and `TrialWatch` check after each event.
@Test(arguments: TrialProfile.allCases)
func whateverHappensTheMergeKeepsItsPromises(_ profile: TrialProfile) {
  forAll(profile, isLong ? 8_000 : 500, TrialRun.failure)
}

/// The trials have what the properties are about; a generator that forgets something would make them hold easily.
@Test func trialsCoverWhatMatters() {
  var counts: [String: Int] = [:]
  func count(_ what: String, _ holds: Bool) { counts[what, default: 0] += holds ? 1 : 0 }
  for profile in TrialProfile.allCases {
    for seed in UInt64(1)...500 {
      let trial = Trial.random(profile, seed: seed)
      let (settings, scripts) = (trial.settings, trial.scripts)
      for order in MergeSettings.Order.allCases { count("\(order)", settings.order == order) }
      for mode in MergeSettings.Mode.allCases { count("\(mode)", settings.mode == mode) }
      count("rounds", trial.isByRounds)
      count("exact", trial.isHealthy && trial.isOrderly)
      count("exact and several sources", trial.isHealthy && trial.isOrderly && scripts.count > 2)
      count("prefetch", settings.prefetch > 0)
      count("strict", settings.isStrict)
      count("since", settings.since != nil)
      count("until", settings.until != nil)
      count("undated last", settings.undated == .last)
      count("shared items", trial.hasSharedItems)
      let dates = scripts.map { Set($0.items.compactMap(\.date)) }
      count("ties between sources", zip(dates, dates.dropFirst()).contains { !$0.isDisjoint(with: $1) })
      count("ties in a source", scripts.contains { Set($0.items.map(\.date)).count < $0.items.count })
      count("empty pages", scripts.contains { $0.pages.count > 1 && $0.pages.contains(where: \.isEmpty) })
      count("empty sources", scripts.contains { $0.items.isEmpty })
      count("end by an empty page", scripts.contains { $0.end == .emptyPage })
      count("failures", scripts.contains { !$0.failures.isEmpty })
      count("failures for good", scripts.contains { $0.failures.values.contains { $0 == [.gone] || $0.count > 3 } })
      count("slow sources", !trial.isHealthy && scripts.contains { $0.latencies.contains { $0 > 1 && $0.isFinite } })
      count("sources that never answer", scripts.contains { $0.latencies.contains { !$0.isFinite } })
      count("pinned items", scripts.contains { $0.items.contains(where: \.isPinned) })
      count("undated items", scripts.contains { !$0.isUndated && $0.items.contains { $0.date == nil } })
      count("undated sources", scripts.contains { $0.isUndated })
      count("lanes beside a time line", trial.hasLanes)
      count("disorder", !trial.isOrderly)
      count("few requests in flight", trial.limits.total < 3 && scripts.count > 1)
      count("loops", scripts.contains { !$0.cursors.isEmpty })
      count("repeated pages", scripts.contains { Set($0.items.map(\.id)).count < $0.items.count })
    }
  }
  for (what, count) in counts.sorted(by: { $0.key < $1.key }) { #expect(count >= 40, "\(what): \(count) of 1,500") }
}

/// A property that does not hold is shown in the smallest trial that breaks it.
@Test func failingTrialsAreMadeSmall() {
  // "No item has a second one of its time in another source."
  func failure(_ trial: Trial) -> String? {
    for (source, script) in trial.scripts.enumerated() {
      for other in trial.scripts[(source + 1)...] {
        let dates = Set(script.items.compactMap(\.date))
        if other.items.contains(where: { $0.date.map(dates.contains) ?? false }) { return "a tie" }
      }
    }
    return nil
  }
  var shapes = Set<String>()
  for seed in UInt64(1)...40 {
    guard let (trial, text) = Trial.random(.faulty, seed: seed).shrunk(failure) else { continue }
    #expect(text == "a tie")
    #expect(trial.scripts.map(\.pages.count) == [1, 1] && trial.itemCount == 2 && trial.moves.isEmpty)
    shapes.insert(trial.description.split(separator: ":").dropFirst().joined(separator: ":"))
  }
  #expect(shapes.contains(" A=[0]; B=[0]; order newest; eco 0; patience 1.0; moves "), "\(shapes.sorted())")
  // What is printed is read back by `Script`.
  let line = Script("A=[10,8*|6:u,-]|").line
  #expect(line == "A=[10,8*|6:u,-]|" && Script(line).line == line)
}
