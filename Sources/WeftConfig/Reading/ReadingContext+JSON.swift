import WeftModel

extension ReadingContext {
  /// A node as JSON: a plain number, `true`, `false` or `null` is JSON's own, everything else and all that is quoted is
  /// text.
  func json(_ node: YAMLNode, _ path: SettingPath) -> JSONTree {
    switch node.content {
    case .list(let elements): return .array(elements.map { json($0, path) })
    case .map(let pairs): return .object(pairs.map { .init(name: $0.key, value: json($0.value, path)) })
    case .scalar(let scalar):
      guard !scalar.text.isEmpty else { return .string("") }
      guard let text = text(node, path, expected: "text") else { return .null }
      guard text.isPlain else { return .string(text.text) }
      switch text.text {
      case "null": return .null
      case "true": return .bool(true)
      case "false": return .bool(false)
      default: return Token.isJSONNumber(text.text) ? .number(text.text) : .string(text.text)
      }
    }
  }
}
