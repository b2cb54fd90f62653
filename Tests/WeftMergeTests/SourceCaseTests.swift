import TestSupport
import Testing
import WeftModel

@testable import WeftMerge

private func numbered(_ line: String, cursors: [Int: String]) -> Script {
  var script = Script(line)
  script.cursors = cursors
  return script
}

/// Case 12: an empty page with a next token is not the end.
@Test func emptyPagesAreFollowed() {
  var simulation = Simulation([numbered("A=[10,9||8]", cursors: [1: "c1", 2: "c2"]), Script("B=[1]")])
  simulation.read(9)
  #expect(simulation.named == "A10 A9 A8 B1")
  #expect(simulation.asked == "A3 B1")
}

/// Case 13: three in a row are.
@Test func threeEmptyPagesAreTheEnd() {
  var simulation = Simulation([numbered("A=[10|||||]", cursors: [1: "c1", 2: "c2", 3: "c3", 4: "c4", 5: "c5"])])
  simulation.read(9)
  #expect(simulation.feed == "10")
  #expect(simulation.asked == "A4")
  #expect(simulation.machine.tracks[0].status.endReason == .empty)
}

/// Cases 14 and 15: a token that was used before.
@Test func usedTokensAreTheEnd() {
  var same = Simulation([numbered("A=[10,9|8,7]", cursors: [1: "c1", 2: "c1"])])
  same.read(9)
  #expect(same.feed == "10 9 8 7")
  #expect(same.asked == "A2")
  #expect(same.machine.tracks[0].status.endReason == .repeat)
  var circle = Simulation([numbered("A=[10|9|8]", cursors: [1: "c1", 2: "c2", 3: "c1"])])
  circle.read(9)
  #expect(circle.asked == "A3")
  #expect(circle.machine.tracks[0].status.endReason == .repeat)
}

/// Case 16: the page parameter has no effect.
@Test func thePageOneForEverIsTheEnd() {
  var script = Script("A=[10,9]")
  script.pages = [script.pages[0], script.pages[0], script.pages[0], script.pages[0]]
  script.isAdvertised = false
  var simulation = Simulation([script])
  simulation.read(9)
  #expect(simulation.feed == "10 9")
  #expect(simulation.asked == "A3")
  #expect(simulation.machine.tracks[0].status.endReason == .repeat)
  #expect(simulation.machine.tracks[0].status.warnings.map(\.code) == ["page_parameter"])
}

/// Case 18: an old item at the end of a page opened the gate too early; the source is trusted less from then on.
@Test func disorderAcrossPagesIsRecorded() {
  var simulation = Simulation([Script("A=[100,99,1|98,97]"), Script("B=[50]")])
  simulation.read(6)
  #expect(simulation.feed == "100 99 50 1 98(late) 97(late)")
  #expect(simulation.machine.tracks[0].disorder == 97_000_000)
  #expect(simulation.machine.tracks[0].status.warnings.map(\.code) == ["disorder"])
}

/// A small disorder is taken into account: after page two, B's items wait for what may still come from A.
@Test func aDisorderedSourceIsGivenTime() {
  var simulation = Simulation([Script("A=[100,98|99,90|91,80|70]"), Script("B=[90.5,90.2]")])
  simulation.read(9)
  #expect(simulation.feed == "100 98 99(late) 91 90.5 90.2 90 80 70")
}

/// A source whose disorder is larger than its pages, twice, leaves the time line.
@Test func aSourceWithoutOrderBecomesALane() {
  var simulation = Simulation([Script("A=[100,99|400,399|900,899|5,4|3,2]"), Script("B=[99.5,98|97,96|95,94|93,92]")])
  simulation.read(99)
  #expect(simulation.machine.tracks[0].isLane)
  #expect(simulation.items.count == 18)
  #expect(simulation.machine.isEnded)
}

/// Case 21: a source without dates takes turns. Weight 2 is a lane weight of ½: its items have the turns 2, 4, 6.
@Test func undatedSourcesTakeTurns() {
  var lane = Script("C=[x,y|z]")
  lane.weight = 2
  var simulation = Simulation([lane, Script("A=[100,90]")])
  simulation.read(5)
  #expect(simulation.feed == "100 90 x y z")
  #expect(simulation.items.map(\.effectiveDate?.microseconds) == [100_000_000, 90_000_000, nil, nil, nil])
}

/// A declared lane is not asked before its turn; by default it gives one item after four others.
@Test func lanesAreAskedWhenTheirTurnComes() {
  var lane = Script("C=[500,1,300]")
  lane.sorted = .rank
  var early = Simulation([Script("A=[9,8|7,6|5,4|3,2]"), lane])
  early.read(4)
  #expect(early.named == "A9 A8 A7 A6")
  #expect(early.asked == "A2 C0")
  early.read(99)
  #expect(early.named == "A9 A8 A7 A6 C500 A5 A4 A3 A2 C1 C300")
}

