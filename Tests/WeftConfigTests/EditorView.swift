import WeftModel

@testable import WeftConfig

/// A configuration as an editor sees it: scalars typed by the core schema of YAML 1.2 (section 10.3).
enum EditorView {
  static func json(_ text: String) -> JSONTree { json(Array(text.utf8)) }

  static func json(_ bytes: [UInt8]) -> JSONTree {
    YAMLTree(SourceText(bytes)).root.map(json) ?? .null
  }

  private static func json(_ node: YAMLNode) -> JSONTree {
    switch node.content {
    case .list(let elements): return .array(elements.map(json))
    case .map(let pairs): return .object(pairs.map { .init(name: $0.key, value: json($0.value)) })
    case .scalar(let scalar): return scalar.style == .plain ? typed(scalar.text) : .string(scalar.text)
    }
  }

  static func typed(_ text: String) -> JSONTree {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    default: break
    }
    if text.wholeMatch(of: /[-+]?[0-9]+/) != nil, let number = Int(text) { return .number(String(number)) }
    let isFloat = text.wholeMatch(of: /[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?/) != nil
    if isFloat, let number = Double(text), number.isFinite { return .number("\(number)") }
    return .string(text)
  }
}
