internal import CLibXML2

/// What is met on a walk through the inside of a node.
public enum MarkupStep {
  /// An element begins.
  case start(MarkupNode)
  /// A run of text.
  case text(String)
  /// An element ends whose inside was walked through.
  case end(MarkupNode)
}

extension MarkupNode {
  /// Walks through the inside of the node in document order, without recursion: depth is the document's choice.
  ///
  /// Comments, processing instructions and doctypes are passed over.
  /// - Parameter visit: is told of each step; answering `false` to a start leaves out the inside and the end.
  public func walk(_ visit: (MarkupStep) -> Bool) {
    guard pointer.isElement else { return }
    var next = pointer.pointee.children
    while let node = next {
      var descends = false
      switch node.pointee.type {
      case XML_ELEMENT_NODE: descends = visit(.start(MarkupNode(tree: tree, pointer: node)))
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        if let content = node.pointee.content {
          _ = visit(.text(String(decoding: UnsafePointer(content).terminated, as: UTF8.self)))
        }
      default: break
      }
      if descends, let child = node.pointee.children {
        next = child
        continue
      }
      if descends { _ = visit(.end(MarkupNode(tree: tree, pointer: node))) }
      next = following(node, visit)
    }
  }

  /// The node behind a subtree; says the ends of the elements that are left on the way up.
  private func following(_ node: xmlNodePtr, _ visit: (MarkupStep) -> Bool) -> xmlNodePtr? {
    var node = node
    while true {
      if let sibling = node.pointee.next { return sibling }
      guard let parent = node.pointee.parent, parent != pointer else { return nil }
      _ = visit(.end(MarkupNode(tree: tree, pointer: parent)))
      node = parent
    }
  }
}
