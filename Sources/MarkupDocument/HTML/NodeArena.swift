internal import CLibXML2

/// Makes libxml2's nodes for one HTML tree out of large pieces of memory, which are freed all at once.
///
/// libxml2 itself asks the C library for each node, each attribute, each text and each content, and gives them back
/// one by one: a third of the time that a page took. These nodes are like its own in every field, so that XPath reads
/// them, but none of its functions may free or grow one (`xmlFreeNode`, `xmlNodeAddContent`, `xmlSetProp`): linking and
/// unlinking is all that is allowed, and `MarkupTree` takes the nodes off the document before it frees that.
struct NodeArena {
  private let document: xmlDocPtr
  /// The pieces; whoever holds them keeps the nodes alive.
  let memory = NodeMemory()
  private var free: UnsafeMutableRawPointer?
  private var left = 0

  init(document: xmlDocPtr) { self.document = document }

  /// Room for so many bytes, aligned for a node.
  private mutating func allocate(_ size: Int) -> UnsafeMutableRawPointer {
    let size = (size &+ 15) & ~15
    guard let place = free, size <= left else { return allocateOutside(size) }
    free = place + size
    left &-= size
    return place
  }

  @inline(never)
  private mutating func allocateOutside(_ size: Int) -> UnsafeMutableRawPointer {
    // What is large gets a piece of its own, and the rest of the current one is not lost.
    guard size <= NodeMemory.pieceSize / 8 else { return memory.add(size) }
    let piece = memory.add(NodeMemory.pieceSize)
    free = piece + size
    left = NodeMemory.pieceSize &- size
    return piece
  }

  /// An element without attributes; the document's dictionary owns the name.
  mutating func element(_ name: UnsafePointer<UInt8>) -> xmlNodePtr {
    node(XML_ELEMENT_NODE, name, at: allocate(MemoryLayout<xmlNode>.size))
  }

  /// A run of text; the bytes are copied, and one that is NUL ends the text.
  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) -> xmlNodePtr {
    leaf(XML_TEXT_NODE, weft_xml_text_name(), bytes, at: allocate(Self.leafSize(bytes)))
  }

  /// A comment; the bytes are copied, and one that is NUL ends the text.
  mutating func comment(_ bytes: UnsafeBufferPointer<UInt8>) -> xmlNodePtr {
    leaf(XML_COMMENT_NODE, weft_xml_comment_name(), bytes, at: allocate(Self.leafSize(bytes)))
  }

  /// Appends an attribute with a plain value to an element.
  ///
  /// - Parameters:
  ///   - last: the element's last attribute; `nil` where it has none.
  ///   - name: owned by the document's dictionary.
  /// - Returns: the attribute, the element's last one from now on.
  mutating func appendAttribute(
    _ name: UnsafePointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, to element: xmlNodePtr, after last: xmlAttrPtr?
  ) -> xmlAttrPtr {
    // The attribute, its text node and the text stand side by side.
    let place = allocate(MemoryLayout<xmlAttr>.stride &+ Self.leafSize(value))
    let attribute = place.initializeMemory(as: xmlAttr.self, to: xmlAttr())
    let text = leaf(XML_TEXT_NODE, weft_xml_text_name(), value, at: place + MemoryLayout<xmlAttr>.stride)
    text.pointee.parent = UnsafeMutableRawPointer(attribute).assumingMemoryBound(to: xmlNode.self)
    attribute.pointee.type = XML_ATTRIBUTE_NODE
    attribute.pointee.name = name
    attribute.pointee.doc = document
    attribute.pointee.parent = element
    attribute.pointee.children = text
    attribute.pointee.last = text
    attribute.pointee.prev = last
    if let last { last.pointee.next = attribute } else { element.pointee.properties = attribute }
    return attribute
  }

  private func node(
    _ type: xmlElementType, _ name: UnsafePointer<UInt8>?, at place: UnsafeMutableRawPointer
  ) -> xmlNodePtr {
    let node = place.initializeMemory(as: xmlNode.self, to: xmlNode())
    node.pointee.type = type
    node.pointee.name = name
    node.pointee.doc = document
    return node
  }

  /// A node with its content behind it and a NUL behind that.
  private static func leafSize(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    MemoryLayout<xmlNode>.stride &+ bytes.count &+ 1
  }

  private func leaf(
    _ type: xmlElementType, _ name: UnsafePointer<UInt8>?, _ bytes: UnsafeBufferPointer<UInt8>,
    at place: UnsafeMutableRawPointer
  ) -> xmlNodePtr {
    let node = node(type, name, at: place)
    let content = (place + MemoryLayout<xmlNode>.stride).bindMemory(to: UInt8.self, capacity: bytes.count &+ 1)
    if let start = bytes.baseAddress { content.initialize(from: start, count: bytes.count) }
    content[bytes.count] = 0
    node.pointee.content = content
    return node
  }
}

/// The pieces of memory that the nodes of a tree lie in.
final class NodeMemory {
  /// Small enough for the C library to keep and use again for the next page.
  static let pieceSize = 64 << 10

  private var pieces: ContiguousArray<UnsafeMutableRawPointer> = []

  func add(_ size: Int) -> UnsafeMutableRawPointer {
    let piece = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    pieces.append(piece)
    return piece
  }

  deinit { for piece in pieces { piece.deallocate() } }
}
