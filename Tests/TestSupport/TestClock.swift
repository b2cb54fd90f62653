public import WeftModel

/// A clock that stands still until a test moves it.
public final class TestClock: EngineClock {
  private struct Sleeper {
    var deadline: Timestamp
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Timestamp(seconds: 1_000_000_000)
    var sleepers: [Int: Sleeper] = [:]
    var cancelled = Set<Int>()
    var count = 0
    var watchers: [(Int, CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  /// A clock that stands at some instant of 2001.
  public init() {}

  /// How many tasks sleep.
  public var sleeperCount: Int { state.with { $0.sleepers.count } }

  /// The instant.
  public func now() -> Timestamp { state.with { $0.now } }

  /// Waits until the clock is moved there; returns early, by throwing, where the task is cancelled.
  public func sleep(until deadline: Timestamp) async throws(CancellationError) {
    let number = state.with { state in
      state.count += 1
      return state.count
    }
    do {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let (isOver, watchers): (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) = state.with { state in
            if state.cancelled.remove(number) != nil { return (.failure(CancellationError()), []) }
            if deadline <= state.now { return (.success(()), []) }
            state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
            let count = state.sleepers.count
            let ready = state.watchers.filter { $0.0 <= count }.map(\.1)
            state.watchers.removeAll { $0.0 <= count }
            return (nil, ready)
          }
          if let isOver { continuation.resume(with: isOver) }
          for watcher in watchers { watcher.resume() }
        }
      } onCancel: {
        let sleeper = state.with { state in
          guard let sleeper = state.sleepers.removeValue(forKey: number) else {
            state.cancelled.insert(number)
            return nil as Sleeper?
          }
          return sleeper
        }
        sleeper?.continuation.resume(throwing: CancellationError())
      }
    } catch {
      throw CancellationError()
    }
  }

  /// Waits until so many tasks sleep.
  public func sleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.with { state in
        if state.sleepers.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Moves the clock; who slept until then wakes.
  public func advance(by duration: Duration) {
    let due = state.with { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
  }
}
