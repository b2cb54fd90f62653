internal import CLibXML2

/// `:has()`: worked out for the whole document at once, from the far end of the relative selector towards its anchor.
/// Each step is one pass that marks elements, so that the cost is linear however the document is nested.
extension SelectorMatcher {
  func hasRelation(_ test: SelectorTest, _ element: xmlNodePtr) -> Bool {
    let table = Int(test.table)
    if relations[table].isEmpty {
      var anchors = ContiguousArray(repeating: false, count: elements.count)
      for complex in program.lists[Int(test.list)].range {
        let found = anchorsOf(program.complexes[complex])
        for index in anchors.indices where found[index] { anchors[index] = true }
      }
      relations[table] = anchors
    }
    return relations[table][element.elementIndex]
  }

  private func anchorsOf(_ complex: SpanOf<SelectorPart>) -> ContiguousArray<Bool> {
    var marked = ContiguousArray(repeating: true, count: elements.count)
    for part in complex.range.reversed() {
      for index in marked.indices where marked[index] {
        if isExhausted { return marked }
        marked[index] = matches(compound: part, elements[index])
      }
      marked = leftNeighbours(of: marked, by: program.parts[part].combinator)
    }
    return marked
  }

  /// The elements that the combinator ties, on its left, to a marked one.
  private func leftNeighbours(
    of marked: ContiguousArray<Bool>, by combinator: Combinator
  ) -> ContiguousArray<Bool> {
    var result = ContiguousArray(repeating: false, count: elements.count)
    spend(elements.count >> 2)
    for index in marked.indices where marked[index] {
      let element = elements[index]
      switch combinator {
      case .none: result[index] = true
      case .child:
        if let parent = element.parentElement { result[parent.elementIndex] = true }
      case .nextSibling:
        if let sibling = element.previousElementSibling { result[sibling.elementIndex] = true }
      case .descendant:
        var next = element.parentElement
        while let ancestor = next, !result[ancestor.elementIndex] {
          result[ancestor.elementIndex] = true
          next = ancestor.parentElement
        }
      case .subsequentSibling:
        var next = element.previousElementSibling
        while let sibling = next, !result[sibling.elementIndex] {
          result[sibling.elementIndex] = true
          next = sibling.previousElementSibling
        }
      }
    }
    return result
  }
}
