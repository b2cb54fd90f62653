import Testing
import WeftModel

@Suite struct SystemClockTests {
  @Test func neverRunsBackwards() {
    let clock = SystemClock()
    let instants = (0..<10_000).map { _ in clock.now() }
    #expect(instants == instants.sorted())
  }

  @Test func sleepingUntilThePastReturnsAtOnce() async throws {
    let clock = SystemClock()
    try await clock.sleep(until: clock.now().advanced(by: .seconds(-1)))
  }

  @Test func cancellationEndsTheSleep() async {
    let clock = SystemClock()
    let sleeper = Task { () async -> Bool in
      do {
        try await clock.sleep(until: clock.now().advanced(by: .seconds(3_600)))
        return false
      } catch {
        return true
      }
    }
    sleeper.cancel()
    #expect(await sleeper.value)
  }
}
