/// Tells whoever asked for a page that its request waits for its turn.
///
/// A request that a rate or a `Crawl-delay` holds back has not been sent: its source is not slow, and nobody's patience
/// with it should run.
///
/// A class and no closure: binding a task-local value of a function type crashes in optimized code (Swift 6.3.1).
public final class RequestTurn: Sendable {
  /// Who wants to know of the requests of this task.
  @TaskLocal public static var current: RequestTurn?

  private let watcher: @Sendable (Bool) async -> Void

  /// - Parameter watcher: called, in the task of the request, with `true` before it waits and with `false` when it is
  ///   sent.
  public init(_ watcher: @escaping @Sendable (_ isWaiting: Bool) async -> Void) { self.watcher = watcher }

  /// Says that the request waits, or that it is sent at last.
  public func waits(_ isWaiting: Bool) async { await watcher(isWaiting) }
}
