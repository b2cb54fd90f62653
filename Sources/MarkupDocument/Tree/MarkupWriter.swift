internal import CLibXML2

/// Writes a subtree as text: HTML fragments by the HTML standard's serialisation (section 13.3), XML ones by the rules
/// of XML. It walks the tree without recursion, so that depth costs no stack.
struct MarkupWriter {
  private let syntax: MarkupTree.Syntax
  private let limit: Int
  private var bytes: [UInt8] = []

  init(syntax: MarkupTree.Syntax, limit: Int = .max) {
    self.syntax = syntax
    self.limit = limit
  }

  /// Writing stopped because the text got longer than the limit.
  var isOverLimit: Bool { bytes.count > limit }

  /// What was written.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes the children of an element; the text of any other node.
  mutating func writeChildren(of top: xmlNodePtr) {
    guard top.isElement else {
      escape(Array(MarkupText.raw(top).utf8), inAttribute: false)
      return
    }
    var next = top.pointee.children
    while let node = next, !isOverLimit {
      open(node)
      if node.isElement, let child = node.pointee.children, !isVoid(node) {
        next = child
        continue
      }
      close(node)
      next = after(node, top)
    }
  }

  /// The next node in document order; closes the elements that end on the way.
  private mutating func after(_ node: xmlNodePtr, _ top: xmlNodePtr) -> xmlNodePtr? {
    var node = node
    while true {
      if let sibling = node.pointee.next { return sibling }
      guard let parent = node.pointee.parent, parent != top else { return nil }
      close(parent)
      node = parent
    }
  }

  private mutating func open(_ node: xmlNodePtr) {
    switch node.pointee.type {
    case XML_ELEMENT_NODE:
      bytes.append(0x3C)
      appendName(node.pointee.ns, node.pointee.name)
      if syntax == .xml { appendNamespaces(node) }
      var next = node.pointee.properties
      while let attribute = next {
        appendAttribute(attribute)
        next = attribute.pointee.next
      }
      if syntax == .xml, node.pointee.children == nil { bytes.append(0x2F) }
      bytes.append(0x3E)
    case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
      guard let content = node.pointee.content else { return }
      let text = UnsafePointer(content).terminated
      if syntax == .html, let parent = node.pointee.parent, isRawText(parent) {
        bytes.append(contentsOf: text)
      } else {
        escape(text, inAttribute: false)
      }
    case XML_COMMENT_NODE:
      bytes.append(contentsOf: "<!--".utf8)
      if let content = node.pointee.content { bytes.append(contentsOf: UnsafePointer(content).terminated) }
      bytes.append(contentsOf: "-->".utf8)
    case XML_ENTITY_REF_NODE:
      bytes.append(0x26)
      if let name = node.pointee.name { bytes.append(contentsOf: name.terminated) }
      bytes.append(0x3B)
    default: break
    }
  }

  private mutating func close(_ node: xmlNodePtr) {
    guard node.isElement, !isVoid(node), syntax == .html || node.pointee.children != nil else { return }
    bytes.append(contentsOf: "</".utf8)
    appendName(node.pointee.ns, node.pointee.name)
    bytes.append(0x3E)
  }

  private mutating func appendAttribute(_ attribute: xmlAttrPtr) {
    bytes.append(0x20)
    appendName(attribute.pointee.ns, attribute.pointee.name)
    bytes.append(contentsOf: "=\"".utf8)
    attribute.withValue { escape($0, inAttribute: true) }
    bytes.append(0x22)
  }

  private mutating func appendNamespaces(_ node: xmlNodePtr) {
    var next = node.pointee.nsDef
    while let namespace = next {
      bytes.append(contentsOf: " xmlns".utf8)
      if let prefix = namespace.pointee.prefix {
        bytes.append(0x3A)
        bytes.append(contentsOf: UnsafePointer(prefix).terminated)
      }
      bytes.append(contentsOf: "=\"".utf8)
      if let href = namespace.pointee.href { escape(UnsafePointer(href).terminated, inAttribute: true) }
      bytes.append(0x22)
      next = namespace.pointee.next
    }
  }

  private mutating func appendName(_ namespace: xmlNsPtr?, _ name: UnsafePointer<UInt8>?) {
    if let prefix = namespace?.pointee.prefix {
      bytes.append(contentsOf: UnsafePointer(prefix).terminated)
      bytes.append(0x3A)
    }
    if let name { bytes.append(contentsOf: name.terminated) }
  }

  /// HTML standard 13.3: `&`, U+00A0, and `<` and `>` in text or `"` in attributes.
  private mutating func escape(_ text: some Collection<UInt8>, inAttribute: Bool) {
    var previous: UInt8 = 0
    for byte in text {
      switch byte {
      case 0x26: bytes.append(contentsOf: "&amp;".utf8)
      case 0x3C where !inAttribute || syntax == .xml: bytes.append(contentsOf: "&lt;".utf8)
      case 0x3E where !inAttribute: bytes.append(contentsOf: "&gt;".utf8)
      case 0x22 where inAttribute: bytes.append(contentsOf: "&quot;".utf8)
      case 0xA0 where previous == 0xC2 && syntax == .html:
        bytes.removeLast()
        bytes.append(contentsOf: "&nbsp;".utf8)
      default: bytes.append(byte)
      }
      previous = byte
    }
  }

  private func isVoid(_ node: xmlNodePtr) -> Bool {
    guard syntax == .html, let name = node.pointee.name else { return false }
    return HTMLNames.isVoid(name)
  }

  private func isRawText(_ node: xmlNodePtr) -> Bool {
    guard let name = node.pointee.name else { return false }
    return HTMLNames.isRawText(name)
  }
}
