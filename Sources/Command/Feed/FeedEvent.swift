import WeftModel

/// What happens in a run.
struct FeedEvent: Sendable {
  var at: Timestamp
  var kind: Kind

  enum Kind: Sendable {
    case request(source: String, address: String, cursor: PageCursor?, attempt: Int, reason: String)
    case page(source: String, status: Int, items: Int, bytes: Int, duration: Duration, next: String?)
    case failure(source: String, SourceFailure, retryAt: Timestamp?)
    case state(source: String, from: String, to: String, why: String?)
    case emit(source: String, id: String, position: Int, isLate: Bool)
    case exclude(source: String)
    case warning(source: String, SourceWarning)
  }
}
