import WeftKit

/// The lines that say, while a run goes on, which sources keep it waiting.
enum SlowSources {
  /// A request that takes longer than this is worth a line.
  private static let threshold = Duration.seconds(1)
  /// More lines push away what was printed.
  private static let mostLines = 8

  /// A line for each source that is slow or will be asked again; the slowest first.
  static func lines(_ ledger: SourceLedger, now: Timestamp) -> [String] {
    var slow: [(wait: Duration, line: String)] = []
    for row in ledger.rows {
      if let waiting = row.waiting {
        let wait = now.since(waiting.since)
        guard wait >= threshold else { continue }
        let server = Origin(of: waiting.address)?.hostAndPort ?? waiting.address
        slow.append(
          (wait, "\(row.name): page \(row.pages + 1), waiting \(SpanText.description(wait)) for \(server)"))
      } else if let retryAt = row.retryAt, let failure = row.failure {
        let wait = max(retryAt.since(now), .zero)
        slow.append((wait, "\(row.name): \(failure.message), retry in \(SpanText.description(wait))"))
      }
    }
    slow.sort { $0.wait > $1.wait }
    guard slow.count > mostLines else { return slow.map(\.line) }
    return slow.prefix(mostLines - 1).map(\.line) + ["and \(slow.count - mostLines + 1) more sources"]
  }
}