@Test func onlyUndatedSourcesTakeTurnsAmongThemselves() {
  var simulation = Simulation([Script("A=[a,b|c]"), Script("B=[x|y,z]")])
  simulation.read(99)
  #expect(simulation.feed == "a x b y c z")
}

/// Case 22: two items were added in front between page one and two.
@Test func insertionsShowOnce() {
  var script = Script("A=[10,9|10,9|8,7]")
  script.pages[1] = script.pages[0]
  script.isAdvertised = false
  var simulation = Simulation([script])
  simulation.read(9)
  #expect(simulation.feed == "10 9 8 7")
  #expect(simulation.asked == "A3")
}

/// Cases 25 and 26.
@Test func turnsGoRound() {
  var even = Simulation(
    [Script("A=[a1,a2|a3]"), Script("B=[b1]"), Script("C=[c1,c2|c3,c4]")], .eco.with { $0.order = .interleave })
  even.read(6)
  #expect(even.feed == "a1 b1 c1 a2 c2 a3")
  #expect(even.asked == "A2 B1 C1")
  var heavy = Script("A=[1,2,3,4,5,6,7]")
  heavy.weight = 2
  var weighted = Simulation([heavy, Script("B=[1,2,3,4]")], .eco.with { $0.order = .weighted })
  weighted.read(6)
  #expect(weighted.items.map(\.source).joined() == "AABAAB")
}

/// Decimal weights are compared exactly: 0.3 and 0.1 give turns of 10/3 and 10, equal at every third.
@Test func decimalWeightsAreExact() {
  var heavy = Script("A=[" + (1...3000).map(String.init).joined(separator: ",") + "]")
  heavy.weight = 0.3
  var light = Script("B=[" + (1...1000).map(String.init).joined(separator: ",") + "]")
  light.weight = 0.1
  var simulation = Simulation([heavy, light], .eco.with { $0.order = .weighted })
  simulation.read(4000)
  #expect(simulation.items.map(\.source).joined() == String(repeating: "AAAB", count: 1000))
}

/// Case 28: scrolling where everything is there, or back, asks nothing.
@Test func scrollingInWhatIsThereAsksNothing() {
  var simulation = Simulation([Script("A=[9,8,7|6,5,4]"), Script("B=[9,8,7|6,5,4]")])
  simulation.scroll(to: 4)
  simulation.rest()
  let before = simulation.asked
  for step in 0..<1000 { simulation.scroll(to: 1 + step % 4) }
  #expect(simulation.asked == before)
}

/// Case 29: a jump far ahead has at most one request a source in flight, and skips no page.
@Test func aFarJumpSkipsNothing() {
  let pages = (0..<100).map { page in (0..<3).map { String(10_000 - page * 3 - $0) }.joined(separator: ",") }
  let scripts = (0..<8).map { index in
    var script = Script("S\(index)=[" + pages.joined(separator: "|") + "]")
    script.latencies = [Double(index) / 10 + 0.1]
    return script
  }
  for mode in MergeSettings.Mode.allCases {
    var simulation = Simulation(scripts, .eco.with { $0.mode = mode })
    simulation.scroll(to: 10_000)
    simulation.rest()
    #expect(simulation.mostInFlight <= 8)
    #expect(simulation.requests.allSatisfy { $0 == Array(1...100) })
  }
}

/// Case 33: an item of the year 2099 sorts at the time it was fetched.
@Test func futureDatesAreClamped() {
  let settings = MergeSettings.eco
  let start = Simulation([]).start.microseconds / 1_000_000
  let lines = ["A=[\(start + 99_999),\(start - 10)]", "B=[\(start - 5)]"]
  func feed(_ future: MergeSettings.Future) -> [Int64] {
    var simulation = Simulation(lines.map { Script($0) }, settings.with { $0.future = future })
    simulation.read(3)
    return simulation.items.map { ($0.effectiveDate?.microseconds ?? 0) / 1_000_000 - start }
  }
  #expect(feed(.clamp) == [0, -5, -10])
  #expect(feed(.keep) == [99_999, -5, -10])
  #expect(feed(.drop) == [-5, -10])
}

/// Case 34: a page larger than asked for is taken whole.
@Test func largePagesAreTakenWhole() {
  let page = (0..<30).map { String(100 - $0) }.joined(separator: ",")
  var simulation = Simulation([Script("A=[\(page)|1]")])
  simulation.read(99)
  #expect(simulation.items.count == 31)
}

/// `since` ends a source whose watermark is older; `until` is exclusive; the count is of what passes.
@Test func sinceAndUntil() {
  let settings = MergeSettings.eco.with {
    $0.since = Timestamp(seconds: 7)
    $0.until = Timestamp(seconds: 10)
  }
  var simulation = Simulation([Script("A=[11,10|9,7|6,5|4]"), Script("B=[8,3|2]")], settings)
  simulation.read(99)
  #expect(simulation.named == "A9 B8 A7")
  #expect(simulation.asked == "A3 B1")
  #expect(simulation.machine.isEnded)
}

