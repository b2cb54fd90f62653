/// A JSONPath query (RFC 9535), parsed and checked once.
public struct JSONPathQuery: Sendable, Equatable {
  /// How many nodes one evaluation may look at: queries like `$..*..*..*` multiply the nodes of a document, filters
  /// inside filters too.
  public static let defaultLimit = 10_000_000

  /// The query as written.
  public let text: String
  let segments: [JSONPathSegment]
  /// How many of the segments, from the first, select at most one node each.
  private let singularPrefix: Int

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
    self.singularPrefix = segments.firstIndex { !$0.isSingular } ?? segments.count
  }

  /// Whether the query selects at most one node of any document (section 2.3.5.1).
  public var isSingular: Bool { singularPrefix == segments.count }

  /// The selected nodes in the order of RFC 9535, with `root` as `$`.
  ///
  /// - Throws: `JSONSelectorError.tooManyNodes`.
  public func nodes(
    in root: JSONNode, limit: Int = JSONPathQuery.defaultLimit
  ) throws(JSONSelectorError) -> [JSONNode] {
    let document = root.document
    return try document.withTape { (tape) throws(JSONSelectorError) -> [JSONNode] in
      guard let start = tape.follow(segments[..<singularPrefix], from: root.position) else { return [] }
      if isSingular { return [JSONNode(document: document, position: start)] }
      var evaluator = JSONPathEvaluator(tape: tape, root: root.position, limit: limit)
      return try evaluator.nodes(segments[singularPrefix...], from: start)
        .map { JSONNode(document: document, position: $0) }
    }
  }

  /// The first selected node, or nil.
  ///
  /// - Throws: `JSONSelectorError.tooManyNodes`.
  public func first(in root: JSONNode, limit: Int = JSONPathQuery.defaultLimit) throws(JSONSelectorError) -> JSONNode? {
    guard isSingular else { return try nodes(in: root, limit: limit).first }
    return root.document.withTape { $0.follow(segments[...], from: root.position) }
      .map { JSONNode(document: root.document, position: $0) }
  }
}

extension JSONTape {
  /// Follows segments that select at most one node each.
  @inline(__always) func follow(_ segments: ArraySlice<JSONPathSegment>, from start: Int) -> Int? {
    var position = start
    for segment in segments {
      guard let next = step(segment.selectors[0], from: position) else { return nil }
      position = next
    }
    return position
  }

  @inline(__always) private func step(_ selector: JSONPathSelector, from position: Int) -> Int? {
    switch selector {
    case .name(let name):
      guard type(position) == Word.object else { return nil }
      return name.withUnsafeBufferPointer { member(position, $0) }
    case .index(let index):
      guard type(position) == Word.array else { return nil }
      return element(position, index)
    case .wildcard, .slice, .filter: return nil
    }
  }
}
