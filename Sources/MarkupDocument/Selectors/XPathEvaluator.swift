internal import CLibXML2

/// The one XPath context of a document, and the expressions that were compiled in it.
final class XPathEvaluator {
  private let context: xmlXPathContextPtr?
  private var compiled: [String: xmlXPathCompExprPtr] = [:]

  /// Steps of one evaluation; an expression such as `//*[count(preceding::*) > 9]` is quadratic.
  static let maximumOperations: UInt = 20_000_000
  /// Steps of all evaluations on one document: one for each item.
  static let maximumOperationsOfAll: UInt = 400_000_000
  private var spent: UInt = 0

  init(document: xmlDocPtr, elements: ContiguousArray<xmlNodePtr>) {
    context = xmlXPathNewContext(document)
    // Numbers the elements, so that sorting a result costs no walk for each comparison.
    xmlXPathOrderDocElems(document)
    guard let context else { return }
    context.pointee.opLimit = Self.maximumOperations
    // The document's own prefixes are known; the first declaration of a prefix wins.
    var known: Set<String> = []
    for element in elements {
      var next = element.pointee.nsDef
      while let namespace = next {
        if let prefix = namespace.pointee.prefix, let href = namespace.pointee.href, known.count < 1_000,
          known.insert(String(cString: prefix)).inserted
        {
          xmlXPathRegisterNs(context, prefix, href)
        }
        next = namespace.pointee.next
      }
    }
  }

  deinit {
    for expression in compiled.values { xmlXPathFreeCompExpr(expression) }
    if let context { xmlXPathFreeContext(context) }
  }

  /// What an expression yields.
  enum Result {
    /// In document order.
    case nodes([xmlNodePtr])
    /// A string, number or boolean, as XPath writes it.
    case text(String)
  }

  /// Evaluates the expression with the node as context node.
  func evaluate(_ text: String, at node: xmlNodePtr?) throws(MarkupError) -> Result {
    guard let context else { throw .xpath(selector: text, reason: "there is no memory for an XPath context") }
    guard spent < Self.maximumOperationsOfAll else { throw .tooMuchWork(selector: text) }
    let problem = XPathProblem()
    let object = problem.catching(in: context) { () -> xmlXPathObjectPtr? in
      let expression: xmlXPathCompExprPtr
      if let known = compiled[text] {
        expression = known
      } else {
        guard let new = xmlXPathCtxtCompile(context, text) else { return nil }
        compiled[text] = new
        expression = new
      }
      context.pointee.node = node
      context.pointee.opCount = 0
      return xmlXPathCompiledEval(expression, context)
    }
    spent &+= UInt(context.pointee.opCount)
    guard let object else {
      if context.pointee.opCount >= Self.maximumOperations { throw .tooMuchWork(selector: text) }
      throw .xpath(selector: text, reason: problem.reason ?? "the expression cannot be evaluated")
    }
    defer { xmlXPathFreeObject(object) }
    guard object.pointee.type == XPATH_NODESET else {
      guard let string = xmlXPathCastToString(object) else { return .text("") }
      defer { weft_xml_free(string) }
      return .text(String(cString: string))
    }
    guard let set = object.pointee.nodesetval, let table = set.pointee.nodeTab else { return .nodes([]) }
    xmlXPathNodeSetSort(set)
    var nodes: [xmlNodePtr] = []
    for index in 0..<Int(set.pointee.nodeNr) {
      // A namespace node belongs to the result and dies with it; the document itself has no text of its own.
      if let node = table[index], node.pointee.type != XML_NAMESPACE_DECL, node.pointee.type != XML_HTML_DOCUMENT_NODE,
        node.pointee.type != XML_DOCUMENT_NODE
      {
        nodes.append(node)
      }
    }
    return .nodes(nodes)
  }
}
