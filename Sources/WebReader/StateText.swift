import WeftKit

/// A load state for the page and for programs.
enum StateText {
  /// One JSON object on one line.
  static func json(_ state: SourceState, title: String?) -> String {
    var members = [("source", quoted(state.name)), ("state", quoted(state.word))]
    if let title = title ?? state.title { members.append(("title", quoted(title))) }
    members.append(("text", quoted(short(state))))
    members.append(("pages", String(state.pages)))
    if let updated = state.updatedAt { members.append(("updated", quoted(updated.rfc3339))) }
    if let reason = reason(state) { members.append(("reason", quoted(reason))) }
    if let retry = state.retryAt { members.append(("retry_at", quoted(retry.rfc3339))) }
    return "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  /// JSON that is harmless even where it is taken for something else: no tag begins in it, and it is one line for all.
  static func quoted(_ text: String) -> String {
    var result = ""
    for scalar in JSONText.quoted(text).unicodeScalars {
      switch scalar {
      case "<", ">", "&", "\u{85}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// One or two words for a chip.
  static func short(_ state: SourceState) -> String {
    switch state.word {
    case "fetching": state.slowRequests > 0 ? "slow" : "fetching"
    case "error": "failed"
    case "ready": state.pages == 1 ? "1 page" : "\(state.pages) pages"
    default: "not read yet"
    }
  }

  /// Why it failed, and when it is asked again.
  static func reason(_ state: SourceState) -> String? {
    guard let failure = state.failure else {
      return state.slowRequests > 0 ? "there is no answer yet; readers do not wait for it" : nil
    }
    var text = failure.message
    if let url = failure.url { text = "\(url): \(text)" }
    if let retry = state.retryAt { text += "; asked again from \(retry.rfc3339)" }
    return text
  }
}
