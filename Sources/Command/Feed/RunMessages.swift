import WeftKit

/// The sentences that a run says on standard error: the source's name first, then the page, the address, what happened
/// and what follows.
enum RunMessages {
  /// What is to be said about the event; `nil` for most.
  ///
  /// - Parameter ledger: what the sources did before.
  static func message(for event: FeedEvent, ledger: SourceLedger) -> String? {
    switch event.kind {
    case .failure(let source, let failure, let retryAt):
      return place(source, ledger) + address(failure) + ": " + failure.message
        + follows(retryAt, failure.retry, now: event.at)
    case .exclude(let source, let why):
      // A failure was said when it came.
      guard why == .slow else { return nil }
      return place(source, ledger) + ": no answer yet, left out until it comes"
    case .state(let source, _, .full, let why) where why == EndReason.cap.rawValue:
      return "\(source): ended at its maximum of pages or items after \(ledger[source]?.pages ?? 0) pages"
    case .warning(let source, let warning): return "\(source): \(warning.text)"
    case .request, .page, .state, .emit: return nil
    }
  }

  /// The line of progress while first pages load; `nil`: nothing new.
  static func progress(after event: FeedEvent, _ ledger: SourceLedger) -> String? {
    guard !ledger.hasEmitted else { return nil }
    switch event.kind {
    case .request, .page, .failure: break
    case .state, .emit, .exclude, .warning: return nil
    }
    let answered = ledger.rows.filter { $0.pages > 0 || $0.failure != nil }.count
    return "weft: \(answered) of \(ledger.rows.count) sources have answered …"
  }

  /// What is to be said at the end about sources whose items are missing.
  static func summary(_ ledger: SourceLedger) -> [String] {
    let names = ledger.rows.filter(\.hasFailed).map(\.name)
    guard !names.isEmpty else { return [] }
    if ledger.exitStatus == ExitStatus.nothing {
      return [ledger.rows.count == 1 ? "weft: the source failed" : "weft: every source failed"]
    }
    return ["weft: items are missing from \(names.joined(separator: ", "))"]
  }

  /// What follows a failure.
  private static func follows(_ retryAt: Timestamp?, _ wish: SourceFailure.Retry, now: Timestamp) -> String {
    guard let retryAt else {
      // Longer than anybody waits for a page: the run goes on without it, and says when it is worth another.
      guard case .notBefore(let instant) = wish, instant > now else { return ", given up" }
      return ", given up: retry at \(TimeColumn.minute(instant)) or later "
        + "(the server asks for \(SpanText.description(instant.since(now))))"
    }
    let wait = retryAt.since(now)
    return wait < .milliseconds(50) ? ", retry at once" : ", retry in \(SpanText.description(wait))"
  }

  private static func place(_ source: String, _ ledger: SourceLedger) -> String {
    "\(source): page \((ledger[source]?.pages ?? 0) + 1)"
  }

  private static func address(_ failure: SourceFailure) -> String {
    failure.url.map { $0.isEmpty ? "" : ", \($0)" } ?? ""
  }
}
