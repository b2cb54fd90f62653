/// Tells whoever asked for a page that its request waits for its turn.
///
/// A request that a rate or a `Crawl-delay` holds back has not been sent: its source is not slow, and nobody's patience
/// with it should run.
public enum RequestTurn {
  /// Called, in the task of the request, with `true` before it waits and with `false` when it is sent.
  @TaskLocal public static var watcher: (@Sendable (_ isWaiting: Bool) async -> Void)?
}
