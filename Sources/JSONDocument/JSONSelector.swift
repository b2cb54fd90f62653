/// A selector as the configuration has it for JSON: a JSONPath, or its short form with dots.
///
/// The short form (`title.rendered`, `links[1]`) is members by their literal names and elements by index, from the
/// node that the selector is applied to. A text that begins with `$` is a JSONPath (RFC 9535), that node its root.
public struct JSONSelector: Sendable, Equatable {
  /// What is parsed once; shared, so that a selector is copied as one reference.
  private final class Parsed: Sendable {
    let text: String
    let isDotted: Bool
    let query: JSONPathQuery
    let isSingular: Bool

    init(text: String, isDotted: Bool, query: JSONPathQuery) {
      self.text = text
      self.isDotted = isDotted
      self.query = query
      self.isSingular = query.isSingular
    }
  }

  private let parsed: Parsed

  /// Parses a selector.
  ///
  /// - Throws: `JSONSelectorError.syntax` with the column.
  public init(_ text: String) throws(JSONSelectorError) {
    if text.hasPrefix("$") {
      self.parsed = Parsed(text: text, isDotted: false, query: try JSONPathQuery(text))
    } else {
      var parser = DottedPathParser(text)
      let segments = try parser.segments()
      self.parsed = Parsed(text: text, isDotted: true, query: JSONPathQuery(text: text, segments: segments))
    }
  }

  /// Two selectors are equal when they are written alike.
  public static func == (left: JSONSelector, right: JSONSelector) -> Bool { left.text == right.text }

  /// The selector as written.
  public var text: String { parsed.text }

  /// Whether the short form is used.
  public var isDotted: Bool { parsed.isDotted }

  /// Whether at most one node is selected.
  public var isSingular: Bool { parsed.isSingular }

  @inline(__always) var query: JSONPathQuery { parsed.query }

  /// Whether the node itself is selected: the selector is `$`.
  public var isRoot: Bool { query.segments.isEmpty }

  /// The selected nodes, in order.
  ///
  /// - Throws: `JSONSelectorError.tooManyNodes`.
  public func nodes(in root: JSONNode, limit: Int = JSONPathQuery.defaultLimit) throws(JSONSelectorError) -> [JSONNode]
  {
    try query.nodes(in: root, limit: limit)
  }

  /// The first selected node, or nil.
  ///
  /// - Throws: `JSONSelectorError.tooManyNodes`.
  public func first(in root: JSONNode, limit: Int = JSONPathQuery.defaultLimit) throws(JSONSelectorError) -> JSONNode? {
    try query.first(in: root, limit: limit)
  }

  /// For a short form of several parts that is as a whole the name of a member of this node: the JSONPath that selects
  /// the member. Meant for a selector that found nothing.
  public func literalName(in root: JSONNode) -> String? {
    guard isDotted, query.segments.count > 1, root[text] != nil else { return nil }
    var quoted = ""
    for character in text {
      if character == "'" || character == "\\" { quoted.append("\\") }
      quoted.append(character)
    }
    return "$['\(quoted)']"
  }
}
