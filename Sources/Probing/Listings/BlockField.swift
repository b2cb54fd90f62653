import MarkupDocument

/// What one selector finds in the members of a block: the first value of each.
struct BlockField {
  let selector: String
  /// A value for each member that was looked at; `nil` where it finds nothing.
  let values: [String?]
  /// The elements.
  let nodes: [MarkupNode?]

  /// Members that are looked at.
  static let mostMembers = 30

  init?(_ text: String, in members: [MarkupNode]) {
    guard let selector = try? MarkupSelector(text, role: .field) else { return nil }
    self.selector = text
    var values: [String?] = []
    var nodes: [MarkupNode?] = []
    for member in members.prefix(Self.mostMembers) {
      // As a source reads it: the first match, else the first one with a value.
      let found = Self.first(selector, in: member, limit: 1) ?? Self.first(selector, in: member, limit: 20)
      values.append(found?.value)
      nodes.append(found?.node)
    }
    self.values = values
    self.nodes = nodes
  }

  private static func first(
    _ selector: MarkupSelector, in member: MarkupNode, limit: Int
  ) -> (value: String, node: MarkupNode)? {
    guard let matches = try? member.matches(selector, limit: limit) else { return nil }
    for case .node(let node) in matches {
      let value = selector.attributeName.map { node.attribute($0) ?? "" } ?? node.text
      let trimmed = value.drop { $0.isWhitespace }
      if !trimmed.isEmpty { return (String(trimmed), node) }
    }
    return nil
  }

  /// The values that are there.
  var present: [String] { values.compactMap { $0 } }
  /// The share of members that have one.
  var presence: Double { values.isEmpty ? 0 : Double(present.count) / Double(values.count) }
  /// The share of values that differ from all others.
  var distinctness: Double { present.isEmpty ? 0 : Double(Set(present).count) / Double(present.count) }
  /// The length of a value in characters, on average.
  var averageLength: Int { present.isEmpty ? 0 : present.reduce(0) { $0 + $1.unicodeScalars.count } / present.count }

  /// The share of values that hold the condition.
  func share(_ condition: (String) -> Bool) -> Double {
    present.isEmpty ? 0 : Double(present.count(where: condition)) / Double(present.count)
  }
}
