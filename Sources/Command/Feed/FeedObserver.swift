import Locks
import WeftKit

/// Follows a run by the engine's events: the ledger, the trace, messages and the line of progress.
final class FeedObserver: Sendable {
  private let state: Lock<SourceLedger>
  private let trace: TraceFile
  private let console: Console
  private let limit: Int
  private let startedAt: Timestamp
  /// Values of variables that no line of the trace may show: an address that a cursor holds may have them in its path.
  private let secrets: SecretTexts

  /// - Parameter limit: how many items are printed; what the engine had ready beyond them is no event of this run.
  init(
    sources: [String], limit: Int, trace: TraceFile, console: Console, startedAt: Timestamp, secrets: Set<String> = []
  ) {
    self.secrets = SecretTexts(values: secrets)
    state = Lock(SourceLedger(sources: sources))
    self.trace = trace
    self.console = console
    self.limit = limit
    self.startedAt = startedAt
  }

  /// What the sources did so far.
  var ledger: SourceLedger { state.with { $0 } }

  /// Takes an event; called on the engine's actor, in order.
  func note(_ event: FeedEvent) {
    if case .emit(_, _, let position, _, _, _) = event.kind, position > limit { return }
    if trace.isOpen { trace.append(secrets.removed(from: TraceLine.bytes(for: event, startedAt: startedAt))) }
    let (message, progress) = state.with { ledger in
      let message = RunMessages.message(for: event, ledger: ledger)
      ledger.note(event)
      return (message, RunMessages.progress(after: event, ledger))
    }
    if let message { console.say(message) }
    if let progress { console.show(progress: [progress]) }
  }

  /// Shows, on a terminal, which sources keep others waiting, until the task is cancelled.
  func watchSlowSources(_ clock: any EngineClock) async {
    guard console.isTerminal else { return }
    while (try? await clock.sleep(until: clock.now().advanced(by: .seconds(1)))) != nil {
      let lines = SlowSources.lines(ledger, now: clock.now())
      if !lines.isEmpty || ledger.hasEmitted { console.show(progress: lines) }
    }
  }
}
