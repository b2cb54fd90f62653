import WeftModel

/// The variables of a template in a request's body; any other brace is text.
enum BodyTemplates {
  /// The names that stand between braces.
  static func variables(of body: RequestSettings.Body?) -> Set<String> {
    var names: Set<String> = []
    switch body {
    case .json(let tree): collect(tree, &names)
    case .form(let fields): for field in fields { collect(field.value, &names) }
    case .text(let text): collect(text, &names)
    // The query is GraphQL's own language, full of braces.
    case .graphQL(_, let variables): collect(variables, &names)
    case nil: break
    }
    return names
  }

  private static func collect(_ tree: JSONTree, _ names: inout Set<String>) {
    switch tree {
    case .string(let text), .raw(let text): collect(text, &names)
    case .array(let elements): for element in elements { collect(element, &names) }
    case .object(let members): for member in members { collect(member.value, &names) }
    case .null, .bool, .number: break
    }
  }

  private static func collect(_ text: String, _ names: inout Set<String>) {
    guard text.utf8.contains(0x7B) else { return }
    for name in AddressText.variableNames where text.contains("{" + name + "}") { names.insert(name) }
  }
}
