import JSONDocument
import WeftModel

/// The list of a JSON document that holds its items: the array, or the object of objects, that looks most like content.
struct ItemList {
  /// Where it stands in the document.
  let path: JSONMemberPath
  /// Its elements.
  let nodes: [JSONNode]
  /// What of an element becomes which field.
  let map: JSONFieldMap
  private let score: Double

  /// The selector of `items`.
  var selector: String { path.elements }

  /// Containers looked at in one document, and how deep.
  private static let mostContainers = 5_000
  private static let deepest = 7

  /// The lists of a document, the best first.
  static func all(in root: JSONNode) -> [ItemList] {
    var lists: [ItemList] = []
    var queue: [(node: JSONNode, path: JSONMemberPath)] = [(root, JSONMemberPath())]
    var next = 0
    while next < queue.count, next < mostContainers {
      let (node, path) = queue[next]
      next += 1
      switch node.kind {
      case .array:
        if let list = ItemList(node.elements, path, isArray: true) { lists.append(list) }
      case .object:
        let members = node.members
        if members.count >= 2, let list = ItemList(members.map(\.value), path, isArray: false) { lists.append(list) }
        guard path.steps.count < deepest else { continue }
        for (name, value) in members where value.kind == .object || value.kind == .array {
          queue.append((value, path.appending(.member(name))))
        }
      case .string, .number, .boolean, .null: break
      }
    }
    return lists.sorted { $0.score > $1.score }
  }

  private init?(_ nodes: [JSONNode], _ path: JSONMemberPath, isArray: Bool) {
    let objects = nodes.count { $0.kind == .object }
    guard objects > 0, objects * 10 >= nodes.count * 9 else { return nil }
    let sample = Array(nodes.prefix(25))
    let alike = Self.likeness(sample)
    // An object of objects is a list only where they are alike: else it is a document with parts.
    guard isArray || alike > 0.8 && nodes.count >= 2 else { return nil }
    self.path = path
    self.nodes = nodes
    map = JSONFieldMap(MemberSample.all(of: sample))
    guard map.has(.title) || map.has(.url) || map.has(.id) else { return nil }
    let name = FieldNames.normalized(path.names.last ?? "")
    var score = map.worth + logarithm(nodes.count) * 0.7 + alike
    if Self.likely.contains(name) { score += 1.5 }
    if Self.unlikely.contains(name) { score -= 3 }
    if !isArray { score -= 2 }
    score -= Double(path.steps.count) * 0.2
    self.score = score
  }

  /// How much of its members each element shares with the first.
  private static func likeness(_ nodes: [JSONNode]) -> Double {
    guard nodes.count > 1, let first = nodes.first.map({ Set($0.members.map(\.name)) }) else { return 1 }
    let shares = nodes.dropFirst().map { node -> Double in
      let names = Set(node.members.map(\.name))
      let union = first.union(names).count
      return union == 0 ? 1 : Double(first.intersection(names).count) / Double(union)
    }
    return shares.reduce(0, +) / Double(shares.count)
  }

  private static let likely: Set<String> = [
    "items", "results", "data", "posts", "entries", "articles", "hits", "docs", "records", "children", "topics",
    "nodes",
    "edges", "stories", "news", "list", "rows", "content", "events", "objects", "elements", "value", "videos",
    "statuses", "issues", "works", "feed",
  ]
  private static let unlikely: Set<String> = [
    "users", "authors", "tags", "categories", "labels", "facets", "links", "groups", "errors", "columns", "included",
    "includes", "filters", "aggregations", "warnings", "badges", "emojis", "breadcrumbs", "menu", "navigation", "sort",
  ]
}

/// The logarithm to base 2 of a count, as far as scores need it.
func logarithm(_ count: Int) -> Double { Double(Int.bitWidth - max(1, min(count, 256)).leadingZeroBitCount) }
