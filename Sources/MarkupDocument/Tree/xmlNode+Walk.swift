internal import CLibXML2

extension UnsafeMutablePointer where Pointee == xmlNode {
  var isElement: Bool { pointee.type == XML_ELEMENT_NODE }

  /// The element's index in `MarkupTree.elements`.
  var elementIndex: Int { Int(bitPattern: pointee._private) &- 1 }

  /// The parent, where it is an element (not the document).
  var parentElement: xmlNodePtr? {
    guard let parent = pointee.parent, parent.isElement else { return nil }
    return parent
  }

  var previousElementSibling: xmlNodePtr? {
    var node = pointee.prev
    while let sibling = node, !sibling.isElement { node = sibling.pointee.prev }
    return node
  }

  var nextElementSibling: xmlNodePtr? {
    var node = pointee.next
    while let sibling = node, !sibling.isElement { node = sibling.pointee.next }
    return node
  }

  var firstElementChild: xmlNodePtr? {
    // Only elements have `children` that are a list of their own: those of an entity reference belong to its
    // declaration.
    guard isElement else { return nil }
    var node = pointee.children
    while let child = node, !child.isElement { node = child.pointee.next }
    return node
  }

  /// The next element in document order that is a descendant of `top` (`nil`: of the document). Never recursive:
  /// depth is the document's choice.
  func nextElement(within top: xmlNodePtr?) -> xmlNodePtr? {
    if let child = firstElementChild { return child }
    var node = self
    while node != top {
      if let sibling = node.nextElementSibling { return sibling }
      guard let parent = node.parentElement else { return nil }
      node = parent
    }
    return nil
  }

  /// The next node of any type in document order that is a descendant of `top`.
  func nextNode(within top: xmlNodePtr) -> xmlNodePtr? {
    if isElement, let child = pointee.children { return child }
    return nextNodeAfterSubtree(within: top)
  }

  /// The next node in document order that is a descendant of `top` and not of this node.
  func nextNodeAfterSubtree(within top: xmlNodePtr) -> xmlNodePtr? {
    var node = self
    while node != top {
      if let sibling = node.pointee.next { return sibling }
      guard let parent = node.pointee.parent else { return nil }
      node = parent
    }
    return nil
  }

  /// The element's name is the given one, in ASCII.
  func isNamed(_ name: StaticString) -> Bool {
    guard let own = pointee.name else { return false }
    return own.equals(name)
  }
}

extension UnsafePointer where Pointee == UInt8 {
  /// The NUL-terminated text is the given one.
  func equals(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    let other = text.utf8Start
    var index = 0
    while index < count {
      if self[index] != other[index] { return false }
      index &+= 1
    }
    return self[count] == 0
  }

  /// The bytes before the NUL.
  var terminated: UnsafeBufferPointer<UInt8> {
    var count = 0
    while self[count] != 0 { count &+= 1 }
    return UnsafeBufferPointer(start: self, count: count)
  }
}

/// The bytes of an attribute's value; `nil` where the attribute is missing.
extension UnsafeMutablePointer where Pointee == xmlNode {
  /// The attribute of that name in no namespace.
  func attribute(_ name: StaticString) -> xmlAttrPtr? {
    var next = pointee.properties
    while let attribute = next {
      if let own = attribute.pointee.name, own.equals(name) { return attribute }
      next = attribute.pointee.next
    }
    return nil
  }

  /// The value of the attribute of that name.
  func attributeText(_ name: StaticString) -> String? { attribute(name)?.valueText }
}

extension UnsafeMutablePointer where Pointee == xmlAttr {
  /// Lends the bytes of the value.
  func withValue<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    guard let child = pointee.children else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    // One text node is all that our readers make; entity references in a recovered XML attribute make more.
    if child.pointee.next == nil, child.pointee.type == XML_TEXT_NODE {
      guard let content = child.pointee.content else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
      return body(UnsafePointer(content).terminated)
    }
    guard let copy = xmlNodeListGetString(pointee.doc, child, 1) else {
      return body(UnsafeBufferPointer(start: nil, count: 0))
    }
    defer { weft_xml_free(copy) }
    return body(UnsafePointer(copy).terminated)
  }

  /// The value.
  var valueText: String { withValue { String(decoding: $0, as: UTF8.self) } }
}
