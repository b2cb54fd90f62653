import WeftKit

/// The trace: one JSON object a line for each event.
enum TraceLine {
  /// The line, with its end.
  static func bytes(for event: FeedEvent, startedAt: Timestamp) -> [UInt8] {
    var bytes: [UInt8] = []
    var object = JSONObject(&bytes)
    object.member("at", json: seconds(event.at.since(startedAt)), &bytes)
    switch event.kind {
    case .request(let source, let address, let cursor, let attempt, let reason):
      begin("request", source, &object, &bytes)
      object.member("url", address, &bytes)
      object.member("cursor", json: cursor.map { JSONText.quoted($0.description) } ?? "null", &bytes)
      object.member("attempt", json: String(attempt), &bytes)
      object.member("reason", reason.rawValue, &bytes)
    case .page(let source, let status, let items, let count, let duration, let cacheUse, let next):
      begin("page", source, &object, &bytes)
      object.member("status", json: String(status), &bytes)
      object.member("items", json: String(items), &bytes)
      object.member("bytes", json: String(count), &bytes)
      object.member("ms", json: ItemJSON.number(Double(duration.inMicroseconds) / 1_000), &bytes)
      if cacheUse != .none { object.member("cache", cacheUse.rawValue, &bytes) }
      object.member("next", json: next.map { JSONText.quoted(redactedURL($0.description)) } ?? "null", &bytes)
    case .failure(let source, let failure, let retryAt):
      begin("failure", source, &object, &bytes)
      object.member("kind", failure.kind.rawValue, &bytes)
      object.member("status", json: failure.status.map(String.init), &bytes)
      object.member("url", failure.url, &bytes)
      object.member("text", failure.message, &bytes)
      object.member("retry_in", json: retryAt.map { seconds($0.since(event.at)) }, &bytes)
    case .state(let source, let from, let to, let why):
      begin("state", source, &object, &bytes)
      object.member("from", from.rawValue, &bytes)
      object.member("to", to.rawValue, &bytes)
      object.member("why", json: why.map(JSONText.quoted) ?? "null", &bytes)
    case .emit(let source, let id, let position, let page, let index, let isLate):
      begin("emit", source, &object, &bytes)
      object.member("id", id, &bytes)
      object.member("position", json: String(position), &bytes)
      object.member("page", json: String(page), &bytes)
      object.member("index", json: String(index), &bytes)
      object.member("late", json: isLate ? "true" : "false", &bytes)
    case .exclude(let source, let why):
      begin("exclude", source, &object, &bytes)
      object.member("why", why.rawValue, &bytes)
    case .warning:
      // Said on standard error; the trace is of what was asked, came and was shown.
      return []
    }
    object.end(&bytes)
    bytes.append(0x0A)
    return bytes
  }

  private static func begin(
    _ event: String, _ source: String, _ object: inout JSONObject, _ bytes: inout [UInt8]
  ) {
    object.member("event", event, &bytes)
    object.member("source", source, &bytes)
  }

  /// Seconds with six decimals at most.
  private static func seconds(_ duration: Duration) -> String {
    ItemJSON.number(Double(duration.inMicroseconds) / 1_000_000) ?? "0"
  }
}
