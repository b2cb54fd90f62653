import WeftModel

/// The sentences that a run says on standard error: the source's name first, then the page, the address, what happened
/// and what follows.
enum RunMessages {
  /// What is to be said about the event; `nil` for most.
  ///
  /// - Parameter row: what the source did before.
  static func message(for event: FeedEvent, row: SourceLedger.Row?) -> String? {
    switch event.kind {
    case .failure(let source, let failure, let retryAt):
      let follows = retryAt.map { ", retry in \(SpanText.description($0.since(event.at)))" } ?? ", given up"
      return "\(source): page \((row?.pages ?? 0) + 1)\(address(failure)): \(failure.message)\(follows)"
    case .exclude(let source, let why):
      // A failure was said when it came.
      guard why == .slow else { return nil }
      return "\(source): page \((row?.pages ?? 0) + 1): no answer yet, left out until it comes"
    case .warning(let source, let warning):
      return "\(source): \(warning.text)"
    case .request, .page, .state, .emit: return nil
    }
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

  private static func address(_ failure: SourceFailure) -> String {
    failure.url.map { $0.isEmpty ? "" : ", \($0)" } ?? ""
  }
}
