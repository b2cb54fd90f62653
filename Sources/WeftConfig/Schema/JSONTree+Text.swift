public import WeftModel

extension JSONTree {
  /// A map of these members.
  static func map(_ members: [(String, JSONTree)]) -> JSONTree {
    .object(members.map { Member(name: $0.0, value: $0.1) })
  }

  /// The value as JSON text (RFC 8259), each member and element on a line of its own, indented by two; a list of plain
  /// values stays on one line.
  public var indented: String {
    var text = ""
    write(to: &text, indent: "")
    return text
  }

  private func write(to text: inout String, indent: String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let digits), .raw(let digits): text += digits
    case .string(let value): text += JSONText.quoted(value)
    case .array(let elements) where elements.allSatisfy(\.isPlain):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += ", " }
        element.write(to: &text, indent: "")
      }
      text += "]"
    case .array(let elements):
      Self.write(elements.map { (nil, $0) }, between: ("[", "]"), to: &text, indent: indent)
    case .object(let members):
      Self.write(members.map { ($0.name, $0.value) }, between: ("{", "}"), to: &text, indent: indent)
    }
  }

  private static func write(
    _ parts: [(name: String?, value: JSONTree)], between brackets: (String, String), to text: inout String,
    indent: String
  ) {
    guard !parts.isEmpty else {
      text += brackets.0 + brackets.1
      return
    }
    text += brackets.0
    for (index, part) in parts.enumerated() {
      text += (index > 0 ? ",\n" : "\n") + indent + "  "
      if let name = part.name { text += JSONText.quoted(name) + ": " }
      part.value.write(to: &text, indent: indent + "  ")
    }
    text += "\n" + indent + brackets.1
  }

  private var isPlain: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }
}
