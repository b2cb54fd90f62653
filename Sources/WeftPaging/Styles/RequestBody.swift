import URIs
import WeftModel

/// A request body with the page's values put in.
enum RequestBody {
  /// The names that stand for something in a body: `{page}` and its kin. Other braces are the body's own.
  static let names = TemplateText.names

  /// The names in braces that the body holds. The text of a GraphQL query is never a template: braces are its syntax.
  static func templateNames(in body: RequestSettings.Body) -> [String] {
    let texts: [String] =
      switch body {
      case .json(let tree): strings(in: tree)
      case .form(let fields): fields.map(\.value)
      case .text(let text): [text]
      case .graphQL(_, let variables): strings(in: variables)
      }
    return names.filter { name in texts.contains { $0.contains("{\(name)}") } }
  }

  /// A value for a name or a place in the body.
  struct Value {
    /// The text in forms, in text and inside longer strings.
    var text: String
    /// The JSON value: pages and offsets are numbers, a cursor is what it was.
    var json: JSONTree
  }

  /// The bytes of the body and their media type.
  ///
  /// - Parameters:
  ///   - values: what the names stand for; a name without a value makes the member `null` and the text empty.
  ///   - placed: a value for a dotted path (JSON) or a field (form), or nothing.
  static func encoded(
    _ body: RequestSettings.Body, values: [String: Value], placed: (path: String, value: Value?)?
  ) -> (bytes: [UInt8], mediaType: String) {
    switch body {
    case .json(let tree):
      return (Array(place(placed, in: filled(tree, values)).text.utf8), "application/json")
    case .graphQL(let query, let variables):
      let tree = JSONTree.object([
        .init(name: "query", value: .string(query)), .init(name: "variables", value: filled(variables, values)),
      ])
      return (Array(place(placed, in: tree).text.utf8), "application/json")
    case .form(let fields):
      var pairs = fields.map { HeaderFields.Field(name: $0.name, value: filled($0.value, values)) }
      if let placed {
        pairs.removeAll { $0.name == placed.path }
        if let value = placed.value { pairs.append(.init(name: placed.path, value: value.text)) }
      }
      let text = pairs.map { percentEncoded($0.name) + "=" + percentEncoded($0.value) }.joined(separator: "&")
      return (Array(text.utf8), "application/x-www-form-urlencoded")
    case .text(let text):
      return (Array(filled(text, values).utf8), "text/plain; charset=utf-8")
    }
  }

  private static func place(_ placed: (path: String, value: Value?)?, in tree: JSONTree) -> JSONTree {
    guard let placed, let value = placed.value else { return tree }
    return setting(value.json, at: placed.path.split(separator: ".").map(String.init)[...], in: tree)
  }

  /// The tree with the value at a path of member names; members that are missing are made.
  private static func setting(_ value: JSONTree, at path: ArraySlice<String>, in tree: JSONTree) -> JSONTree {
    guard let name = path.first else { return value }
    var members: [JSONTree.Member] = []
    if case .object(let present) = tree { members = present }
    let rest = path.dropFirst()
    if let index = members.firstIndex(where: { $0.name == name }) {
      members[index].value = setting(value, at: rest, in: members[index].value)
    } else {
      members.append(.init(name: name, value: setting(value, at: rest, in: .object([]))))
    }
    return .object(members)
  }

  private static func filled(_ tree: JSONTree, _ values: [String: Value]) -> JSONTree {
    switch tree {
    case .string(let text):
      for name in names where text == "{\(name)}" { return values[name]?.json ?? .null }
      return .string(filled(text, values))
    case .array(let elements): return .array(elements.map { filled($0, values) })
    case .object(let members): return .object(members.map { .init(name: $0.name, value: filled($0.value, values)) })
    case .null, .bool, .number, .raw: return tree
    }
  }

  private static func filled(_ text: String, _ values: [String: Value]) -> String {
    TemplateText.filled(text) { values[$0]?.text }
  }

  private static func strings(in tree: JSONTree) -> [String] {
    switch tree {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(strings)
    case .object(let members): members.flatMap { strings(in: $0.value) }
    case .null, .bool, .number, .raw: []
    }
  }
}
