import JSONDocument

/// One member of the items of a list, with its values in the first items.
struct MemberSample {
  /// Where it stands in an item.
  let path: JSONMemberPath
  /// One value of each item that has one that is not empty, as text.
  var values: [String] = []
  /// The values are numbers, or texts of digits.
  var numbers = 0
  /// How many items were looked at.
  let items: Int

  /// The share of items that have it.
  var presence: Double { items == 0 ? 0 : Double(values.count) / Double(items) }
  /// The share of values that differ from all others.
  var distinctness: Double { values.isEmpty ? 0 : Double(Set(values).count) / Double(values.count) }

  /// The share of values that hold the condition.
  func share(_ condition: (String) -> Bool) -> Double {
    values.isEmpty ? 0 : Double(values.count(where: condition)) / Double(values.count)
  }

  /// The length of a value in bytes, on average.
  var averageLength: Int { values.isEmpty ? 0 : values.reduce(0) { $0 + $1.utf8.count } / values.count }

  /// Items looked at, members of one item, and how deep.
  private static let mostItems = 25
  private static let mostMembers = 400
  private static let deepest = 4

  /// The members of the items, in document order of their first appearance.
  static func all(of nodes: [JSONNode]) -> [MemberSample] {
    let nodes = nodes.prefix(mostItems)
    var order: [JSONMemberPath] = []
    var samples: [JSONMemberPath: MemberSample] = [:]
    for node in nodes {
      var seen = Set<JSONMemberPath>()
      var budget = mostMembers
      visit(node, JSONMemberPath(), depth: 0, &budget) { path, text, isNumber in
        guard seen.insert(path).inserted else { return }
        if samples[path] == nil {
          order.append(path)
          samples[path] = MemberSample(path: path, items: nodes.count)
        }
        samples[path]?.values.append(text)
        if isNumber { samples[path]?.numbers += 1 }
      }
    }
    return order.compactMap { samples[$0] }
  }

  private static func visit(
    _ node: JSONNode, _ path: JSONMemberPath, depth: Int, _ budget: inout Int,
    _ found: (JSONMemberPath, String, Bool) -> Void
  ) {
    guard budget > 0 else { return }
    budget -= 1
    switch node.kind {
    case .string, .number:
      if let text = node.text, !text.isEmpty, depth > 0 {
        found(path, String(text.prefix(2_000)), node.kind == .number)
      }
    case .object where depth < deepest:
      for (name, value) in node.members where name.utf8.count <= 100 {
        visit(value, path.appending(.member(name)), depth: depth + 1, &budget, found)
      }
    case .array where depth < deepest:
      // The first element that is something tells what the others are.
      for element in node.elements.prefix(5) where element.kind != .null {
        visit(element, path.appending(.all), depth: depth + (element.kind == .object ? 1 : 0), &budget, found)
      }
    case .object, .array, .boolean, .null: break
    }
  }
}