@Test func undatedItemsMayStandLast() {
  var simulation = Simulation(
    [Script("A=[9,-,7]"), Script("B=[x,y]"), Script("C=[8]")], .eco.with { $0.undated = .last })
  simulation.read(99)
  #expect(simulation.named == "A9 C8 A7 A- Bx By")
}

/// Case 27: reciprocal ranks add up, round by round: y has 1/62 + 1/61, x 1/61, z 1/62.
@Test func ranksAddUpRoundByRound() {
  let settings = MergeSettings.eco.with {
    $0.order = .rank
    $0.fuse = .sum
    $0.deduplication = MergeSettings.Deduplication()
  }
  for latencies in [[0.0, 1.0], [1.0, 0.0]] {
    var first = Script("A=[x:x,y:y|p:p]")
    var second = Script("B=[y:y,z:z|q:q,r:r]")
    first.latencies = [latencies[0]]
    second.latencies = [latencies[1]]
    var simulation = Simulation([first, second], settings)
    simulation.read(3)
    #expect(simulation.feed == "y x z")
    #expect(simulation.asked == "A1 B1")
    simulation.read(9)
    #expect(simulation.feed == "y x z p q r")
    #expect(simulation.asked == "A2 B2")
    #expect(simulation.items[0].also.count == 1)
  }
}

/// A round does not wait longer than the patience, and not for what failed for good.
@Test func roundsGoOnWithoutTheMissing() {
  let settings = MergeSettings.eco.with {
    $0.order = .rank
    $0.fuse = .sum
  }
  var slow = Script("B=[b]")
  slow.latencies = [10]
  var gone = Script("C=[c]")
  gone.failures = [1: [.gone]]
  var simulation = Simulation([Script("A=[a]"), slow, gone], settings)
  simulation.read(1)
  #expect(simulation.feed == "a" && simulation.seconds == 3)
  simulation.read(3)
  #expect(simulation.feed == "a b" && simulation.machine.isEnded)
}

/// A source that comes back takes the current turn: what it missed is not made up for.
@Test func missedTurnsAreNotMadeUpFor() {
  var slow = Script("A=[a,b,c,d]")
  slow.latencies = [5]
  var simulation = Simulation(
    [slow, Script("B=[1,2,3,4,5,6]")],
    .eco.with {
      $0.order = .interleave
      $0.patience = .seconds(1)
    })
  simulation.read(3)
  #expect(simulation.feed == "1 2 3" && simulation.seconds == 1)
  simulation.rest()
  simulation.read(10)
  #expect(simulation.feed == "1 2 3 a 4 b 5 c 6 d")
}

/// An old item on top that nobody marked: the page's tail is the end of its longest ordered part.
@Test func anOldItemOnTopDoesNotOpenTheGate() {
  var unmarked = Simulation([Script("A=[1,100,99|98,97]"), Script("B=[50]")])
  unmarked.read(6)
  #expect(unmarked.named == "A100 A99 A98 A97 B50 A1")
  // A page of pinned items alone says nothing.
  var pinned = Simulation([Script("A=[5*|100,99]"), Script("B=[50]")])
  pinned.read(4)
  #expect(pinned.named == "A100 A99 B50 A5")
}

/// The time line asks only for its own share of the demand.
@Test func theTimeLineSharesTheDemandWithLanes() {
  var lane = Script("C=[x,y,z,w]")
  lane.sorted = .none
  lane.weight = 4
  lane.latencies = [1]
  var simulation = Simulation([Script("A=[9,8|7,6|5,4]"), lane])
  simulation.read(4)
  #expect(simulation.feed == "9 x 8 y")
  #expect(simulation.asked == "A1 C1")
}

/// Turns of large weights that differ in the last digits are told apart, and equal ones are equal.
@Test func strideKeysAreExact() {
  let weights = [2_000_000_011.0, 1_999_999_943, 3, 1_000_000_007]
  let strides = Strides(weights: weights, timelineShare: 1)
  var random = SplitMix64(seed: 7)
  for _ in 0..<2_000 {
    let (first, second) = (Int.random(in: 0..<4, using: &random), Int.random(in: 0..<4, using: &random))
    let index = UInt64.random(in: 1...4_000_000_000, using: &random)
    // The turn of `second` that lies next to it.
    let other = UInt64(Double(index) / weights[first] * weights[second]) + UInt64.random(in: 0...2, using: &random)
    let left = UInt128(index) * UInt128(weights[second])
    let right = UInt128(other) * UInt128(weights[first])
    let isBefore = left < right || left == right && first < second
    #expect((strides.key(index, of: first) < strides.key(other, of: second)) == isBefore)
  }
  #expect(strides.turns(of: 2, before: strides.key(10, of: 2)) == 9)
  let even = Strides(weights: [0.1, 0.3])
  #expect(even.key(1, of: 0) < even.key(3, of: 1) && even.key(3, of: 1) < even.key(4, of: 1))
  #expect(even.key(1, of: 0) > even.key(2, of: 1))
  #expect(even.turns(of: 1, before: even.key(1, of: 0)) == 2 && even.turns(of: 0, before: even.key(3, of: 1)) == 1)
}
