import Testing
import WeftModel
import WeftPaging

@testable import WeftMerge

/// Case 9. A: 10 9 at once; B answers at 5 s with 11 3; patience 2 s.
///
///     A     10,9
///     B     .....................11,3
///     feed  ........10 9.........11(late) 3
@Test func aSlowSourceIsLeftOutAfterThePatience() {
  var slow = Script("B=[11,3]")
  slow.latencies = [5]
  var simulation = Simulation([Script("A=[10,9]"), slow], .eco.with { $0.patience = .seconds(2) })
  simulation.scroll(to: 4)
  simulation.run(1.999)
  simulation.take(upTo: 4)
  #expect(simulation.feed == "")
  simulation.run(0.001)
  simulation.take(upTo: 4)
  #expect(simulation.feed == "10 9")
  #expect(simulation.machine.tracks[1].status.isExcluded)
  simulation.read(4)
  #expect(simulation.feed == "10 9 11(late) 3")
  #expect(simulation.seconds == 5)
  #expect(simulation.asked == "A1 B1")
  #expect(!simulation.machine.tracks[1].status.isExcluded)
  #expect(simulation.machine.tracks[1].status.lateCount == 1)
}

/// An empty screen is filled sooner: whoever has not answered by then comes late, and later ones have the usual time.
@Test func anEmptyScreenWaitsLess() {
  var slow = Script("B=[11,3|2]")
  slow.latencies = [1, 2.5]
  var simulation = Simulation([Script("A=[10,9|8,7|1]"), slow], .eco.with { $0.patience = .seconds(3) })
  simulation.machine.firstPatience = 800_000
  simulation.scroll(to: 1)
  simulation.run(0.799)
  simulation.take(upTo: 1)
  #expect(simulation.feed == "")
  simulation.run(0.001)
  simulation.take(upTo: 1)
  #expect(simulation.feed == "10")
  // B's second page takes 2.5 s, and is waited for.
  simulation.run(0.3)
  simulation.read(7)
  #expect(simulation.feed == "10 11(late) 9 8 7 3 2")
  let exclusions = simulation.log.count { if case .exclude = $0.kind { true } else { false } }
  #expect(exclusions == 1)
}

/// Case 10. As 9, but only 10 has been taken when B answers: 9.5 is in place, for what is ready is not handed out yet.
@Test func whatIsNotHandedOutYetStillFindsItsPlace() {
  var slow = Script("B=[11,9.5,3]")
  slow.latencies = [5]
  var simulation = Simulation([Script("A=[10,9]"), slow], .eco.with { $0.patience = .seconds(2) })
  simulation.read(1)
  #expect(simulation.feed == "10")
  simulation.rest()
  simulation.read(5)
  #expect(simulation.feed == "10 11(late) 9.5 9 3")
}

/// The same where B has more pages: 9 waits until B has come down to it.
@Test func aSourceThatComesBackHoldsTheFrontierAgain() {
  var slow = Script("B=[11,9.5|9.2,3]")
  slow.latencies = [5, 0.1]
  var simulation = Simulation([Script("A=[10,9]"), slow], .eco.with { $0.patience = .seconds(2) })
  simulation.read(1)
  simulation.rest()
  simulation.read(6)
  #expect(simulation.feed == "10 11(late) 9.5 9.2 9 3")
}

/// Case 11. A's second page fails once and is due again after a second; 100 scrolls in that second.
@Test func scrollingDoesNotRepeatAFailedRequest() {
  var failing = Script("A=[10,9|8,7]")
  failing.failures = [2: [.busy]]
  var simulation = Simulation([failing], .eco.with { $0.isStrict = true })
  simulation.read(2)
  for scroll in 3...102 {
    simulation.scroll(to: scroll)
    simulation.run(0.005)
    // The page that failed is still the next one.
    guard case .error(let failed) = simulation.machine.tracks[0].pagination.state else {
      Issue.record("not in error")
      return
    }
    #expect(failed.request.ordinal == 2 && failed.request.cursor == .page(2))
  }
  #expect(simulation.requests == [[1, 2]])
  simulation.read(4)
  #expect(simulation.feed == "10 9 8 7")
  #expect(simulation.requests == [[1, 2, 2]])
  #expect(simulation.requestTimes[0][2].since(simulation.requestTimes[0][1]) >= .milliseconds(800))
}

/// A source fails: others go on at once, it is retried while they deliver, and its items come late where they are.
@Test func othersGoOnWithoutAFailingSource() {
  var failing = Script("A=[10,8|1]")
  failing.failures = [1: [.busy]]
  var steady = Script("B=[9,7|6,5|4,3]")
  steady.latencies = [0.2, 1.3]
  var simulation = Simulation([failing, steady])
  simulation.read(9)
  #expect(simulation.feed == "9 7 10(late) 8(late) 6 5 4 3 1")
  #expect(simulation.machine.tracks[0].status.state == .full)
  #expect(
    simulation.log.contains {
      if case .exclude("A", .failed) = $0.kind { true } else { false }
    })
}

/// A failing source is waited for at the end; one that failed for good is not.
@Test func theEndWaitsForRetriesButNotForWhatFailedForGood() {
  var failing = Script("A=[10]")
  failing.failures = [1: [.busy, .busy]]
  var dead = Script("C=[99]")
  dead.failures = [1: [.gone]]
  var simulation = Simulation([failing, Script("B=[9]"), dead])
  simulation.read(5)
  #expect(simulation.feed == "9 10(late)")
  #expect(simulation.machine.isEnded)
  #expect(simulation.asked == "A3 B1 C1")
  let status = simulation.machine.tracks[2].status
  #expect(status.state == .error && status.isExcluded && status.retryAt == nil && status.failure == .gone)
}

