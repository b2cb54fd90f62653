internal import CLibXML2

/// A parsed HTML or XML document: one owner of one libxml2 tree.
///
/// Nodes hold their tree, so that none outlives it. A tree belongs to the task that made it.
public final class MarkupTree {
  /// Which rules the document was read by.
  public enum Syntax: Hashable, Sendable {
    /// Names without case, `tbody` implied, no namespaces.
    case html
    /// Names as written; an element name of a selector matches the local name in any namespace.
    case xml
  }

  /// Which rules the document was read by.
  public let syntax: Syntax
  /// The document; freed with this object.
  let document: xmlDocPtr
  /// What the nodes lie in, where they are not libxml2's to free.
  private let nodes: NodeMemory?
  /// All elements in document order. An element's `_private` holds its index here plus one, so that matchers can keep
  /// what they know of an element in plain arrays.
  let elements: ContiguousArray<xmlNodePtr>

  /// What selectors learnt about this document, by the identity of their program.
  private var matchers: [ObjectIdentifier: SelectorMatcher] = [:]
  /// The first of them: a listing asks the same few selectors for each of its items.
  private var firstMatchers: ContiguousArray<SelectorMatcher> = []
  private var xpathEvaluator: XPathEvaluator?

  /// Takes the document over.
  ///
  /// - Parameter nodes: what its nodes lie in; `nil` where libxml2 made them.
  init(owning document: xmlDocPtr, syntax: Syntax, nodes: NodeMemory? = nil) {
    self.syntax = syntax
    self.document = document
    self.nodes = nodes
    var elements = ContiguousArray<xmlNodePtr>()
    var node = xmlDocGetRootElement(document)
    while let element = node {
      elements.append(element)
      element.pointee._private = UnsafeMutableRawPointer(bitPattern: elements.count)
      node = element.nextElement(within: nil)
    }
    self.elements = elements
  }

  deinit {
    xpathEvaluator = nil
    if nodes != nil {
      document.pointee.children = nil
      document.pointee.last = nil
    }
    xmlFreeDoc(document)
  }

  /// The document element: `html`, or the root of an XML document.
  public var root: MarkupNode? { elements.first.map { MarkupNode(tree: self, pointer: $0) } }

  /// The elements with one of these local names, whatever their case and namespace, in document order.
  public func elements(named names: Set<String>) -> [MarkupNode] {
    elements.lazy.map { MarkupNode(tree: self, pointer: $0) }.filter { names.contains($0.name.lowercased()) }
  }

  /// How many elements the document holds.
  public var elementCount: Int { elements.count }

  /// The matcher that keeps what the selector program learnt about this document.
  func matcher(for program: SelectorProgram) -> SelectorMatcher {
    for matcher in firstMatchers where matcher.program === program { return matcher }
    let identity = ObjectIdentifier(program)
    if let matcher = matchers[identity] { return matcher }
    // Names of HTML are all in the document's dictionary, so that two are the same where their pointers are.
    let matcher = SelectorMatcher(
      program: program, elements: elements, syntax: syntax, names: syntax == .html ? document.pointee.dict : nil)
    matchers[identity] = matcher
    if firstMatchers.count < 16 { firstMatchers.append(matcher) }
    return matcher
  }

  /// The one XPath context of this document.
  func xpath() -> XPathEvaluator {
    if let evaluator = xpathEvaluator { return evaluator }
    let evaluator = XPathEvaluator(document: document, elements: elements)
    xpathEvaluator = evaluator
    return evaluator
  }
}
