import Locks

/// Waits, on a thread of a connection, for what a task brings.
///
/// A server's threads are its own, so that one of them may block; a thread of Swift's pool must not.
enum BlockingCall {
  static func result<Value: Sendable>(of work: @escaping @Sendable () async -> Value) -> Value? {
    let box = Monitor<Value?>(nil)
    Task {
      let value = await work()
      box.change { $0 = value }
    }
    return box.wait { $0 }
  }
}
