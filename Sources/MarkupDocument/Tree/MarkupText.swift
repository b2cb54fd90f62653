internal import CLibXML2
import Glibc

/// The text of a subtree.
enum MarkupText {
  /// All text below the node, byte for byte.
  static func raw(_ top: xmlNodePtr) -> String {
    var bytes: [UInt8] = []
    forEachText(in: top) { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text as a reader sees it: runs of white space are one space, none at the ends. In HTML `script`, `style` and
  /// `template` are left out, and `br` and the edges of blocks separate words.
  static func collapsed(_ top: xmlNodePtr, syntax: MarkupTree.Syntax) -> String {
    var budget = Budget(nodes: .max, bytes: .max)
    return collapsed(top, syntax: syntax, budget: &budget)
  }

  /// How much of a text is looked at.
  struct Budget {
    var nodes: Int
    var bytes: Int

    var isSpent: Bool { nodes <= 0 || bytes <= 0 }

    /// The text of a node, as much of it as may be looked at.
    fileprivate mutating func take(_ content: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
      guard bytes < .max else { return content.terminated }
      let characters = UnsafeRawPointer(content).assumingMemoryBound(to: CChar.self)
      let run = UnsafeBufferPointer(start: content, count: strnlen(characters, bytes))
      bytes -= run.count
      return run
    }
  }

  /// The same, of no more than the budget allows; what is left of it comes back.
  static func collapsed(_ top: xmlNodePtr, syntax: MarkupTree.Syntax, budget: inout Budget) -> String {
    var sink = CollapsingSink()
    guard top.isElement else {
      forEachText(in: top) { sink.append($0) }
      return sink.text
    }
    // One text node is the common case.
    if let child = top.pointee.children, child.pointee.next == nil, child.pointee.type == XML_TEXT_NODE {
      if let content = child.pointee.content { sink.append(budget.take(content)) }
      return sink.text
    }
    var next = top.pointee.children
    while let node = next, !budget.isSpent {
      budget.nodes -= 1
      switch node.pointee.type {
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        if let content = node.pointee.content { sink.append(budget.take(content)) }
        next = nextNode(after: node, in: top, skippingChildren: true, syntax: syntax, sink: &sink)
      case XML_ELEMENT_NODE:
        let hidden = syntax == .html && (node.isNamed("script") || node.isNamed("style") || node.isNamed("template"))
        if syntax == .html, node.separatesWords { sink.separate() }
        next = nextNode(after: node, in: top, skippingChildren: hidden, syntax: syntax, sink: &sink)
      default:
        next = nextNode(after: node, in: top, skippingChildren: true, syntax: syntax, sink: &sink)
      }
    }
    return sink.text
  }

  /// Document order, marking the end of blocks on the way up.
  private static func nextNode(
    after node: xmlNodePtr, in top: xmlNodePtr, skippingChildren: Bool, syntax: MarkupTree.Syntax,
    sink: inout CollapsingSink
  ) -> xmlNodePtr? {
    if !skippingChildren, let child = node.pointee.children { return child }
    var node = node
    while node != top {
      if syntax == .html, node.isElement, node.separatesWords { sink.separate() }
      if let sibling = node.pointee.next { return sibling }
      guard let parent = node.pointee.parent else { return nil }
      node = parent
    }
    return nil
  }

  private static func forEachText(in top: xmlNodePtr, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    switch top.pointee.type {
    case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
      if let content = top.pointee.content { body(UnsafePointer(content).terminated) }
    case XML_ATTRIBUTE_NODE:
      top.withMemoryRebound(to: xmlAttr.self, capacity: 1) { $0.withValue(body) }
    case XML_ELEMENT_NODE:
      var next = top.pointee.children
      while let node = next {
        if node.pointee.type == XML_TEXT_NODE || node.pointee.type == XML_CDATA_SECTION_NODE,
          let content = node.pointee.content
        {
          body(UnsafePointer(content).terminated)
        }
        next = node.nextNode(within: top)
      }
    default: break
    }
  }
}

/// Collapses white space while text comes in.
private struct CollapsingSink {
  private var bytes: [UInt8] = []
  private var pendingSpace = false

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Words before and after are two words.
  mutating func separate() { pendingSpace = true }

  mutating func append(_ run: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var index = 0
    while index < run.count {
      let byte = run[index]
      if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D && byte != 0x0B) {
        flush(run, start, index)
        pendingSpace = true
        start = index &+ 1
      }
      index &+= 1
    }
    flush(run, start, index)
  }

  private mutating func flush(_ run: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
    guard start < end else { return }
    if pendingSpace, !bytes.isEmpty { bytes.append(0x20) }
    pendingSpace = false
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: run[start..<end]))
  }
}

extension UnsafeMutablePointer where Pointee == xmlNode {
  /// The HTML element is `br`, or one that a browser shows as a block, a list item or a table part.
  fileprivate var separatesWords: Bool {
    guard let name = pointee.name else { return false }
    return HTMLTagSet.wordBreaking.contains(HTMLTag.named(name.terminated))
  }
}
