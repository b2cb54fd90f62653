import MarkupDocument

/// `{"html", "selector"}` → `{"ids": [...]}` or `{"invalid": true}`: CSS on an HTML document.
@Sendable func answerCSS(_ line: JSONValue) -> [String: JSONValue] {
  guard let html = line["html"]?.string, let text = line["selector"]?.string else { return [:] }
  guard let selector = try? CSSSelector(text) else { return ["invalid": .bool(true)] }
  guard let tree = try? MarkupTree.html([UInt8](html.utf8)), let found = try? tree.elements(selector) else {
    return [:]
  }
  return ["ids": .array(found.map { .string($0.attribute("id") ?? "") })]
}

/// The same for XPath 1.0.
@Sendable func answerXPath(_ line: JSONValue) -> [String: JSONValue] {
  guard let html = line["html"]?.string, let text = line["selector"]?.string else { return [:] }
  // The data writes relative expressions, which the configuration would take for CSS.
  guard let selector = try? MarkupSelector("(\(text))", role: .page) else { return ["invalid": .bool(true)] }
  guard let tree = try? MarkupTree.html([UInt8](html.utf8)), let found = try? tree.matches(selector) else { return [:] }
  return [
    "ids": .array(
      found.map {
        guard case .node(let node) = $0 else { return .string("") }
        return .string(node.attribute("id") ?? "")
      })
  ]
}

/// `{"html"}` → `{"tree"}`: the markup inside the document element, to compare trees with those of other parsers.
@Sendable func answerTree(_ line: JSONValue) -> [String: JSONValue] {
  guard let html = line["html"]?.string, let tree = try? MarkupTree.html([UInt8](html.utf8)) else { return [:] }
  return ["tree": .string(tree.root?.innerMarkup ?? "")]
}
