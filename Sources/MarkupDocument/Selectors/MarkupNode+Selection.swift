internal import CLibXML2

/// What a selector found.
public enum MarkupMatch {
  /// A node: an element, an attribute or a run of text.
  case node(MarkupNode)
  /// A string, number or boolean that XPath computed.
  case text(String)
}

extension MarkupTree {
  /// What the selector finds in the document, in document order, at most `limit`.
  ///
  /// - Throws: `MarkupError` where the selector takes too much work or XPath fails.
  public func matches(_ selector: MarkupSelector, limit: Int = .max) throws(MarkupError) -> [MarkupMatch] {
    guard let root else { return [] }
    return try select(selector, below: nil, node: root, limit: limit)
  }

  /// What the CSS selector finds, for programs that take no configuration.
  ///
  /// - Throws: `MarkupError` where the selector takes too much work.
  public func elements(_ selector: CSSSelector) throws(MarkupError) -> [MarkupNode] {
    try find(selector.program, text: selector.text, below: nil, limit: .max).map { MarkupNode(tree: self, pointer: $0) }
  }

  fileprivate func select(
    _ selector: MarkupSelector, below top: xmlNodePtr?, node: MarkupNode, limit: Int
  ) throws(MarkupError) -> [MarkupMatch] {
    switch selector.form {
    case .itself: return [.node(node)]
    case .css(let program):
      return try find(program, text: selector.text, below: top, limit: limit)
        .map { .node(MarkupNode(tree: self, pointer: $0)) }
    case .xpath(let text):
      // At document level the context node is the document, so that `.` and relative paths start there.
      let context =
        top
        ?? UnsafeMutableRawPointer(document).bindMemory(to: xmlNode.self, capacity: 1)
      switch try xpath().evaluate(text, at: context) {
      case .nodes(let nodes): return nodes.prefix(limit).map { .node(MarkupNode(tree: self, pointer: $0)) }
      case .text(let text): return [.text(text)]
      }
    }
  }

  /// The elements that match, in document order: all of the document, or those below an element and, where the
  /// selector's subject is `:scope`, the element itself.
  private func find(
    _ program: SelectorProgram, text: String, below top: xmlNodePtr?, limit: Int
  ) throws(MarkupError) -> [xmlNodePtr] {
    guard limit > 0, let first = try firstElement(program, text: text, below: top) else { return [] }
    let matcher = matcher(for: program)
    var found = [first]
    while found.count < limit,
      let element = try element(from: found[found.count - 1].nextElement(within: top), matcher, text, below: top)
    {
      found.append(element)
    }
    return found
  }

  /// The first of them.
  fileprivate func firstElement(
    _ program: SelectorProgram, text: String, below top: xmlNodePtr?
  ) throws(MarkupError) -> xmlNodePtr? {
    guard let root = elements.first else { return nil }
    let matcher = matcher(for: program)
    matcher.begin(scope: top)
    let start = top == nil || program.usesScope ? top ?? root : top?.nextElement(within: top)
    return try element(from: start, matcher, text, below: top)
  }

  /// The first element that matches from one on, in document order.
  private func element(
    from start: xmlNodePtr?, _ matcher: SelectorMatcher, _ text: String, below top: xmlNodePtr?
  ) throws(MarkupError) -> xmlNodePtr? {
    var next = start
    while let element = next {
      let isFound = matcher.matches(element) && (element != top || matcher.isScopeSubject(element))
      if matcher.isExhausted { throw .tooMuchWork(selector: text) }
      if isFound { return element }
      next = element.nextElement(within: top)
    }
    return nil
  }
}

extension MarkupNode {
  /// What the selector finds, relative to this element, in document order, at most `limit`.
  ///
  /// - Throws: `MarkupError` where the selector takes too much work or XPath fails.
  public func matches(_ selector: MarkupSelector, limit: Int = .max) throws(MarkupError) -> [MarkupMatch] {
    try tree.select(selector, below: pointer, node: self, limit: limit)
  }

  /// The first of these; `nil` where there is none.
  ///
  /// - Throws: `MarkupError` where the selector takes too much work or XPath fails.
  public func firstMatch(_ selector: MarkupSelector) throws(MarkupError) -> MarkupMatch? {
    switch selector.form {
    case .itself: return .node(self)
    case .css(let program):
      return try tree.firstElement(program, text: selector.text, below: pointer)
        .map { .node(MarkupNode(tree: tree, pointer: $0)) }
    case .xpath: return try matches(selector, limit: 1).first
    }
  }
}

/// A CSS selector list by itself, without the configuration's `@attribute`.
public struct CSSSelector: Sendable {
  /// The selector as written.
  public let text: String
  let program: SelectorProgram

  /// Compiles a selector list.
  ///
  /// - Throws: `SelectorSyntaxError` with the offset of what cannot stand where it does.
  public init(_ text: String) throws(SelectorSyntaxError) {
    self.text = text
    var parser = SelectorParser(text)
    program = try parser.parseProgram(stoppingAtAttribute: false)
  }
}
