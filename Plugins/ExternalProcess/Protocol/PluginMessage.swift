import JSONDocument
import WeftModel

/// One line that a plugin wrote.
enum PluginMessage: Equatable {
  /// The answer to a request: its result as JSON text.
  case result(id: Int, json: String)
  /// A request was not carried out. `id` is `nil` where the plugin could not read which one it was.
  case refusal(id: Int?, PluginError)
  /// A line for a person.
  case log(request: Int?, level: String, text: String)
  /// How far a request is.
  case progress(request: Int?, text: String)
  /// Another notification; it means nothing.
  case notification(String)
  /// A request of the plugin's own; there are none in this protocol. Its id as JSON text.
  case request(id: String, method: String)

  /// Why a line is no message.
  struct Problem: Error, Equatable {
    var text: String
  }

  /// Reads a line without its end (JSON-RPC 2.0 sections 4 and 5).
  init(_ line: [UInt8]) throws(Problem) {
    let root: JSONNode
    do throws(JSONDocumentError) {
      root = try JSONDocument(line).root
    } catch {
      throw Problem(text: "no JSON")
    }
    guard root.kind == .object else { throw Problem(text: "JSON, but no object") }
    guard root["jsonrpc"]?.text == "2.0" else { throw Problem(text: "a JSON object without \"jsonrpc\":\"2.0\"") }
    if let method = root["method"] {
      guard method.kind == .string, let name = method.text else { throw Problem(text: "a method that is no string") }
      self = PluginMessage.call(name, root)
      return
    }
    guard let id = root["id"] else { throw Problem(text: "neither a method nor an id") }
    let number = id.kind == .number ? id.text.flatMap { Int($0) } : nil
    if let error = root["error"] {
      guard root["result"] == nil else { throw Problem(text: "an answer with both a result and an error") }
      guard number != nil || id.kind == .null else { throw Problem(text: "an answer whose id is no number of ours") }
      guard let refusal = PluginError(error) else { throw Problem(text: "an error without a code and a message") }
      self = .refusal(id: number, refusal)
    } else if let result = root["result"] {
      guard let number else { throw Problem(text: "an answer whose id is no number of ours") }
      self = .result(id: number, json: result.json)
    } else {
      throw Problem(text: "an answer with neither a result nor an error")
    }
  }

  private static func call(_ method: String, _ root: JSONNode) -> PluginMessage {
    if let id = root["id"] { return .request(id: id.json, method: method) }
    let params = root["params"]
    let request = params?["id"].flatMap { $0.kind == .number ? $0.text.flatMap { Int($0) } : nil }
    switch method {
    case "log":
      return .log(
        request: request, level: params?["level"]?.text ?? "info", text: shown(params?["message"]?.text ?? "", 500))
    case "progress":
      let counts = [params?["done"]?.text, params?["total"]?.text].compactMap { $0 }.joined(separator: " of ")
      let text = [params?["message"]?.text ?? "", counts].filter { !$0.isEmpty }.joined(separator: " ")
      return .progress(request: request, text: shown(text, 200))
    default: return .notification(shown(method, 100))
    }
  }

  private static func shown(_ text: String, _ limit: Int) -> String { ShownText.line(text, limit: limit) }
}

/// Text of a plugin in our messages: on one line, short, without control characters.
enum ShownText {
  /// The first characters of a text.
  static func line(_ text: String, limit: Int) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    var owesBlank = false
    for scalar in text.unicodeScalars {
      guard count < limit else { return String(result) + "…" }
      if scalar.properties.isWhitespace || isControl(scalar) {
        owesBlank = count > 0
        continue
      }
      if owesBlank { result.append(" ") }
      owesBlank = false
      result.append(scalar)
      count += 1
    }
    return String(result)
  }

  /// The first characters of bytes that may be anything.
  static func line(_ bytes: some Collection<UInt8>, limit: Int) -> String {
    line(String(decoding: bytes.prefix(limit * 4), as: UTF8.self), limit: limit)
  }

  /// Control and format characters, those that turn the writing direction among them.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
    default: false
    }
  }
}
