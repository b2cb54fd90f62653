import WeftModel

/// Reads a value that a plugin's schema describes: into JSON of the right type, or with a complaint at its place.
struct SchemaValueReader {
  let context: ReadingContext

  /// The value; `nil` after an error.
  func read(_ node: YAMLNode, _ schema: ValueSchema, _ path: SettingPath) -> JSONTree? {
    guard !node.isPoisoned else { return nil }
    switch node.content {
    case .scalar: return scalar(node, schema, path)
    case .list(let elements): return list(node, elements, schema, path)
    case .map(let pairs): return map(node, pairs, schema, path)
    }
  }

  // MARK: scalars

  private func scalar(_ node: YAMLNode, _ schema: ValueSchema, _ path: SettingPath) -> JSONTree? {
    guard let text = context.text(node, path, expected: schema.expectation, mayBeEmpty: schema.takes(.string)) else {
      return nil
    }
    guard let value = typed(text, schema) else {
      context.complain(of: node, path, expected: schema.expectation, hint: hint(text, schema))
      return nil
    }
    if let problem = problem(value, schema) {
      let near = Suggestion.nearest(to: text.written, among: schema.choices.map(\.plainText))
      context.error(
        node.span, "\(path): \(problem), found \(Quoting.message(text.written))",
        hint: near.map { "did you mean \($0)?" })
      return nil
    }
    return value
  }

  /// The text as one of the types; of several the narrowest, but what is quoted stays text where text will do.
  private func typed(_ text: ScalarText, _ schema: ValueSchema) -> JSONTree? {
    let isText = schema.takes(.string)
    // What a variable gives has no quotes of its own: it is what is wanted.
    if isText, !text.isPlain, !text.holdsSecret || schema.types.isEmpty { return .string(text.text) }
    if schema.takes(.boolean), text.text == "true" || text.text == "false" { return .bool(text.text == "true") }
    if schema.takes(.null), text.text == "null" { return .null }
    if schema.takes(.integer), isWhole(text.text) { return .number(text.text) }
    if schema.takes(.number), Token.isJSONNumber(text.text) { return .number(text.text) }
    return isText ? .string(text.text) : nil
  }

  private func isWhole(_ text: String) -> Bool {
    Token.isJSONNumber(text) && text.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) }
  }

  private func hint(_ text: ScalarText, _ schema: ValueSchema) -> String? {
    guard !text.holdsSecret else { return nil }
    if schema.types == [.boolean] {
      switch text.written.lowercased() {
      case "yes", "on", "y", "1", "true", "t": return "write true"
      case "no", "off", "n", "0", "false", "f": return "write false"
      default: return nil
      }
    }
    if schema.types == [.array] { return "write [\(Quoting.shortened(text.written))]" }
    return nil
  }

  /// What is wrong with a value of the right type.
  private func problem(_ value: JSONTree, _ schema: ValueSchema) -> String? {
    if !schema.choices.isEmpty {
      return schema.choices.contains(value) ? nil : "expected \(schema.expectation)"
    }
    switch value {
    case .number(let digits):
      guard let number = Double(digits) else { return nil }
      let isInside =
        number >= schema.minimum ?? -.infinity && number <= schema.maximum ?? .infinity
        && number > schema.exclusiveMinimum ?? -.infinity && number < schema.exclusiveMaximum ?? .infinity
      return isInside ? nil : "expected \(schema.expectation)"
    case .string(let text):
      let count = text.unicodeScalars.count
      let fits = count >= schema.minLength ?? 0 && count <= schema.maxLength ?? .max
      let matches = schema.pattern.map { context.checks.matches($0, text) } ?? true
      return fits && matches ? nil : "expected \(schema.expectation)"
    case .null, .bool, .array, .object, .raw: return nil
    }
  }

  // MARK: lists and maps

  private func list(
    _ node: YAMLNode, _ elements: [YAMLNode], _ schema: ValueSchema, _ path: SettingPath
  ) -> JSONTree? {
    guard schema.takes(.array) else {
      context.complain(of: node, path, expected: schema.expectation)
      return nil
    }
    guard elements.count >= schema.minItems ?? 0, elements.count <= schema.maxItems ?? .max else {
      context.error(node.span, "\(path): expected \(schema.expectation), found \(elements.count)")
      return nil
    }
    let values = elements.enumerated().compactMap { number, element in
      schema.elements.first.map { read(element, $0, path.appending("\(number + 1)")) } ?? context.json(element, path)
    }
    return values.count == elements.count ? .array(values) : nil
  }

  private func map(_ node: YAMLNode, _ pairs: [YAMLPair], _ schema: ValueSchema, _ path: SettingPath) -> JSONTree? {
    guard schema.takes(.object) else {
      context.complain(of: node, path, expected: schema.expectation)
      return nil
    }
    var members: [JSONTree.Member] = []
    var isWhole = true
    for pair in pairs {
      let place = path.appending(pair.key)
      guard let member = schema.member(pair.key) else {
        if schema.takesOtherMembers {
          members.append(.init(name: pair.key, value: context.json(pair.value, place)))
        } else {
          complainOfMember(pair, schema, path)
          isWhole = false
        }
        continue
      }
      guard let value = read(pair.value, member.schema, place) else {
        isWhole = false
        continue
      }
      members.append(.init(name: pair.key, value: value))
    }
    for member in schema.members where !pairs.contains(where: { $0.key == member.name }) {
      if member.isRequired, !node.isPartial {
        context.error(
          pairs.first?.keySpan ?? node.span, "\(path) has no \(member.name)",
          hint: "\(member.name) takes \(member.schema.expectation)")
        isWhole = false
      } else if let fallback = member.schema.fallback {
        members.append(.init(name: member.name, value: fallback))
      }
    }
    return isWhole ? .object(members) : nil
  }

  private func complainOfMember(_ pair: YAMLPair, _ schema: ValueSchema, _ path: SettingPath) {
    let names = schema.members.map(\.name)
    let near = Suggestion.nearest(to: pair.key, among: names)
    context.error(
      pair.keySpan,
      "unknown key \(Quoting.message(pair.key)) in \(path)" + (near.map { "; did you mean \"\($0)\"?" } ?? ""),
      hint: near == nil && !names.isEmpty ? "known are " + names.joined(separator: ", ") : nil)
  }
}
