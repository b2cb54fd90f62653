public import WeftModel

/// Many selections of one item: the members of an object are looked through once, then found by their names' first
/// bytes.
///
/// Meant to be kept for all items of a page, so that its memory is used again.
public struct JSONItemScope {
  private var item: JSONNode
  /// That of the item's document, which `item` keeps alive: asking the document each time would count references.
  private var tape: JSONTape
  /// The names' first bytes and places on the tape.
  private var members: [(prefix: UInt64, position: Int)] = []

  /// The selections of this node.
  public init(_ item: JSONNode) {
    self.item = item
    tape = item.document.withTape { $0 }
    readMembers()
  }

  /// Goes on to another node, mostly of the same document.
  public mutating func move(to item: JSONNode) {
    self.item = item
    tape = item.document.withTape { $0 }
    readMembers()
  }

  /// The node that selections start from.
  public var node: JSONNode { item }

  private mutating func readMembers() {
    defer { withExtendedLifetime(item.document) {} }
    members.removeAll(keepingCapacity: true)
    guard tape.type(item.position) == JSONTape.Word.object else { return }
    let end = tape.end(item.position)
    var position = item.position &+ 1
    while position < end {
      members.append((tape.prefix(position), position))
      position = tape.next(position &+ 1)
    }
  }

  /// What the selector finds first, or nil.
  ///
  /// - Throws: `JSONSelectorError.tooManyNodes`.
  public func first(_ selector: JSONSelector) throws(JSONSelectorError) -> SelectedValue? {
    defer { withExtendedLifetime(item.document) {} }
    guard selector.isSingular else { return try selector.first(in: item)?.selected }
    return start(selector.query.steps, tape).map { tape.selected($0) }
  }

  /// All that the selector finds, in order.
  ///
  /// - Throws: `JSONSelectorError.tooManyNodes`.
  public func all(_ selector: JSONSelector) throws(JSONSelectorError) -> [SelectedValue] {
    defer { withExtendedLifetime(item.document) {} }
    if selector.isSingular { return try first(selector).map { [$0] } ?? [] }
    guard selector.query.isSingularThenWildcard else { return try selector.nodes(in: item).map(\.selected) }
    guard let found = start(selector.query.steps, tape), tape.isContainer(found) else { return [] }
    return tape.selectedChildren(found)
  }

  /// The first of `values`; nil where it is null.
  ///
  /// - Throws: `JSONSelectorError.tooManyNodes`.
  public func firstValue(_ selector: JSONSelector) throws(JSONSelectorError) -> SelectedValue? {
    defer { withExtendedLifetime(item.document) {} }
    guard selector.isSingular else { return try values(selector).first }
    guard var found = start(selector.query.steps, tape) else { return nil }
    if tape.type(found) == JSONTape.Word.array {
      guard found &+ 1 < tape.end(found) else { return nil }
      found &+= 1
    }
    return tape.type(found) == JSONTape.Word.null ? nil : tape.selected(found)
  }

  /// All that the selector finds, in order; where that is one array, its elements.
  ///
  /// - Throws: `JSONSelectorError.tooManyNodes`.
  public func values(_ selector: JSONSelector) throws(JSONSelectorError) -> [SelectedValue] {
    defer { withExtendedLifetime(item.document) {} }
    guard selector.isSingular else {
      if let behind = selector.query.stepsBehindWildcard { return values(selector.query.steps, behind) }
      let nodes = try selector.nodes(in: item)
      guard nodes.count == 1, nodes[0].kind == .array else { return nodes.map(\.selected) }
      return nodes[0].elements.map(\.selected)
    }
    guard let found = start(selector.query.steps, tape) else { return [] }
    guard tape.type(found) == JSONTape.Word.array else { return [tape.selected(found)] }
    return tape.selectedChildren(found)
  }

  /// The same for steps, `[*]` and steps. It looks at each child once, so that no document reaches the limit of nodes.
  private func values(_ steps: JSONSteps, _ behind: JSONSteps) -> [SelectedValue] {
    guard let container = start(steps, tape), tape.isContainer(container) else { return [] }
    var values: [SelectedValue] = []
    var last = 0
    let end = tape.end(container)
    let step = tape.type(container) == JSONTape.Word.object ? 1 : 0
    var position = container &+ 1
    while position < end {
      position &+= step
      if let found = tape.follow(behind, from: position) {
        values.append(tape.selected(found))
        last = found
      }
      position = tape.next(position)
    }
    guard values.count == 1, tape.type(last) == JSONTape.Word.array else { return values }
    return tape.selectedChildren(last)
  }

  /// Follows steps from the item, the first by its index of members.
  @inline(__always) private func start(_ steps: JSONSteps, _ tape: JSONTape) -> Int? {
    guard let first = steps.steps.first, first.length >= 0 else { return tape.follow(steps, from: item.position) }
    guard let member = member(first, steps, tape) else { return nil }
    return tape.follow(steps, from: member, skipping: 1)
  }

  /// The value of the last member with the name of the step.
  @inline(__always) private func member(_ step: JSONStep, _ steps: JSONSteps, _ tape: JSONTape) -> Int? {
    members.withUnsafeBufferPointer { members in
      var index = members.count &- 1
      while index >= 0 {
        if members[index].prefix == step.prefix {
          let key = members[index].position
          if tape.length(key) == step.length, steps.isRest(step, of: tape.bytes(key)) { return key &+ 1 }
        }
        index &-= 1
      }
      return nil
    }
  }
}
