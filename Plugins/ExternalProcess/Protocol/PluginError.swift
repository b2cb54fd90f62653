import JSONDocument
import WeftModel

/// The error of an answer (JSON-RPC 2.0 section 5.1), and what it means for the source.
struct PluginError: Equatable {
  var code: Int
  /// For a person, on one line.
  var message: String
  /// `data.retry_after`: seconds.
  var retryAfter: Double?
  /// `data.retryable`.
  var isRetryable: Bool?
  /// `data.url`: the address that failed.
  var url: String?

  init(code: Int, message: String, retryAfter: Double? = nil, isRetryable: Bool? = nil, url: String? = nil) {
    self.code = code
    self.message = message
    self.retryAfter = retryAfter
    self.isRetryable = isRetryable
    self.url = url
  }

  /// Reads `error`; `nil` where its code or its message is missing.
  init?(_ node: JSONNode) {
    guard let code = node["code"], code.kind == .number, let number = code.text.flatMap({ Int($0) }),
      let message = node["message"], message.kind == .string
    else { return nil }
    self.code = number
    self.message = ShownText.line(message.text ?? "", limit: 500)
    let data = node["data"]
    if let wait = data?["retry_after"], wait.kind == .number, let seconds = wait.text.flatMap({ Double($0) }) {
      retryAfter = seconds.isFinite && seconds >= 0 ? seconds : nil
    }
    if let word = data?["retryable"], word.kind == .boolean { isRetryable = word.text == "true" }
    if let address = data?["url"], address.kind == .string { url = address.text }
  }

  /// The failure of the source.
  func failure(at now: Timestamp) -> SourceFailure {
    let (kind, retry) = meaning
    var failure = SourceFailure(
      kind, message.isEmpty ? "the plugin says no more than error \(code)" : message, url: url, retry: retry)
    if isRetryable == false { failure.retry = .never }
    if isRetryable == true, failure.retry == .never { failure.retry = .scheduled }
    if let retryAfter, failure.retry != .never {
      // A year at most: nobody waits for longer.
      failure.retry = .notBefore(now.advanced(by: .milliseconds(Int64(min(retryAfter, 31_536_000) * 1_000))))
    }
    return failure
  }

  private var meaning: (SourceFailure.Kind, SourceFailure.Retry) {
    switch code {
    case PluginProtocol.Code.unavailable: (.reported, .scheduled)
    case PluginProtocol.Code.settingsRefused, PluginProtocol.Code.invalidParams: (.request, .never)
    case PluginProtocol.Code.cursorUnknown: (.reported, .once)
    case PluginProtocol.Code.authentication, PluginProtocol.Code.notFound: (.reported, .never)
    case PluginProtocol.Code.unreadable: (.document, .once)
    case PluginProtocol.Code.internalError: (.program, .scheduled)
    case PluginProtocol.Code.methodNotFound, PluginProtocol.Code.invalidRequest, PluginProtocol.Code.parseError:
      (.program, .never)
    case PluginProtocol.Code.cancelled: (.cancelled, .once)
    default: (.reported, .once)
    }
  }
}
