import Locks
import WeftModel

/// The plugin programs of this process that have not ended.
public enum PluginProcesses {
  private struct State {
    var runners: [ObjectIdentifier: PluginRunner] = [:]
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private static let state = Lock(State())

  static func add(_ runner: PluginRunner) { state.with { $0.runners[ObjectIdentifier(runner)] = runner } }

  static func remove(_ runner: PluginRunner) {
    let watchers = state.with { state -> [CheckedContinuation<Void, Never>] in
      state.runners[ObjectIdentifier(runner)] = nil
      guard state.runners.isEmpty else { return [] }
      defer { state.watchers = [] }
      return state.watchers
    }
    for watcher in watchers { watcher.resume() }
  }

  /// How many run.
  public static var count: Int { state.with { $0.runners.count } }

  /// Asks all of them to shut down and waits until nothing of them is left; for the end of a program.
  ///
  /// Each has some seconds for it and is killed then, so this always comes to an end.
  public static func shutDown() async {
    for runner in state.with({ Array($0.runners.values) }) { runner.close() }
    await end()
  }

  /// Waits until none runs.
  static func end() async {
    await withCheckedContinuation { continuation in
      let isOver = state.with { state in
        if state.runners.isEmpty { return true }
        state.watchers.append(continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
  }
}
