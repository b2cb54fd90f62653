import WeftKit

/// A load state for the page and for programs.
enum StateText {
  /// One JSON object on one line.
  static func json(_ state: SourceState, title: String?) -> String {
    var members = [("source", JSONText.quoted(state.name)), ("state", JSONText.quoted(state.word))]
    if let title = title ?? state.title { members.append(("title", JSONText.quoted(title))) }
    members.append(("text", JSONText.quoted(short(state))))
    members.append(("pages", String(state.pages)))
    if let updated = state.updatedAt { members.append(("updated", JSONText.quoted(updated.rfc3339))) }
    if let reason = reason(state) { members.append(("reason", JSONText.quoted(reason))) }
    if let retry = state.retryAt { members.append(("retry_at", JSONText.quoted(retry.rfc3339))) }
    return "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  /// One or two words for a chip.
  static func short(_ state: SourceState) -> String {
    switch state.word {
    case "fetching": "fetching"
    case "error": "failed"
    case "ready": state.pages == 1 ? "1 page" : "\(state.pages) pages"
    default: "not read yet"
    }
  }

  /// Why it failed, and when it is asked again.
  static func reason(_ state: SourceState) -> String? {
    guard let failure = state.failure else { return nil }
    var text = failure.message
    if let url = failure.url { text = "\(url): \(text)" }
    if let retry = state.retryAt { text += "; asked again from \(retry.rfc3339)" }
    return text
  }
}
