internal import CLibXML2

extension SelectorMatcher {
  /// The element's position for an `nth` test, from 1; 0 or less where `of S` leaves it out.
  ///
  /// All siblings are counted at once, so that asking each of them costs one walk.
  func position(of element: xmlNodePtr, _ test: SelectorTest) -> Int {
    let table = Int(test.table)
    if positions[table].isEmpty { positions[table] = ContiguousArray(repeating: 0, count: elements.count) }
    let known = positions[table][element.elementIndex]
    if known != 0 { return Int(known) }
    let fromEnd = test.kind == .nthLastChild || test.kind == .nthLastOfType
    var first = element
    while let sibling = fromEnd ? first.nextElementSibling : first.previousElementSibling {
      first = sibling
      spend(1)
    }
    switch test.kind {
    case .nthOfType, .nthLastOfType: countByType(from: first, backwards: fromEnd, table: table)
    default: count(from: first, backwards: fromEnd, table: table, list: Int(test.list))
    }
    return Int(positions[table][element.elementIndex])
  }

  private func count(from first: xmlNodePtr, backwards: Bool, table: Int, list: Int) {
    var position: Int32 = 0
    var next: xmlNodePtr? = first
    while let sibling = next {
      spend(1)
      if list < 0 || matchesAny(list, sibling) {
        position &+= 1
        positions[table][sibling.elementIndex] = position
      } else {
        positions[table][sibling.elementIndex] = -1
      }
      next = backwards ? sibling.previousElementSibling : sibling.nextElementSibling
    }
  }

  private func countByType(from first: xmlNodePtr, backwards: Bool, table: Int) {
    var seen: [ElementName: Int32] = [:]
    var next: xmlNodePtr? = first
    while let sibling = next {
      spend(1)
      let name = ElementName(sibling)
      let position = (seen[name] ?? 0) &+ 1
      seen[name] = position
      positions[table][sibling.elementIndex] = position
      next = backwards ? sibling.previousElementSibling : sibling.nextElementSibling
    }
  }
}

/// An element's expanded name, as a key.
private struct ElementName: Hashable {
  let name: UnsafePointer<UInt8>?
  let namespace: UnsafePointer<UInt8>?

  init(_ element: xmlNodePtr) {
    name = element.pointee.name
    namespace = element.pointee.ns?.pointee.href.map { UnsafePointer($0) }
  }

  static func == (left: ElementName, right: ElementName) -> Bool {
    xmlStrEqual(left.name, right.name) == 1 && xmlStrEqual(left.namespace, right.namespace) == 1
  }

  func hash(into hasher: inout Hasher) {
    if let name { hasher.combine(bytes: UnsafeRawBufferPointer(name.terminated)) }
  }
}
