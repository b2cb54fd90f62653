internal import CLibXML2

/// An XPath 1.0 expression that was found to be well formed.
enum XPathExpression {
  /// libxml2 reads expressions by recursion: longer or deeper ones would cost it the stack.
  static let maximumLength = 4_096
  static let maximumNesting = 100

  /// Compiles the text and throws the result away: compiled forms belong to the context of one document.
  static func check(_ text: String) throws(SelectorSyntaxError) {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count <= maximumLength else {
      throw SelectorSyntaxError(maximumLength, "the XPath expression is longer than \(maximumLength) characters")
    }
    var nesting = 0
    for (offset, scalar) in scalars.enumerated() {
      if scalar.value == 0 { throw SelectorSyntaxError(offset, "a NUL character cannot stand in XPath") }
      if scalar == "(" || scalar == "[" { nesting += 1 }
      if scalar == ")" || scalar == "]" { nesting -= 1 }
      guard nesting <= maximumNesting else {
        throw SelectorSyntaxError(offset, "brackets are nested deeper than \(maximumNesting)")
      }
    }
    guard let context = xmlXPathNewContext(nil) else {
      throw SelectorSyntaxError(0, "there is no memory for an XPath context")
    }
    defer { xmlXPathFreeContext(context) }
    let problem = XPathProblem()
    let compiled = problem.catching(in: context) { xmlXPathCtxtCompile(context, text) }
    if let compiled {
      xmlXPathFreeCompExpr(compiled)
      return
    }
    // libxml2 counts bytes; the place is where reading stopped.
    let offset = String(decoding: text.utf8.prefix(max(0, problem.position)), as: UTF8.self).unicodeScalars.count
    throw SelectorSyntaxError(min(offset, scalars.count), problem.reason ?? "this is no XPath 1.0 expression")
  }
}

/// Collects the first error that libxml2 reports on an XPath context.
final class XPathProblem {
  private(set) var reason: String?
  private(set) var position = 0

  /// Runs the body with errors of the context kept here.
  func catching<R>(in context: xmlXPathContextPtr, _ body: () -> R) -> R {
    context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    context.pointee.error = { problem, error in
      guard let problem, let error else { return }
      Unmanaged<XPathProblem>.fromOpaque(problem).takeUnretainedValue().note(error.pointee)
    }
    defer {
      context.pointee.userData = nil
      context.pointee.error = nil
    }
    return body()
  }

  private func note(_ error: xmlError) {
    guard reason == nil else { return }
    position = Int(error.int1)
    // libxml2 gives a handler of ours the number only.
    reason =
      switch xmlParserErrors(rawValue: UInt32(bitPattern: error.code)) {
      case XML_XPATH_NUMBER_ERROR: "a number cannot be read"
      case XML_XPATH_UNFINISHED_LITERAL_ERROR, XML_XPATH_START_LITERAL_ERROR: "a string has no closing quote"
      case XML_XPATH_VARIABLE_REF_ERROR, XML_XPATH_UNDEF_VARIABLE_ERROR: "there are no variables here"
      case XML_XPATH_INVALID_PREDICATE_ERROR: "the condition in [ ] is not complete"
      case XML_XPATH_EXPR_ERROR: "an XPath 1.0 expression was expected"
      case XML_XPATH_UNCLOSED_ERROR: "a parenthesis is not closed"
      case XML_XPATH_UNKNOWN_FUNC_ERROR: "the function is not known to XPath 1.0"
      case XML_XPATH_INVALID_OPERAND, XML_XPATH_INVALID_TYPE: "a value is of the wrong type"
      case XML_XPATH_INVALID_ARITY: "the function takes another number of arguments"
      case XML_XPATH_UNDEF_PREFIX_ERROR: "the document does not declare the namespace prefix"
      case XML_XPATH_INVALID_CHAR_ERROR: "a character cannot stand in XPath"
      default: "this is no XPath 1.0 expression"
      }
  }
}
