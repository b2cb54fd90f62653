// Filters: what holds at a node (RFC 9535 sections 2.3.5 and 2.4).

extension JSONPathEvaluator {
  mutating func holds(_ expression: JSONPathLogical, at node: Int) throws(JSONSelectorError) -> Bool {
    switch expression {
    case .any(let parts):
      for part in parts where try holds(part, at: node) { return true }
      return false
    case .all(let parts):
      for part in parts where try !holds(part, at: node) { return false }
      return true
    case .not(let part): return try !holds(part, at: node)
    case .exists(let query):
      if query.isSingular { return self.node(query, current: node) != nil }
      return try !nodes(query, current: node).isEmpty
    case .comparison(let left, let comparison, let right):
      return try compare(try value(left, at: node), comparison, try value(right, at: node))
    case .matches(let text, let pattern, let compiled, let whole):
      return try matches(text, pattern, compiled, whole: whole, at: node)
    }
  }

  /// What an operand yields.
  enum Value {
    case nothing
    case node(Int)
    case literal(JSONPathLiteral)
  }

  private mutating func value(_ operand: JSONPathOperand, at node: Int) throws(JSONSelectorError) -> Value {
    switch operand {
    case .literal(let literal): return .literal(literal)
    case .query(let query):
      try look()
      return self.node(query, current: node).map { .node($0) } ?? .nothing
    case .length(let argument): return try length(try value(argument, at: node))
    case .count(let query): return .integer(try nodes(query, current: node).count)
    case .value(let query):
      let selected = try nodes(query, current: node)
      return selected.count == 1 ? .node(selected[0]) : .nothing
    }
  }

  /// Section 2.4.4: Unicode scalars of a string, elements of an array, members of an object; else nothing.
  private mutating func length(_ value: Value) throws(JSONSelectorError) -> Value {
    if let scalars = withText(value, { bytes in bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } }) {
      return .integer(scalars)
    }
    guard case .node(let node) = value, tape.isContainer(node) else { return .nothing }
    return .integer(tape.count(node))
  }

  /// Sections 2.4.6 and 2.4.7: false also where an argument is no string or the pattern is none.
  private mutating func matches(
    _ text: JSONPathOperand, _ pattern: JSONPathOperand, _ compiled: JSONPathPattern?, whole: Bool, at node: Int
  ) throws(JSONSelectorError) -> Bool {
    let text = try value(text, at: node)
    guard let subject = withText(text, { String(decoding: $0, as: UTF8.self) }) else { return false }
    if let compiled { return compiled.matches(subject, whole: whole) }
    let written = try value(pattern, at: node)
    guard let written = withText(written, { String(decoding: $0, as: UTF8.self) }) else { return false }
    if let known = patterns[written] { return known.matches(subject, whole: whole) }
    let fresh = JSONPathPattern(written)
    if patterns.count >= 16 { patterns.removeAll() }
    patterns[written] = fresh
    return fresh.matches(subject, whole: whole)
  }

  /// Gives the UTF-8 of a string, if the value is one.
  func withText<Result>(_ value: Value, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    switch value {
    case .node(let node) where tape.type(node) == JSONTape.Word.string: body(tape.bytes(node))
    case .literal(.string(let bytes)): bytes.withUnsafeBufferPointer(body)
    case .node, .literal, .nothing: nil
    }
  }
}

extension JSONPathEvaluator.Value {
  static func integer(_ value: Int) -> Self { .literal(.number(.integer(Int64(value)))) }
}
