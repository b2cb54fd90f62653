import Testing
import WeftModel

@testable import WeftPaging

struct RetryScheduleTests {
  private let now = Timestamp(seconds: 1_000)

  private func wait(_ attempt: Int, _ settings: RetrySettings = RetrySettings(), jitter: UInt64 = 1) -> Double? {
    RetrySchedule(settings: settings, jitter: jitter)
      .retry(after: SourceFailure(.timeout, "late", retry: .scheduled), attempt: attempt, at: now)
      .retryAt.map { $0.since(now).inSeconds }
  }

  @Test(arguments: [(1, 1.0), (2, 2.0), (3, 4.0)])
  func doublesWithAFifthOfJitter(attempt: Int, seconds: Double) throws {
    for jitter in 0..<200 as Range<UInt64> {
      let measured = try #require(wait(attempt, jitter: jitter))
      #expect(measured >= seconds * 0.8 && measured <= seconds * 1.2)
    }
    #expect(Set((0..<20 as Range<UInt64>).map { wait(attempt, jitter: $0) }).count > 10)
  }

  /// Two sources that met once do not meet at each attempt.
  @Test func theJitterOfEachAttemptIsItsOwn() throws {
    let ratios = try (0..<20 as Range<UInt64>).map { jitter in
      try #require(wait(2, jitter: jitter)) / #require(wait(1, jitter: jitter))
    }
    #expect(ratios.contains { abs($0 - 2) > 0.1 })
  }

  @Test func endsAfterTheConfiguredTimes() {
    #expect(wait(3) != nil)
    #expect(wait(4) == nil)
    #expect(wait(1, RetrySettings(times: 0)) == nil)
  }

  @Test func neverExceedsTheCapNorOverflows() throws {
    let settings = RetrySettings(times: .max, base: .seconds(1), cap: .seconds(60))
    for attempt in [7, 20, 41, 62, 63, 64, 65, 1_000, .max] {
      let seconds = try #require(wait(attempt, settings))
      #expect(seconds >= 48 && seconds <= 60, "attempt \(attempt)")
    }
    // Sources that wait for the cap do not come back all at once.
    #expect(Set((0..<20 as Range<UInt64>).map { wait(9, settings, jitter: $0) }).count > 5)
    #expect(try #require(wait(50, RetrySettings(times: .max, base: .seconds(Int64.max), cap: .seconds(5)))) <= 5)
    #expect(try #require(wait(1, RetrySettings(base: .seconds(-5)))) >= 0)
  }

  @Test(arguments: [
    (SourceFailure.Retry.never, 1, nil as Double?), (.once, 1, 1), (.once, 2, nil),
    (.notBefore(Timestamp(seconds: 1_040)), 1, 40), (.notBefore(Timestamp(seconds: 1_040)), 4, nil),
    (.notBefore(Timestamp(seconds: 900)), 1, 1),
  ])
  func followsTheFailure(retry: SourceFailure.Retry, attempt: Int, seconds: Double?) {
    let decision = RetrySchedule(settings: RetrySettings(), jitter: 1)
      .retry(after: SourceFailure(.status, "503", retry: retry), attempt: attempt, at: now)
    let wait = decision.retryAt.map { $0.since(now).inSeconds }
    #expect((wait == nil) == (seconds == nil))
    if let wait, let seconds { #expect(abs(wait - seconds) <= seconds * 0.2) }
  }

  @Test func withoutRetriesNothingIsTriedAgain() {
    let schedule = RetrySchedule(settings: RetrySettings(times: 0), jitter: 1)
    for retry in [SourceFailure.Retry.once, .scheduled, .notBefore(now.advanced(by: .seconds(5)))] {
      #expect(schedule.retry(after: SourceFailure(.status, "503", retry: retry), attempt: 1, at: now).retryAt == nil)
    }
  }

  /// After the last retry, the instant that the server named is still told, unless it has passed.
  @Test(arguments: [(1_040, 1_040), (900, nil)] as [(Int64, Int64?)])
  func theInstantIsToldAfterTheLastRetry(named: Int64, told: Int64?) {
    let failure = SourceFailure(.status, "503", retry: .notBefore(Timestamp(seconds: named)))
    let decision = RetrySchedule(settings: RetrySettings(), jitter: 1).retry(after: failure, attempt: 4, at: now)
    #expect(decision == .init(retryAt: nil, heldUntil: told.map { Timestamp(seconds: $0) }))
  }

  @Test func aWaitBeyondTheCapIsToldAndNotWaitedFor() {
    let hour = now.advanced(by: .seconds(3_600))
    let decision = RetrySchedule(settings: RetrySettings(), jitter: 1)
      .retry(after: SourceFailure(.status, "429", retry: .notBefore(hour)), attempt: 1, at: now)
    #expect(decision == .init(retryAt: nil, heldUntil: hour))
  }
}
