import JSONDocument

/// The result of `initialize`.
struct PluginHandshake: Equatable {
  var version: Int
  var name: String?
  var release: String?
  var kinds: [String] = []

  /// Why the result says nothing that can be used.
  struct Problem: Error, Equatable {
    var text: String
  }

  /// Reads the result.
  init(json: String) throws(Problem) {
    let root: JSONNode
    do throws(JSONDocumentError) {
      root = try JSONDocument(Array(json.utf8)).root
    } catch {
      throw Problem(text: "it answered initialize with no JSON")
    }
    guard root.kind == .object else { throw Problem(text: "it answered initialize with no object") }
    guard let version = root["protocol"], version.kind == .number, let number = version.text.flatMap({ Int($0) }) else {
      throw Problem(text: "it answered initialize without the version of its protocol")
    }
    self.version = number
    name = root["name"]?.text
    release = root["version"]?.text
    kinds = root["kinds"]?.elements.compactMap { $0["name"]?.text } ?? []
  }
}
