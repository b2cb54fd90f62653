/// A JSONPath query (RFC 9535), parsed and checked once.
public struct JSONPathQuery: Sendable, Equatable {
  /// How many nodes one evaluation may look at: queries like `$..*..*..*` multiply the nodes of a document, filters
  /// inside filters too.
  public static let defaultLimit = 10_000_000

  /// The query as written.
  public let text: String
  let segments: [JSONPathSegment]
  /// The segments, from the first, that select at most one node each.
  let steps: JSONSteps
  /// What follows one `[*]` behind the steps, where each of its segments selects at most one node: `$.tags[*].name`.
  let stepsBehindWildcard: JSONSteps?

  /// Parses a query.
  ///
  /// - Throws: `JSONSelectorError.syntax` with the column, also where types of functions do not fit.
  public init(_ text: String) throws(JSONSelectorError) {
    var parser = JSONPathParser(text)
    self.init(text: text, segments: try parser.query())
  }

  init(text: String, segments: [JSONPathSegment]) {
    self.text = text
    self.segments = segments
    let steps = JSONSteps(leading: segments)
    self.steps = steps
    if segments.count > steps.count, !segments[steps.count].isDescendant,
      segments[steps.count].selectors == [.wildcard]
    {
      let rest = segments[(steps.count + 1)...]
      let behind = JSONSteps(leading: rest)
      stepsBehindWildcard = behind.count == rest.count ? behind : nil
    } else {
      stepsBehindWildcard = nil
    }
  }

  /// Whether the query selects at most one node of any document (section 2.3.5.1).
  public var isSingular: Bool { steps.count == segments.count }

  /// Whether all that follows the steps is one `[*]`.
  var isSingularThenWildcard: Bool {
    guard segments.count == steps.count + 1, let last = segments.last else { return false }
    return !last.isDescendant && last.selectors == [.wildcard]
  }

  /// The selected nodes in the order of RFC 9535, with `root` as `$`.
  ///
  /// - Throws: `JSONSelectorError.tooManyNodes`.
  public func nodes(
    in root: JSONNode, limit: Int = JSONPathQuery.defaultLimit
  ) throws(JSONSelectorError) -> [JSONNode] {
    let document = root.document
    return try document.withTape { (tape) throws(JSONSelectorError) -> [JSONNode] in
      guard let start = tape.follow(steps, from: root.position) else { return [] }
      if isSingular { return [JSONNode(document: document, position: start)] }
      var evaluator = JSONPathEvaluator(tape: tape, root: root.position, limit: limit)
      return try evaluator.nodes(segments[steps.count...], from: start)
        .map { JSONNode(document: document, position: $0) }
    }
  }

  /// The first selected node, or nil.
  ///
  /// - Throws: `JSONSelectorError.tooManyNodes`.
  public func first(in root: JSONNode, limit: Int = JSONPathQuery.defaultLimit) throws(JSONSelectorError) -> JSONNode? {
    guard isSingular else { return try nodes(in: root, limit: limit).first }
    return root.document.withTape { $0.follow(steps, from: root.position) }
      .map { JSONNode(document: root.document, position: $0) }
  }
}
