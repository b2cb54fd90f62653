import TestSupport
import Testing
import WeftModel
import WeftPaging

@testable import WeftMerge

extension Simulation {
  /// Turns a source off, or on.
  fileprivate mutating func turn(_ source: Int, isOn: Bool) {
    machine.setPaused(!isOn, source, at: now)
    carryOut()
  }
}

/// B is off before anything was asked: it is not asked, and nobody waits. On again, what it has comes late or in place.
///
///     A     10,8 6,4 .......... 2
///     B     (off)       9,5 3
///     feed  10 8 6    9(late) 5 4 3 2
@Test(arguments: MergeSettings.Mode.allCases)
func whatIsOffIsNotAsked(_ mode: MergeSettings.Mode) {
  var simulation = Simulation([Script("A=[10,8|6,4|2]"), Script("B=[9,5|3]")], .eco.with { $0.mode = mode })
  simulation.turn(1, isOn: false)
  simulation.read(3)
  simulation.rest()
  #expect(simulation.feed == "10 8 6" && simulation.requests[1] == [])
  #expect(simulation.machine.tracks[1].status.isPaused)
  simulation.turn(1, isOn: true)
  #expect(!simulation.machine.tracks[1].status.isPaused)
  simulation.readAll()
  #expect(simulation.feed == "10 8 6 9(late) 5 4 3 2")
  #expect(simulation.machine.tracks[1].status.lateCount == 1)
}

/// What was received stays in its place, off or on; what is behind it is not asked for.
@Test func whatWasReceivedStaysInItsPlace() {
  var simulation = Simulation([Script("A=[10,8,6,4|2]"), Script("B=[9,7|5,3]")])
  simulation.read(1)
  simulation.turn(1, isOn: false)
  simulation.read(5)
  #expect(simulation.feed == "10 9 8 7 6" && simulation.requests[1] == [1])
  simulation.turn(1, isOn: true)
  simulation.readAll()
  #expect(simulation.feed == "10 9 8 7 6 5 4 3 2")
}

/// A request that is in flight ends as it would have: its page is taken, and no other follows.
@Test func whatIsInFlightStillComes() {
  var slow = Script("B=[9,7|5]")
  slow.latencies = [1]
  var simulation = Simulation([Script("A=[10,8|6,4]"), slow])
  simulation.scroll(to: 2)
  simulation.turn(1, isOn: false)
  simulation.take(upTo: 1)
  simulation.run(0.5)
  #expect(simulation.machine.isReaderWaiting == false)
  simulation.run(1)
  simulation.read(4)
  #expect(simulation.feed == "10 9 8 7" && simulation.asked == "A2 B1")
  #expect(simulation.machine.inFlight.isEmpty)
}

/// The source that everybody waits for is turned off: they go on at once, without the patience.
@Test func turningOffFreesWhoWaits() {
  var silent = Script("B=[11]")
  silent.latencies = [.infinity]
  var simulation = Simulation([Script("A=[10,9]"), silent], .eco.with { $0.isStrict = true })
  simulation.scroll(to: 2)
  simulation.run(100)
  simulation.take(upTo: 2)
  #expect(simulation.feed == "")
  simulation.turn(1, isOn: false)
  simulation.take(upTo: 2)
  #expect(simulation.feed == "10 9")
}

/// No retry is made while a source is off; when it is on again, a retry that was due is made at once.
@Test func retriesWaitUntilItIsOn() {
  var failing = Script("B=[9]")
  failing.failures = [1: [.busy]]
  var simulation = Simulation([Script("A=[10,8]"), failing])
  simulation.read(1)
  simulation.turn(1, isOn: false)
  #expect(simulation.machine.deadline == nil)
  simulation.run(60)
  simulation.machine.retry(1, at: simulation.now)
  simulation.carryOut()
  #expect(simulation.requests[1] == [1])
  simulation.turn(1, isOn: true)
  #expect(simulation.requests[1] == [1, 1])
}

/// A request that was in flight fails while its source is off: it is not repeated before that is on again.
@Test func whatFailsWhileItIsOffIsNotRepeated() {
  var failing = Script("B=[9]")
  failing.failures = [1: [.busy]]
  failing.latencies = [1, 0]
  var simulation = Simulation([Script("A=[10,8]"), failing])
  simulation.scroll(to: 2)
  simulation.run(0.5)
  simulation.turn(1, isOn: false)
  simulation.run(60)
  #expect(simulation.requests[1] == [1] && simulation.machine.deadline == nil)
  simulation.turn(1, isOn: true)
  #expect(simulation.requests[1] == [1, 1])
}

/// With all others at their ends the feed is at its end; it goes on when the source is on again.
@Test(arguments: MergeSettings.Order.allCases)
func aFeedOfWhatIsOffIsAtItsEnd(_ order: MergeSettings.Order) {
  var simulation = Simulation([Script("A=[10]"), Script("B=[9,8|7]")], .eco.with { $0.order = order })
  simulation.turn(1, isOn: false)
  simulation.readAll()
  #expect(simulation.named == "A10" && simulation.machine.isEnded && simulation.requests[1] == [])
  simulation.turn(1, isOn: true)
  #expect(!simulation.machine.isEnded)
  simulation.readAll()
  #expect(simulation.named == "A10 B9 B8 B7" && simulation.machine.isEnded)
}

/// A lane that comes back goes on with the current turn: it does not make up for those it missed.
@Test func aLaneDoesNotMakeUpForItsAbsence() {
  let scripts = [Script("A=[9,8,7,6,5,4,3,2]"), Script("B=[i,j,k,l,m,n]")]
  var simulation = Simulation(scripts, .eco.with { $0.order = .interleave })
  simulation.turn(1, isOn: false)
  simulation.read(4)
  simulation.turn(1, isOn: true)
  simulation.read(9)
  #expect(simulation.named.hasPrefix("A9 A8 A7 A6 "))
  let after = simulation.items.dropFirst(4).map(\.source).joined()
  #expect(after == "BABAB" || after == "ABABA")
}

/// Through `Feed`: the sequence ends, and goes on.
@Test func aFeedTurnsSourcesOffAndOn() async {
  let sources = [ScriptedSource(Script("A=[10,8]")), ScriptedSource(Script("B=[9]"))]
  let feed = Feed(sources: sources.map { $0.feedSource() }, settings: .eco, clock: TestClock(), window: 10)
  await feed.pause("B")
  var titles: [String] = []
  for await item in feed { titles.append(item.item.title ?? "") }
  #expect(titles == ["10", "8"] && sources[1].requests == [])
  // A look for what is new passes over it too.
  #expect(await feed.refresh().entries.isEmpty)
  #expect(await feed.statuses.map(\.isPaused) == [false, true])
  await feed.unpause("B")
  for await item in feed { titles.append((item.item.title ?? "") + (item.isLate ? "(late)" : "")) }
  #expect(titles == ["10", "8", "9(late)"] && sources[1].requests == [1])
}

/// A source that is off after it was read is not looked at for what is new.
@Test func aRefreshPassesOverWhatIsOff() async {
  let sources = [ScriptedSource(Script("A=[10,8]")), ScriptedSource(Script("B=[9]"))]
  let feed = Feed(sources: sources.map { $0.feedSource() }, settings: .eco, clock: TestClock())
  for await _ in feed {}
  await feed.pause("B")
  _ = await feed.refresh()
  #expect(sources.map(\.requests) == [[1, 1], [1]])
}
