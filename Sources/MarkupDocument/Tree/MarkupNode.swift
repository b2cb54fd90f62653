internal import CLibXML2

/// A node of a `MarkupTree`: an element, an attribute, or a run of text that XPath found.
public struct MarkupNode {
  /// The tree that owns the node, kept alive by it.
  let tree: MarkupTree
  let pointer: xmlNodePtr

  /// The node is an element.
  public var isElement: Bool { pointer.isElement }

  /// The node is an attribute that XPath found.
  public var isAttribute: Bool { pointer.pointee.type == XML_ATTRIBUTE_NODE }

  /// The local name of an element or attribute; lower case in HTML.
  public var name: String { pointer.pointee.name.map { String(cString: $0) } ?? "" }

  /// The namespace of an element; `nil` where it has none.
  var namespace: String? { pointer.isElement ? pointer.pointee.ns?.pointee.href.map { String(cString: $0) } : nil }

  /// The value of the attribute of that name (`prefix:local` in XML as written); `nil` where there is none.
  public func attribute(_ name: String) -> String? {
    guard pointer.isElement else { return nil }
    let name = tree.syntax == .html ? name.lowercased() : name
    var next = pointer.pointee.properties
    while let attribute = next {
      if attribute.isNamed(name) { return attribute.valueText }
      next = attribute.pointee.next
    }
    return nil
  }

  /// The names of the element's attributes, in order, with their prefixes where they have some.
  public var attributeNames: [String] {
    guard pointer.isElement else { return [] }
    var names: [String] = []
    var next = pointer.pointee.properties
    while let attribute = next {
      let prefix = attribute.pointee.ns?.pointee.prefix.map { String(cString: $0) + ":" } ?? ""
      if let name = attribute.pointee.name { names.append(prefix + String(cString: name)) }
      next = attribute.pointee.next
    }
    return names
  }

  /// The text of the node as a reader sees it: white space collapsed and trimmed, scripts and styles left out.
  public var text: String { MarkupText.collapsed(pointer, syntax: tree.syntax) }

  /// The text of the node, byte for byte (`textContent` of the DOM).
  public var rawText: String { MarkupText.raw(pointer) }

  /// How many bytes of text stand directly in the node, without those of its elements and without white space.
  public var ownTextLength: Int {
    var length = 0
    var next = isElement ? pointer.pointee.children : nil
    while let child = next {
      if child.pointee.type == XML_TEXT_NODE || child.pointee.type == XML_CDATA_SECTION_NODE,
        var byte = child.pointee.content
      {
        while byte.pointee != 0 {
          if byte.pointee > 0x20 { length &+= 1 }
          byte += 1
        }
      }
      next = child.pointee.next
    }
    return length
  }

  /// The markup of the node's children, as HTML text (or XML text in an XML document).
  public var innerMarkup: String { innerMarkup(limit: .max) ?? "" }

  /// The same; `nil` where it is longer than `limit` bytes, which is found out without writing all of it.
  public func innerMarkup(limit: Int) -> String? {
    var writer = MarkupWriter(syntax: tree.syntax, limit: limit)
    writer.writeChildren(of: pointer)
    return writer.isOverLimit ? nil : writer.text
  }

  /// The element that holds the node.
  public var parent: MarkupNode? { pointer.parentElement.map { MarkupNode(tree: tree, pointer: $0) } }

  /// The child elements, in order.
  public var children: [MarkupNode] {
    var result: [MarkupNode] = []
    var next = pointer.firstElementChild
    while let child = next {
      result.append(MarkupNode(tree: tree, pointer: child))
      next = child.nextElementSibling
    }
    return result
  }
}

extension MarkupNode: Hashable {
  /// The two are one node of one tree.
  public static func == (left: MarkupNode, right: MarkupNode) -> Bool { left.pointer == right.pointer }
  /// Hashes the identity of the node.
  public func hash(into hasher: inout Hasher) { hasher.combine(pointer) }
}

extension UnsafeMutablePointer where Pointee == xmlAttr {
  /// The attribute's name, with its prefix where it has one, is the given one.
  func isNamed(_ name: String) -> Bool {
    guard let own = pointee.name else { return false }
    if let prefix = pointee.ns?.pointee.prefix {
      return String(cString: prefix) + ":" + String(cString: own) == name
    }
    var name = name
    return name.withUTF8 { bytes in own.equals(bytes) }
  }
}

extension UnsafePointer where Pointee == UInt8 {
  /// The NUL-terminated text is the given one.
  func equals(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      // A NUL inside `bytes` must not let the comparison run past the end of this text.
      if self[index] != bytes[index] || self[index] == 0 { return false }
      index &+= 1
    }
    return self[index] == 0
  }
}
