import WeftModel

/// Reads a JSON Schema of settings: what of it can be checked with a place, and complaints of what cannot.
struct SchemaReader {
  let context: ReadingContext

  private static let deepest = 16

  /// A schema; `nil` after an error.
  func read(_ node: YAMLNode, _ path: SettingPath, depth: Int = 0) -> ValueSchema? {
    guard depth < Self.deepest else {
      context.error(node.span, "\(path): schemas are nested deeper than \(Self.deepest)")
      return nil
    }
    guard let values = context.section(node, KeyTable.section(.schema), path: path) else { return nil }
    var schema = ValueSchema()
    schema.types = types(values)
    schema.summary = values.text("description")?.text ?? ""
    schema.fallback = values.node("default").map { context.json($0, values.path("default")) }
    if let constant = values.node("const") { schema.choices = [context.json(constant, values.path("const"))] }
    if let choices = values.list("enum") { schema.choices = choices.map { context.json($0, values.path("enum")) } }
    schema.minimum = number("minimum", values)
    schema.maximum = number("maximum", values)
    schema.exclusiveMinimum = number("exclusiveMinimum", values)
    schema.exclusiveMaximum = number("exclusiveMaximum", values)
    schema.minLength = values.integer("minLength")
    schema.maxLength = values.integer("maxLength")
    schema.pattern = pattern(values)
    if let items = values.node("items") {
      schema.elements = [read(items, values.path("items"), depth: depth + 1)].compactMap { $0 }
    }
    schema.minItems = values.integer("minItems")
    schema.maxItems = values.integer("maxItems")
    schema.takesOtherMembers = values.boolean("additionalProperties") ?? true
    readMembers(values, into: &schema, depth: depth)
    return schema
  }

  private func types(_ values: SectionValues) -> [ValueSchema.ValueType] {
    guard let node = values.node("type") else { return [] }
    let names: [YAMLNode]
    if case .list(let elements) = node.content { names = elements } else { names = [node] }
    let words = ValueSchema.ValueType.allCases.map(\.rawValue)
    let expected = KeyType.choice(words)
    return names.compactMap { name in
      guard let text = context.text(name, values.path("type"), expected: expected) else { return nil }
      if let type = ValueSchema.ValueType(rawValue: text.text) { return type }
      let near = Suggestion.nearest(to: text.written, among: words).map { "did you mean \($0)?" }
      context.complain(of: name, values.path("type"), expected: expected, hint: near)
      return nil
    }
  }

  private func number(_ key: String, _ values: SectionValues) -> Double? {
    guard let node = values.node(key), let text = context.text(node, values.path(key), expected: "a number") else {
      return nil
    }
    guard Token.isJSONNumber(text.text), let number = Double(text.text), number.isFinite else {
      context.complain(of: node, values.path(key), expected: "a number")
      return nil
    }
    return number
  }

  private func pattern(_ values: SectionValues) -> String? {
    guard let text = values.text("pattern") else { return nil }
    if let problem = context.checks.pattern(text.text) {
      context.report(problem, in: text, values.path("pattern"))
      return nil
    }
    return text.text
  }

  private func readMembers(_ values: SectionValues, into schema: inout ValueSchema, depth: Int) {
    if let node = values.node("properties"), !node.isPoisoned, !node.isEmpty {
      if case .map(let pairs) = node.content {
        schema.members = pairs.compactMap { pair in
          read(pair.value, values.path("properties").appending(pair.key), depth: depth + 1).map {
            ValueSchema.Member(pair.key, $0)
          }
        }
      } else {
        context.complain(of: node, values.path("properties"), expected: "a map")
      }
    }
    for name in values.texts("required") ?? [] {
      if let index = schema.members.firstIndex(where: { $0.name == name.text }) {
        schema.members[index].isRequired = true
      } else {
        let near = Suggestion.nearest(to: name.written, among: schema.members.map(\.name))
        context.error(
          name.span, "\(values.path("required")): there is no property \(Quoting.message(name.written))",
          hint: near.map { "did you mean \($0)?" })
      }
    }
  }
}