/// A source that failed for good never holds the frontier: no time passes.
@Test func aPermanentFailureCostsNoTime() {
  var dead = Script("A=[10,9|8,7]")
  dead.failures = [2: [.gone]]
  var simulation = Simulation([dead, Script("B=[9,8|6,5]")])
  simulation.read(99)
  #expect(simulation.feed == "10 9 9 8 6 5")
  #expect(simulation.seconds == 0)
}

/// All sources are down: the feed ends after the retries, and says why.
@Test func allSourcesDownIsTheEnd() {
  var first = Script("A=[1]")
  first.failures = [1: Array(repeating: .busy, count: 9)]
  var second = Script("B=[1]")
  second.failures = [1: [.gone]]
  var simulation = Simulation([first, second])
  simulation.read(3)
  #expect(simulation.machine.isEnded)
  #expect(simulation.asked == "A4 B1")
  #expect(simulation.machine.tracks.allSatisfy { $0.status.failure != nil })
  // Backoff of 1, 2 and 4 s, each ±20 %.
  #expect((5.6...8.4).contains(simulation.seconds))
  // Somebody asks: it goes on.
  simulation.machine.retry(1, at: simulation.now)
  simulation.carryOut()
  #expect(!simulation.machine.isEnded)
  simulation.rest()
  #expect(simulation.asked == "A4 B2")
}

@Test func strictFeedsWaitForTheirSources() {
  var failing = Script("A=[10]")
  failing.failures = [1: [.busy]]
  var slow = Script("B=[9]")
  slow.latencies = [60]
  var simulation = Simulation([failing, slow], .eco.with { $0.isStrict = true })
  simulation.read(2)
  #expect(simulation.feed == "10 9")
  #expect(simulation.seconds == 60)
}

@Test func strictFeedsEndWhereASourceIsGone() {
  var dead = Script("A=[10,8|7]")
  dead.failures = [2: [.gone]]
  var simulation = Simulation([dead, Script("B=[9,5]")], .eco.with { $0.isStrict = true })
  simulation.read(9)
  #expect(simulation.feed == "10 9 8")
  #expect(simulation.machine.isEnded)
}

/// Several dead sources cost one patience, not one each.
@Test(arguments: MergeSettings.Order.allCases)
func patienceRunsSideBySide(_ order: MergeSettings.Order) {
  var scripts = (0..<5).map { index in
    var script = Script("D\(index)=[1]")
    script.latencies = [.infinity]
    return script
  }
  scripts.append(Script("A=[3,2]"))
  var simulation = Simulation(scripts, .eco.with { $0.order = order })
  simulation.scroll(to: 6)
  simulation.read(2)
  #expect(simulation.feed == "3 2")
  #expect(simulation.seconds == 3)
}

/// The clock of the patience runs only while a reader waits.
@Test func patienceDoesNotRunWhileNobodyWaits() {
  var slow = Script("B=[9|5]")
  slow.latencies = [0, 100]
  var simulation = Simulation([Script("A=[10,6]"), slow], .eco.with { $0.prefetch = 1 })
  simulation.read(2, jump: false)
  #expect(simulation.feed == "10 9")
  simulation.run(50)
  #expect(!simulation.machine.tracks[1].isExcluded)
  simulation.read(3, jump: false)
  #expect(simulation.seconds == 53)
  #expect(simulation.feed == "10 9 6")
}

/// Patience begins with the request, also where nothing else happens.
@Test func patienceBeginsWithTheRequest() {
  var script = Script("A=[1]")
  script.latencies = [10]
  var simulation = Simulation([script])
  simulation.scroll(to: 1)
  #expect(simulation.machine.deadline == simulation.start.advanced(by: .seconds(3)))
  simulation.read(1)
  #expect(simulation.feed == "1" && simulation.seconds == 10)
}

/// While a source is left out that may come back, no more is handed out than somebody waits for.
@Test func batchesAreShortWhileASourceMayComeBack() {
  var slow = Script("B=[9.5]")
  slow.latencies = [5]
  var simulation = Simulation([Script("A=[10,9,8]"), slow], .eco.with { $0.patience = .seconds(2) })
  simulation.scroll(to: 1)
  simulation.run(2)
  #expect(simulation.machine.take(at: simulation.now).map(\.item.title) == ["10"])
  simulation.run(4)
  simulation.scroll(to: 2)
  #expect(simulation.machine.take(at: simulation.now).map(\.item.title) == ["9.5", "9", "8"])
}

/// A batch is no longer than what can be passed without a request: the reader has not asked for more yet.
@Test func batchesStartNoRequests() {
  var simulation = Simulation([Script("A=[9,8,7,6,5|4]")], .eco.with { $0.prefetch = 2 })
  simulation.scroll(to: 1)
  simulation.rest()
  #expect(simulation.machine.take(at: simulation.now).count == 3)
  simulation.carryOut()
  #expect(simulation.asked == "A1")
  simulation.scroll(to: 4)
  #expect(simulation.asked == "A2")
}

/// The only source of the time line is left out, and the lanes go on; when it comes back, so does the time line.
@Test func aTimeLineThatWasLeftOutComesBackAmongTheLanes() {
  var slow = Script("B=[9,8,7|6]")
  slow.latencies = [5]
  var lane = Script("C=[u,v,w]")
  lane.sorted = .rank
  var simulation = Simulation([slow, lane])
  simulation.read(2)
  #expect(simulation.feed == "u v" && simulation.seconds == 3)
  simulation.read(9)
  // It goes on with the current turn: what it missed is not made up for.
  #expect(simulation.feed == "u v w 9 8 7 6")
  #expect(simulation.machine.isEnded)
}
