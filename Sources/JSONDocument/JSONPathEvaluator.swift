/// One evaluation of a query over a tape, within a limit of nodes.
///
/// Recursion follows the query (whose depth the parser limits) and, where values are compared, the document (whose
/// depth is limited too).
struct JSONPathEvaluator {
  let tape: JSONTape
  let root: Int
  private let limit: Int
  private var remaining: Int
  /// Patterns that came from the document, compiled; few, since a document chooses how many there are.
  var patterns: [String: JSONPathPattern] = [:]

  init(tape: JSONTape, root: Int, limit: Int) {
    self.tape = tape
    self.root = root
    self.limit = limit
    self.remaining = limit
  }

  /// Counts a node that is looked at.
  @inline(__always) mutating func look() throws(JSONSelectorError) {
    guard remaining > 0 else { throw .tooManyNodes(limit: limit) }
    remaining &-= 1
  }

  mutating func nodes(_ segments: ArraySlice<JSONPathSegment>, from start: Int) throws(JSONSelectorError) -> [Int] {
    var current = [start]
    for segment in segments {
      var selected: [Int] = []
      for node in current {
        if segment.isDescendant {
          try descend(segment.selectors, from: node, into: &selected)
        } else {
          for selector in segment.selectors { try select(selector, of: node, into: &selected) }
        }
      }
      if selected.isEmpty { return [] }
      current = selected
    }
    return current
  }

  mutating func nodes(_ query: JSONPathSubquery, current: Int) throws(JSONSelectorError) -> [Int] {
    try nodes(query.segments[...], from: query.isAbsolute ? root : current)
  }

  /// The node of a query that selects at most one.
  func node(_ query: JSONPathSubquery, current: Int) -> Int? {
    tape.follow(query.steps, from: query.isAbsolute ? root : current)
  }

  /// Applies selectors to a node and to each of its descendants: the tape is in document order, parents first.
  private mutating func descend(
    _ selectors: [JSONPathSelector], from node: Int, into selected: inout [Int]
  ) throws(JSONSelectorError) {
    let end = tape.next(node)
    var position = node
    while position < end {
      try look()
      switch tape.type(position) {
      case JSONTape.Word.object, JSONTape.Word.array:
        for selector in selectors { try select(selector, of: position, into: &selected) }
        position &+= 1
      case JSONTape.Word.signed, JSONTape.Word.unsigned, JSONTape.Word.double: position &+= 2
      default: position &+= 1
      }
    }
  }

  private mutating func select(
    _ selector: JSONPathSelector, of node: Int, into selected: inout [Int]
  ) throws(JSONSelectorError) {
    let type = tape.type(node)
    let isArray = type == JSONTape.Word.array
    guard isArray || type == JSONTape.Word.object else { return }
    switch selector {
    case .name(let name):
      guard !isArray else { return }
      try look()
      if let child = tape.member(node, name) { selected.append(child) }
    case .index(let index):
      guard isArray else { return }
      try look()
      if let child = tape.element(node, index) { selected.append(child) }
    case .wildcard: try eachChild(of: node) { (_, child) throws(JSONSelectorError) in selected.append(child) }
    case .filter(let expression):
      try eachChild(of: node) { (evaluator, child) throws(JSONSelectorError) in
        if try evaluator.holds(expression, at: child) { selected.append(child) }
      }
    case .slice(let start, let end, let step):
      guard isArray else { return }
      try slice(node, start, end, step, into: &selected)
    }
  }

  private mutating func eachChild(
    of container: Int, _ body: (inout JSONPathEvaluator, Int) throws(JSONSelectorError) -> Void
  ) throws(JSONSelectorError) {
    let end = tape.end(container)
    let name = tape.type(container) == JSONTape.Word.object ? 1 : 0
    var position = container &+ 1
    while position < end {
      try look()
      position &+= name
      try body(&self, position)
      position = tape.next(position)
    }
  }

  /// Section 2.3.4.2.
  private mutating func slice(
    _ array: Int, _ start: Int?, _ end: Int?, _ step: Int, into selected: inout [Int]
  ) throws(JSONSelectorError) {
    guard step != 0 else { return }
    var elements: [Int] = []
    try eachChild(of: array) { (_, child) throws(JSONSelectorError) in elements.append(child) }
    let count = elements.count
    // Parsed numbers are within ±2⁵³, so adding a count does not overflow.
    func bound(_ value: Int?, _ otherwise: Int, _ lowest: Int, _ highest: Int) -> Int {
      guard let value else { return otherwise }
      return min(max(value >= 0 ? value : count + value, lowest), highest)
    }
    if step > 0 {
      var index = bound(start, 0, 0, count)
      let upper = bound(end, count, 0, count)
      while index < upper {
        selected.append(elements[index])
        index += step
      }
    } else {
      var index = bound(start, count - 1, -1, count - 1)
      let lower = bound(end, -1, -1, count - 1)
      while index > lower {
        selected.append(elements[index])
        index += step
      }
    }
  }
}
