public import WeftModel

/// Checks JSON values against a JSON Schema (draft-07): just the keywords that the configuration's schema has.
public struct SchemaValidator {
  private let root: JSONTree
  /// Patterns by their text; compiling one takes longer than all the rest.
  private let patterns: Patterns

  private final class Patterns {
    var compiled: [String: Regex<AnyRegexOutput>] = [:]
  }

  /// - Parameter schema: the schema as a JSON value.
  public init(_ schema: JSONTree) {
    root = schema
    patterns = Patterns()
  }

  /// What is wrong with the value, each with its place; empty where it is valid.
  public func faults(in value: JSONTree) -> [String] { faults(value, root, "$") }

  private func faults(_ value: JSONTree, _ schema: JSONTree, _ place: String) -> [String] {
    if case .bool(let isValid) = schema { return isValid ? [] : ["\(place): refused"] }
    guard case .object(let keywords) = schema else { return ["\(place): no schema"] }
    // Beside `$ref` nothing counts.
    if case .string(let name)? = keywords.first(where: { $0.name == "$ref" })?.value {
      guard let target = definition(name) else { return ["\(place): \(name) is nowhere"] }
      return faults(value, target, place)
    }
    var found: [String] = []
    for keyword in keywords {
      found += faults(value, keyword.name, keyword.value, among: keywords, place)
    }
    return found
  }

  private func definition(_ name: String) -> JSONTree? {
    var node: JSONTree? = root
    for part in name.split(separator: "/").dropFirst() { node = node?[String(part)] }
    return node
  }

  private func faults(
    _ value: JSONTree, _ keyword: String, _ argument: JSONTree, among keywords: [JSONTree.Member], _ place: String
  ) -> [String] {
    switch keyword {
    case "$schema", "$id", "title", "description", "default", "definitions", "patternErrorMessage", "then", "else":
      return []
    case "type":
      let names = argument.elements ?? [argument]
      return names.contains { value.isOf(type: $0.string ?? "") } ? [] : ["\(place): not of type \(argument)"]
    case "enum": return argument.elements?.contains(value) == true ? [] : ["\(place): not in the list"]
    case "const": return value == argument ? [] : ["\(place): not \(argument)"]
    case "anyOf":
      let branches = (argument.elements ?? []).map { faults(value, $0, place) }
      return branches.contains { $0.isEmpty } ? [] : ["\(place): no branch fits: \(branches)"]
    case "allOf": return (argument.elements ?? []).flatMap { faults(value, $0, place) }
    case "not": return faults(value, argument, place).isEmpty ? ["\(place): refused by not"] : []
    case "if":
      let branch = faults(value, argument, place).isEmpty ? "then" : "else"
      return keywords.first { $0.name == branch }.map { faults(value, $0.value, place) } ?? []
    case "pattern":
      guard let text = value.string, let pattern = argument.string else { return [] }
      return matches(text, pattern) ? [] : ["\(place): \(text) does not fit \(pattern)"]
    case "minLength": return value.string.map { $0.isEmpty ? ["\(place): empty"] : [] } ?? []
    case "minimum": return compare(value, argument, place) { $0 >= $1 }
    case "maximum": return compare(value, argument, place) { $0 <= $1 }
    case "exclusiveMinimum": return compare(value, argument, place) { $0 > $1 }
    default: return structural(value, keyword, argument, among: keywords, place)
    }
  }

  private func structural(
    _ value: JSONTree, _ keyword: String, _ argument: JSONTree, among keywords: [JSONTree.Member], _ place: String
  ) -> [String] {
    let count = argument.integer ?? 0
    switch (keyword, value) {
    case ("items", .array(let elements)):
      return elements.enumerated().flatMap { index, element -> [String] in
        guard let tuple = argument.elements else { return faults(element, argument, "\(place)[\(index)]") }
        return index < tuple.count ? faults(element, tuple[index], "\(place)[\(index)]") : []
      }
    case ("minItems", .array(let elements)): return elements.count >= count ? [] : ["\(place): too few"]
    case ("maxItems", .array(let elements)): return elements.count <= count ? [] : ["\(place): too many"]
    case ("properties", .object(let members)):
      return members.flatMap { member in
        argument[member.name].map { faults(member.value, $0, "\(place).\(member.name)") } ?? []
      }
    case ("additionalProperties", .object(let members)):
      let known = keywords.first { $0.name == "properties" }?.value
      return members.filter { known?[$0.name] == nil }.flatMap { faults($0.value, argument, "\(place).\($0.name)") }
    case ("propertyNames", .object(let members)):
      return members.flatMap { faults(.string($0.name), argument, "\(place).\($0.name)") }
    case ("required", .object(let members)):
      let names = (argument.elements ?? []).compactMap(\.string)
      return names.filter { name in !members.contains { $0.name == name } }.map { "\(place): \($0) is missing" }
    case ("minProperties", .object(let members)): return members.count >= count ? [] : ["\(place): too few keys"]
    case ("maxProperties", .object(let members)): return members.count <= count ? [] : ["\(place): too many keys"]
    case ("dependencies", .object(let members)):
      guard case .object(let rules) = argument else { return [] }
      return rules.filter { rule in members.contains { $0.name == rule.name } }.flatMap { rule in
        (rule.value.elements ?? []).compactMap(\.string).filter { value[$0] == nil }.map { "\(place): needs \($0)" }
      }
    case ("items", _), ("minItems", _), ("maxItems", _), ("properties", _), ("additionalProperties", _),
      ("propertyNames", _), ("required", _), ("minProperties", _), ("maxProperties", _), ("dependencies", _):
      return []
    default: return ["\(place): the keyword \(keyword) is not known here"]
    }
  }

  private func compare(
    _ value: JSONTree, _ limit: JSONTree, _ place: String, _ holds: (Double, Double) -> Bool
  ) -> [String] {
    guard case .number(let text) = value, let number = Double(text), case .number(let other) = limit,
      let bound = Double(other)
    else { return [] }
    return holds(number, bound) ? [] : ["\(place): \(text) is out of range"]
  }

  private func matches(_ text: String, _ pattern: String) -> Bool {
    if let known = patterns.compiled[pattern] { return text.firstMatch(of: known) != nil }
    // By code points, as ECMA 262 has it with the flag u.
    guard let made = try? Regex(pattern).matchingSemantics(.unicodeScalar) else { return false }
    patterns.compiled[pattern] = made
    return text.firstMatch(of: made) != nil
  }
}

extension JSONTree {
  fileprivate subscript(name: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  fileprivate var elements: [JSONTree]? {
    if case .array(let elements) = self { return elements }
    return nil
  }

  fileprivate var string: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  fileprivate var integer: Int? {
    if case .number(let digits) = self { return Int(digits) }
    return nil
  }

  fileprivate func isOf(type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number(let digits): type == "number" || type == "integer" && Double(digits).map { $0 == $0.rounded() } == true
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    case .raw: false
    }
  }
}
