import MarkupDocument

/// Short selectors that find just the members of a block.
struct BlockSelector {
  private let tree: MarkupTree
  private let outline: PageOutline

  init(_ tree: MarkupTree, _ outline: PageOutline) {
    self.tree = tree
    self.outline = outline
  }

  /// What a selector finds.
  struct Match {
    var selector: String
    var nodes: [MarkupNode]
    /// It finds the members of the block and nothing else.
    var isExact: Bool
  }

  /// A selector of the block's members; where none finds just them, the one that comes near enough.
  func match(_ block: RepeatedBlock) -> Match? {
    // Rows that only part the others, or head them, have no link and are no items.
    let members = block.members.filter { outline.firstTarget($0) != nil }.map { outline.nodes[$0] }
    let wanted = Set(members)
    var nearest: (match: Match, likeness: Double)?
    for selector in candidates(block) {
      guard let nodes = found(selector, limit: members.count * 2 + 20), !nodes.isEmpty else { continue }
      let common = nodes.count { wanted.contains($0) }
      let likeness = Double(common) / Double(nodes.count + members.count - common)
      if likeness == 1 { return Match(selector: selector, nodes: nodes, isExact: true) }
      if likeness > nearest?.likeness ?? 0.7 {
        nearest = (Match(selector: selector, nodes: nodes, isExact: false), likeness)
      }
    }
    return nearest?.match
  }

  /// Selectors from the shortest on.
  private func candidates(_ block: RepeatedBlock) -> [String] {
    guard let first = block.members.first, let last = block.members.last else { return [] }
    let own: [String]
    switch block.signature {
    case .classed(let name, let className): own = ["\(name).\(className)"]
    case .named(let name): own = [name]
    case .children(let parent, let name):
      let around = unique(parent, steps: 3)
      return around.flatMap { ["\($0) > \(name)", "\($0) > \(name):has(a[href])"] } + byContent(block, name)
    }
    let linked = own.filter { !$0.hasPrefix("a.") }
    var selectors = own + linked.map { $0 + ":has(a[href])" }
    // The nearest element around all of them, and those around it.
    var around = outline.parents[first]
    var steps = 0
    while around >= 0, steps < 12 {
      if outline.ends[around] > last {
        for context in unique(around, steps: 1) { selectors += own.map { "\(context) \($0)" } }
      }
      around = outline.parents[around]
      steps += 1
    }
    return selectors
  }

  /// Selectors by the way from a member down to one of its links: rows of tables in tables, none of which has a name.
  private func byContent(_ block: RepeatedBlock, _ name: String) -> [String] {
    var selectors: [String] = []
    for member in block.members.prefix(3) {
      var link = outline.nextLink[member]
      for _ in 0..<4 {
        guard link < outline.ends[member] else { break }
        var steps: [String] = []
        var place = link
        while place > member, steps.count < 7 {
          let step = outline.classes[place].first.map { "\(outline.names[place]).\($0)" } ?? outline.names[place]
          steps.insert(step, at: 0)
          place = outline.parents[place]
        }
        if place == member { selectors.append("\(name):has(> \(steps.joined(separator: " > ")))") }
        link = outline.nextLink[link + 1]
      }
    }
    return selectors
  }

  /// Selectors that find just this element.
  private func unique(_ index: Int, steps: Int) -> [String] {
    let node = outline.nodes[index]
    let name = outline.names[index]
    if name == "body" { return ["body"] }
    if let id = ClassName.stableID(of: node), isUnique("#" + id) { return ["#" + id] }
    let classes = outline.classes[index].prefix(4).map { "\(name).\($0)" }.filter(isUnique)
    if !classes.isEmpty { return classes }
    if name == "main" || name == "article" || name == "table", isUnique(name) { return [name] }
    let parent = outline.parents[index]
    guard steps > 0, parent >= 0 else { return [] }
    let step = outline.classes[index].first.map { "\(name).\($0)" } ?? name
    return unique(parent, steps: steps - 1).map { "\($0) > \(step)" }.filter(isUnique)
  }

  private func isUnique(_ selector: String) -> Bool { found(selector, limit: 2)?.count == 1 }

  private func found(_ selector: String, limit: Int) -> [MarkupNode]? {
    guard let selector = try? MarkupSelector(selector, role: .items),
      let matches = try? tree.matches(selector, limit: limit)
    else { return nil }
    return matches.compactMap { match in
      if case .node(let node) = match { return node }
      return nil
    }
  }
}
