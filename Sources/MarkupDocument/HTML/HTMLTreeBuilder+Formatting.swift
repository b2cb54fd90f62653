internal import CLibXML2

/// The list of active formatting elements and the adoption agency (13.2.4.3 and 13.2.6.4.7).
extension HTMLTreeBuilder {
  /// Remembers the current node as one that the next block opens again.
  mutating func pushFormatting() {
    guard let last = open.last else { return }
    // Three of a kind are enough ("Noah's Ark").
    var alike = 0
    var index = formatting.count &- 1
    while index >= 0, let node = formatting[index].node {
      if formatting[index].name == last.name, haveSameAttributes(node, last.node) {
        alike += 1
        if alike == 3 {
          formatting.remove(at: index)
          break
        }
      }
      index &-= 1
    }
    if formatting.count >= Self.maximumFormatting { formatting.removeFirst() }
    formatting.append(Formatting(node: last.node, name: last.name, tag: last.tag))
  }

  private func haveSameAttributes(_ left: xmlNodePtr, _ right: xmlNodePtr) -> Bool {
    var one = left.pointee.properties
    var two = right.pointee.properties
    while let first = one, let second = two {
      guard first.pointee.name == second.pointee.name,
        first.withValue({ a in second.withValue { b in a.elementsEqual(b) } })
      else { return false }
      one = first.pointee.next
      two = second.pointee.next
    }
    return one == nil && two == nil
  }

  mutating func pushMarker() {
    if formatting.count >= 4 * Self.maximumFormatting { formatting.removeFirst() }
    formatting.append(Formatting(node: nil, name: nil, tag: .other))
  }

  mutating func clearFormattingToMarker() {
    while let last = formatting.popLast(), last.node != nil {}
  }

  private func isOpen(_ node: xmlNodePtr) -> Bool {
    var index = open.count &- 1
    while index >= 0 {
      if open[index].node == node { return true }
      index &-= 1
    }
    return false
  }

  /// Opens again what the end of a block closed.
  mutating func reconstructFormatting() {
    guard let last = formatting.last, let node = last.node, !isOpen(node) else { return }
    var index = formatting.count &- 1
    while index > 0, let earlier = formatting[index &- 1].node, !isOpen(earlier) { index &-= 1 }
    while index < formatting.count {
      guard budget > 0, let original = formatting[index].node, let name = formatting[index].name else { return }
      budget -= 1
      flushText()
      let copy = clone(original, name)
      if open.count >= Self.maximumDepth { pop() }
      insert(copy)
      open.append(Open(node: copy, contents: copy, name: name, tag: formatting[index].tag))
      formatting[index].node = copy
      index &+= 1
    }
  }

  private mutating func clone(_ original: xmlNodePtr, _ name: UnsafePointer<UInt8>) -> xmlNodePtr {
    let copy = makeElement(name, withAttributes: false)
    var last: xmlAttrPtr?
    var next = original.pointee.properties
    while let attribute = next {
      if let name = attribute.pointee.name {
        attribute.withValue {
          last = arena.appendAttribute(name, $0, to: copy, after: last)
        }
      }
      next = attribute.pointee.next
    }
    return copy
  }

  /// The topmost formatting element of the tag after the last marker.
  func formattingIndex(of tag: HTMLTag) -> Int? {
    var index = formatting.count &- 1
    while index >= 0, formatting[index].node != nil {
      if formatting[index].tag == tag { return index }
      index &-= 1
    }
    return nil
  }

  mutating func removeFormatting(_ node: xmlNodePtr) {
    if let index = formatting.lastIndex(where: { $0.node == node }) { formatting.remove(at: index) }
  }

  /// The end tag of a formatting element: what overlaps a block is split.
  mutating func adoptionAgency(_ tag: HTMLTag) {
    flushText()
    if let last = open.last, last.tag == tag, !formatting.contains(where: { $0.node == last.node }) {
      pop()
      return
    }
    for _ in 0..<8 {
      guard let formattingIndex = formattingIndex(of: tag), let subject = formatting[formattingIndex].node,
        let subjectName = formatting[formattingIndex].name
      else {
        anyOtherEndTag()
        return
      }
      guard let openIndex = open.lastIndex(where: { $0.node == subject }) else {
        formatting.remove(at: formattingIndex)
        return
      }
      guard isInScope(node: subject) else { return }
      // The topmost special element below the formatting element.
      guard let blockIndex = ((openIndex + 1)..<open.count).first(where: { isSpecial(open[$0]) }) else {
        open.removeSubrange(openIndex...)
        formatting.remove(at: formattingIndex)
        return
      }
      guard budget > 0, openIndex > 0 else { return }
      adopt(
        subject, subjectName, tag, at: openIndex, formattingIndex: formattingIndex, block: open[blockIndex],
        blockIndex: blockIndex)
    }
  }

  private mutating func adopt(
    _ subject: xmlNodePtr, _ subjectName: UnsafePointer<UInt8>, _ tag: HTMLTag, at openIndex: Int,
    formattingIndex: Int, block: Open, blockIndex: Int
  ) {
    let ancestor = open[openIndex - 1]
    var bookmark = formattingIndex
    var lastNode = block.node
    var index = blockIndex
    var round = 0
    while true {
      round += 1
      index -= 1
      guard index > openIndex, index < open.count else { break }
      let node = open[index]
      var listIndex = formatting.firstIndex { $0.node == node.node }
      if round > 3, let found = listIndex {
        formatting.remove(at: found)
        if found < bookmark { bookmark -= 1 }
        listIndex = nil
      }
      guard let listIndex else {
        open.remove(at: index)
        continue
      }
      budget -= 1
      let copy = clone(node.node, node.name)
      formatting[listIndex].node = copy
      open[index].node = copy
      open[index].contents = copy
      if lastNode == block.node { bookmark = listIndex + 1 }
      xmlUnlinkNode(lastNode)
      append(lastNode, to: copy)
      lastNode = copy
    }
    xmlUnlinkNode(lastNode)
    let wasFostering = fosterParenting
    fosterParenting = true
    insert(lastNode, target: ancestor)
    fosterParenting = wasFostering
    budget -= 1
    let copy = clone(subject, subjectName)
    // All children of the block move into the copy.
    while let child = block.contents.pointee.children {
      xmlUnlinkNode(child)
      append(child, to: copy)
    }
    append(copy, to: block.contents)
    if let index = formatting.firstIndex(where: { $0.node == subject }) {
      formatting.remove(at: index)
      if index < bookmark { bookmark -= 1 }
    }
    formatting.insert(
      Formatting(node: copy, name: subjectName, tag: tag), at: min(max(bookmark, 0), formatting.count))
    remove(subject)
    let position = (open.lastIndex { $0.node == block.node } ?? open.count - 1) + 1
    open.insert(Open(node: copy, contents: copy, name: subjectName, tag: tag), at: position)
  }

  private func isInScope(node: xmlNodePtr) -> Bool {
    for element in open.reversed() {
      if element.node == node { return true }
      if HTMLTagSet.scope.contains(element.tag) || element.integration != .none { return false }
    }
    return false
  }

  func isSpecial(_ element: Open) -> Bool {
    HTMLTagSet.special.contains(element.tag) || element.integration != .none
  }

  mutating func anyOtherEndTag() {
    var index = open.count &- 1
    while index > 0 {
      let element = open[index]
      if element.name == name, element.tag != .foreign {
        generateImpliedEndTags(except: tag)
        if index < open.count { open.removeSubrange(index...) }
        return
      }
      if isSpecial(element) { return }
      index &-= 1
    }
  }
}
