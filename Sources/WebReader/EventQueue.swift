import Locks

/// What one listener of server-sent events has still to be sent; filled by a task, emptied by the thread of its
/// connection.
final class EventQueue: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var hasEnded = false
  }

  private let state = Monitor(State())
  /// A listener that does not read is cut off: it asks again and is told everything anew.
  private static let limit = 256 << 10

  /// Adds an event.
  ///
  /// - Returns: `false` where nobody takes any more.
  func add(_ text: String) -> Bool {
    state.change { state in
      guard !state.hasEnded, state.bytes.count < EventQueue.limit else {
        state.hasEnded = true
        return false
      }
      state.bytes += Array(text.utf8)
      return true
    }
  }

  func end() { state.change { $0.hasEnded = true } }

  /// What there is, or after 15 seconds a comment: only a write shows that the listener is gone. `nil`: the end.
  func next() -> [UInt8]? {
    let bytes = state.wait(seconds: 15) { state -> [UInt8]? in
      guard !state.bytes.isEmpty || state.hasEnded else { return nil }
      defer { state.bytes = [] }
      return state.bytes
    }
    guard let bytes else { return Array(": still here\n\n".utf8) }
    return bytes.isEmpty ? nil : bytes
  }
}
