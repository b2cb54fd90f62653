import TestSupport
import WeftKit

/// A numbered source of a test: counts what it is asked, fails when told to.
final class ScriptedPages: PageSource {
  private let name: String
  private let state: Locked<State>

  private struct State {
    var asked: [String] = []
    var failures: [SourceFailure?] = []
    var days: [Int]
    var gate: [CheckedContinuation<Void, Never>]?
  }

  /// - Parameter days: the days of its items, newest first; a page has three.
  init(_ name: String, days: [Int]) {
    self.name = name
    state = Locked(State(days: days))
  }

  var asked: [String] { state.with { $0.asked } }

  func fail(_ failures: SourceFailure?...) { state.with { $0.failures = failures } }

  func insert(day: Int) { state.with { $0.days.insert(day, at: 0) } }

  /// From now on answers wait.
  func close() { state.with { $0.gate = [] } }

  func open() {
    let waiting = state.with { state in
      defer { state.gate = nil }
      return state.gate ?? []
    }
    for continuation in waiting { continuation.resume() }
  }

  func page(at cursor: PageCursor?) async throws(SourceFailure) -> Page {
    state.with { $0.asked.append(address(of: cursor)) }
    await withCheckedContinuation { continuation in
      let waits = state.with { state in
        state.gate?.append(continuation)
        return state.gate != nil
      }
      if !waits { continuation.resume() }
    }
    let failure = state.with { $0.failures.isEmpty ? nil : $0.failures.removeFirst() }
    if let failure { throw failure }
    let days = state.with { $0.days }
    var number = 1
    if case .page(let asked) = cursor { number = asked }
    let part = days.dropFirst((number - 1) * 3).prefix(3)
    let items = part.map { day in
      var item = Item(id: "\(name)-\(day)")
      item.title = item.id
      item.datePublished = Timestamp(seconds: Int64(day) * 86_400)
      return item
    }
    return Page(
      items: items, following: part.isEmpty ? .end(.empty) : .next(.page(number + 1), isAdvertised: false),
      origin: PageOrigin(bytes: 2_000))
  }

  var source: FeedSource { FeedSource(name: name, pages: self) }
}
