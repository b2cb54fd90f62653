import TestSupport
import WeftMerge
import WeftModel

/// A scripted source behind the protocol: counts what runs, and answers at once or when the test says so.
final class ScriptedSource: PageSource {
  private struct State {
    var attempts: [Int: Int] = [:]
    var requests: [Int] = []
    var running = 0
    var cancelled = 0
    var held: [Int: CheckedContinuation<Void, Never>] = [:]
    var count = 0
    var isOpen: Bool
    var watchers: [(Int, CheckedContinuation<Void, Never>)] = []
    var idlers: [CheckedContinuation<Void, Never>] = []
  }

  private let script: Script
  private let state: Locked<State>

  init(_ script: Script, isOpen: Bool = true) {
    self.script = script
    state = Locked(State(isOpen: isOpen))
  }

  var running: Int { state.with { $0.running } }
  var cancelled: Int { state.with { $0.cancelled } }
  /// The pages asked for, in their order.
  var requests: [Int] { state.with { $0.requests } }

  func page(at cursor: PageCursor?) async throws(SourceFailure) -> Page {
    let number = script.number(of: cursor)
    let (id, attempt, watchers) = state.with { state in
      state.running += 1
      state.count += 1
      state.requests.append(number)
      state.attempts[number, default: 0] += 1
      let count = state.requests.count
      let ready = state.watchers.filter { $0.0 <= count }.map(\.1)
      state.watchers.removeAll { $0.0 <= count }
      return (state.count, state.attempts[number] ?? 1, ready)
    }
    for watcher in watchers { watcher.resume() }
    await gate(id)
    let idlers = state.with { state in
      state.running -= 1
      if Task.isCancelled { state.cancelled += 1 }
      guard state.running == 0 else { return [] as [CheckedContinuation<Void, Never>] }
      defer { state.idlers.removeAll() }
      return state.idlers
    }
    for idler in idlers { idler.resume() }
    if Task.isCancelled { throw SourceFailure(.cancelled, "cancelled") }
    return try script.answer(cursor, attempt: attempt).get()
  }

  private func gate(_ id: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let passes = state.with { state in
          if state.isOpen || Task.isCancelled { return true }
          state.held[id] = continuation
          return false
        }
        if passes { continuation.resume() }
      }
    } onCancel: {
      state.with { $0.held.removeValue(forKey: id) }?.resume()
    }
  }

  /// Lets all requests through, from now on.
  func open() {
    let held = state.with { state in
      state.isOpen = true
      defer { state.held.removeAll() }
      return state.held.values.map { $0 }
    }
    for continuation in held { continuation.resume() }
  }

  /// Waits until so many requests have been made.
  func requests(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.with { state in
        if state.requests.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Waits until nothing runs.
  func idle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.with { state in
        if state.running == 0 { return true }
        state.idlers.append(continuation)
        return false
      }
      if isIdle { continuation.resume() }
    }
  }

  func feedSource() -> FeedSource {
    FeedSource(name: script.name, weight: script.weight, sorted: script.sorted, host: script.host, pages: self)
  }
}
