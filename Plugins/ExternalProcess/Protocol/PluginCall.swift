import WeftModel

/// What is written to a plugin: one JSON-RPC 2.0 message a line.
///
/// The members stand in this order and without blanks, which the specification promises to plugins that can do no more
/// than compare text.
enum PluginCall {
  /// `initialize`.
  static func initialize(id: Int, settings: JSONTree, folder: String) -> String {
    let folder = folder.isEmpty ? "null" : JSONText.quoted(folder)
    return request(
      id: id, method: "initialize",
      params: "{\"protocol\":\(PluginProtocol.version),\"settings\":\(settings.text),\"folder\":\(folder)}")
  }

  /// The `params` of `page`.
  static func pageParams(cursor: SelectedValue?, kind: String, source: String, settings: JSONTree) -> String {
    "{\"cursor\":\(cursor?.json ?? "null"),\"kind\":\(JSONText.quoted(kind)),\"source\":\(JSONText.quoted(source)),"
      + "\"settings\":\(settings.text)}"
  }

  /// A request.
  static func request(id: Int, method: String, params: String?) -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\(JSONText.quoted(method))"
      + (params.map { ",\"params\":" + $0 } ?? "") + "}\n"
  }

  /// `cancel`.
  static func cancel(id: Int) -> String {
    "{\"jsonrpc\":\"2.0\",\"method\":\"cancel\",\"params\":{\"id\":\(id)}}\n"
  }

  /// The answer to a request that the plugin must not make.
  static func notFound(id: String, method: String) -> String {
    "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"error\":{\"code\":\(PluginProtocol.Code.methodNotFound),\"message\":"
      + JSONText.quoted("there is no method \(method)") + "}}\n"
  }
}
