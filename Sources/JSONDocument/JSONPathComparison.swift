// Comparisons (RFC 9535 section 2.3.5.2.2).

extension JSONPathEvaluator {
  mutating func compare(
    _ left: Value, _ comparison: JSONPathOperator, _ right: Value
  ) throws(JSONSelectorError) -> Bool {
    switch comparison {
    case .equal: try equal(left, right)
    case .notEqual: try !equal(left, right)
    case .less: less(left, right)
    case .greater: less(right, left)
    case .lessOrEqual:
      if less(left, right) { true } else { try equal(left, right) }
    case .greaterOrEqual:
      if less(right, left) { true } else { try equal(left, right) }
    }
  }

  /// Only numbers and strings have an order; strings that of their Unicode scalars, which is that of UTF-8 bytes.
  private func less(_ left: Value, _ right: Value) -> Bool {
    if let left = number(left), let right = number(right) { return left < right }
    return withText(left) { left in withText(right) { right in left.lexicographicallyPrecedes(right) } ?? false }
      ?? false
  }

  private mutating func equal(_ left: Value, _ right: Value) throws(JSONSelectorError) -> Bool {
    if case .node(let left) = left, case .node(let right) = right { return try equal(left, right) }
    switch (left, right) {
    case (.nothing, .nothing): return true
    case (.nothing, _), (_, .nothing): return false
    default: break
    }
    if let left = number(left), let right = number(right) { return left == right }
    if let same = withText(left, { left in withText(right) { right in left.elementsEqual(right) } ?? false }) {
      return same
    }
    if let left = constant(left), let right = constant(right) { return left == right }
    return false
  }

  /// Two values of the document, deeply.
  private mutating func equal(_ left: Int, _ right: Int) throws(JSONSelectorError) -> Bool {
    try look()
    if left == right { return true }
    switch (tape.type(left), tape.type(right)) {
    case (JSONTape.Word.array, JSONTape.Word.array):
      let (left, right) = (tape.children(left), tape.children(right))
      guard left.count == right.count else { return false }
      for (left, right) in zip(left, right) where try !equal(left, right) { return false }
      return true
    case (JSONTape.Word.object, JSONTape.Word.object):
      let (left, right) = (sortedMembers(left), sortedMembers(right))
      guard left.count == right.count else { return false }
      for (left, right) in zip(left, right) {
        guard tape.bytes(left - 1).elementsEqual(tape.bytes(right - 1)), try equal(left, right) else { return false }
      }
      return true
    default: break
    }
    if let left = number(.node(left)), let right = number(.node(right)) { return left == right }
    guard tape.type(left) == tape.type(right) else { return false }
    return tape.type(left) == JSONTape.Word.string
      ? tape.bytes(left).elementsEqual(tape.bytes(right)) : !tape.isContainer(left)
  }

  /// The values of an object's members, by name; sorted, so that comparing wide objects stays fast. Of a repeated name
  /// the last one counts.
  private func sortedMembers(_ object: Int) -> [Int] {
    let sorted = tape.children(object).sorted { left, right in
      let (leftName, rightName) = (tape.bytes(left - 1), tape.bytes(right - 1))
      if leftName.lexicographicallyPrecedes(rightName) { return true }
      return left < right && leftName.elementsEqual(rightName)
    }
    return sorted.enumerated().filter { index, member in
      index + 1 == sorted.count || !tape.bytes(member - 1).elementsEqual(tape.bytes(sorted[index + 1] - 1))
    }.map(\.element)
  }

  private func number(_ value: Value) -> JSONPathNumber? {
    switch value {
    case .nothing: nil
    case .literal(.number(let number)): number
    case .literal: nil
    case .node(let node): tape.number(node)
    }
  }

  /// null, true and false.
  private func constant(_ value: Value) -> JSONPathLiteral? {
    switch value {
    case .nothing, .literal(.number), .literal(.string): nil
    case .literal(let literal): literal
    case .node(let node):
      switch tape.type(node) {
      case JSONTape.Word.yes: .boolean(true)
      case JSONTape.Word.no: .boolean(false)
      case JSONTape.Word.null: .null
      default: nil
      }
    }
  }
}

extension JSONTape {
  /// A number's value to compare with; nil for anything else.
  func number(_ position: Int) -> JSONPathNumber? {
    let type = type(position)
    guard type == Word.signed || type == Word.unsigned || type == Word.double else { return nil }
    guard numbersAreExact else { return JSONPathNumber(String(decoding: written(position), as: UTF8.self)) }
    let bits = words[position &+ 1]
    return switch type {
    case Word.signed: .integer(Int64(bitPattern: bits))
    case Word.unsigned: .double(Double(bits))
    default: .double(Double(bitPattern: bits))
    }
  }
}
