import TestSupport
import Testing
import WeftModel

@testable import WeftHTTP

@Suite struct HostPacerTests {
  private let start = Timestamp(seconds: 1_000)

  private func milliseconds(_ count: Int64) -> Timestamp { start.advanced(by: .milliseconds(count)) }

  @Test func requestsOfOneHostAreSpaced() {
    var pacer = HostPacer()
    let turns = (0..<4).map { _ in pacer.reserve("a", spacing: .milliseconds(500), at: start) }
    #expect(turns == [0, 500, 1_000, 1_500].map(milliseconds))
    #expect(pacer.reserve("b", spacing: .milliseconds(500), at: start) == start)
  }

  @Test func aPauseIsNotSavedUp() {
    var pacer = HostPacer()
    _ = pacer.reserve("a", spacing: .milliseconds(500), at: start)
    #expect(pacer.reserve("a", spacing: .milliseconds(500), at: milliseconds(9_000)) == milliseconds(9_000))
    #expect(pacer.reserve("a", spacing: .milliseconds(500), at: milliseconds(9_000)) == milliseconds(9_500))
  }

  @Test func theWidestSpacingOfAHostHoldsForAllItsSources() {
    var pacer = HostPacer()
    _ = pacer.reserve("a", spacing: .seconds(1), at: start)
    #expect(pacer.reserve("a", spacing: nil, at: start) == milliseconds(1_000))
    #expect(pacer.reserve("a", spacing: .milliseconds(10), at: start) == milliseconds(2_000))
    pacer.widen("a", to: .seconds(2))
    #expect(pacer.reserve("a", spacing: nil, at: start) == milliseconds(4_000))
  }

  @Test func aHostWithoutSpacingIsNeverHeldBack() {
    var pacer = HostPacer()
    for _ in 0..<5 { #expect(pacer.reserve("a", spacing: nil, at: start) == start) }
  }

  @Test func aCancelledTurnIsFree() {
    var pacer = HostPacer()
    _ = pacer.reserve("a", spacing: .seconds(1), at: start)
    let second = pacer.reserve("a", spacing: .seconds(1), at: start)
    pacer.giveBack("a", turn: second)
    #expect(pacer.reserve("a", spacing: .seconds(1), at: start) == second)
    let third = pacer.reserve("a", spacing: .seconds(1), at: start)
    pacer.giveBack("a", turn: second)
    #expect(pacer.reserve("a", spacing: .seconds(1), at: start) == third.advanced(by: .seconds(1)))
  }

  @Test(arguments: [429, 503]) func refusalsSlowTheHostDownAndAnswersSpeedItUpAgain(status: Int) {
    var pacer = HostPacer()
    pacer.note("a", status: 200)
    #expect(pacer.interval("a") == .zero)
    pacer.note("a", status: status)
    #expect(pacer.interval("a") == .milliseconds(250))
    pacer.note("a", status: status)
    #expect(pacer.interval("a") == .milliseconds(500))
    for _ in 0..<20 { pacer.note("a", status: status) }
    #expect(pacer.interval("a") == .seconds(30))
    pacer.note("a", status: 200)
    #expect(pacer.interval("a") == .milliseconds(22_500))
    for _ in 0..<30 { pacer.note("a", status: 404) }
    #expect(pacer.interval("a") == .zero)
    #expect(pacer.interval("b") == .zero)
  }

  /// Whatever the order of turns, cancellations and instants: no two starts are closer than the spacing.
  @Test(arguments: 0..<20) func noTwoStartsAreTooClose(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var pacer = HostPacer()
    var now = start
    var starts: [Timestamp] = []
    for _ in 0..<200 {
      now = now.advanced(by: .milliseconds(Int64(random.below(300))))
      let turn = pacer.reserve("a", spacing: .milliseconds(200), at: now)
      #expect(turn >= now)
      if random.below(4) == 0, turn > now { pacer.giveBack("a", turn: turn) } else { starts.append(turn) }
    }
    for (first, second) in zip(starts, starts.dropFirst()) {
      #expect(second.since(first) >= .milliseconds(200), "seed \(seed)")
    }
  }
}
