internal import CLibXML2

/// A child of an element, as far as readers of text need it.
public enum MarkupContent {
  /// An element.
  case element(MarkupNode)
  /// A run of text, as written.
  case text(String)
}

extension MarkupNode {
  /// The elements and texts in this element, in order; comments are left out.
  public var contents: [MarkupContent] {
    guard pointer.isElement else { return [] }
    var result: [MarkupContent] = []
    var next = pointer.pointee.children
    while let child = next {
      switch child.pointee.type {
      case XML_ELEMENT_NODE: result.append(.element(MarkupNode(tree: tree, pointer: child)))
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        if let text = child.pointee.content { result.append(.text(String(cString: text))) }
      default: break
      }
      next = child.pointee.next
    }
    return result
  }
}
