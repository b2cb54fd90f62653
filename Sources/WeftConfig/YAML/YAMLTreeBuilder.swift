/// Builds the tree from events: keys are text and unique, aliases are expanded within limits, `<<` is merged.
struct YAMLTreeBuilder {
  /// How deep lists and maps may nest.
  static let deepest = 64
  /// How many aliases one file may use.
  static let mostAliases = 10_000
  /// How many nodes all aliases together may stand for.
  static let mostAliasedNodes = 200_000

  /// What was found wrong, in the order of the file.
  private(set) var issues: [Issue] = []
  /// The root, once the document or its readable part has ended.
  private(set) var root: YAMLNode?
  /// A limit was passed or a second document began: the tree is of no use.
  private(set) var isHopeless = false

  private let source: SourceText
  private var open: [OpenNode] = []
  private var anchors: [String: YAMLNode] = [:]
  private var aliasCount = 0
  private var aliasedNodes = 0

  private struct OpenNode {
    var isMap: Bool
    var node: YAMLNode
    var anchor: String?
    var elements: [YAMLNode] = []
    var pairs: [YAMLPair] = []
    var key: (text: String, span: Span)?
    /// Where each key stands, only kept for maps too large to look through.
    var places: [String: Int] = [:]
  }

  init(_ source: SourceText) { self.source = source }

  /// Takes one event. Returns false where reading should end.
  mutating func take(_ event: YAMLEvent) -> Bool {
    switch event.kind {
    case .scalar(let scalar, let anchor, let tag): takeScalar(scalar, anchor: anchor, tag: tag, span: event.span)
    case .alias(let name): takeAlias(name, span: event.span)
    case .listStart(let anchor, let tag, let isFlow), .mapStart(let anchor, let tag, let isFlow):
      var isMap = false
      if case .mapStart = event.kind { isMap = true }
      start(isMap: isMap, anchor: anchor, tag: tag, isFlow: isFlow, span: event.span)
    case .listEnd, .mapEnd: end(at: event.span.end)
    case .documentStart:
      if root != nil {
        report(event.span, "a second document begins here; a configuration is one document")
        return false
      }
    case .documentEnd: break
    case .streamEnd: return false
    }
    return !isHopeless
  }

  /// Closes what is still open where the text could not be read on.
  mutating func abandon(at index: Int) {
    while !open.isEmpty {
      open[open.count - 1].node.isPartial = true
      // A key whose value could not be read is no key without a value.
      open[open.count - 1].key = nil
      end(at: index)
    }
  }

  // MARK: events

  private mutating func takeScalar(_ scalar: YAMLScalar, anchor: String?, tag: String?, span: Span) {
    var scalar = scalar
    var node = YAMLNode(content: .scalar(scalar), span: span)
    if let tag {
      if tag == "tag:yaml.org,2002:str" || tag == "!" {
        scalar.style = scalar.style == .plain ? .doubleQuoted : scalar.style
        node.content = .scalar(scalar)
      } else {
        complainOfTag(span)
        node = .poisoned(span)
      }
    }
    if anchor != nil, node.isEmpty, !node.isPoisoned {
      let written = source.text(Traps.restOfValue(at: span.start, in: source))
      report(span, "a value that starts with & must be quoted", hint: "quote it: \(Quoting.yaml(written))")
      node = .poisoned(span)
    }
    if let anchor { anchors[anchor] = node }
    add(node)
  }

  private mutating func complainOfTag(_ span: Span) {
    let written = source.text(Traps.restOfValue(at: span.start, in: source))
    report(span, "a value that starts with ! must be quoted", hint: "quote it: \(Quoting.yaml(written))")
  }

  private mutating func takeAlias(_ name: String, span: Span) {
    guard let node = anchors[name] else {
      let isInside = open.contains { $0.anchor == name }
      if isInside {
        report(span, "*\(name) stands inside what it refers to")
      } else {
        let written = source.text(Traps.restOfValue(at: span.start, in: source))
        report(
          span, "*\(name) refers to an anchor &\(name) that is not there",
          hint: "quote it if it is text: \(Quoting.yaml(written))")
      }
      add(.poisoned(span))
      return
    }
    aliasCount += 1
    let (sum, overflow) = aliasedNodes.addingReportingOverflow(node.weight)
    aliasedNodes = sum
    guard aliasCount <= Self.mostAliases, !overflow, sum <= Self.mostAliasedNodes else {
      report(span, "the aliases of this file stand for too much: more than 200,000 values or 10,000 aliases")
      isHopeless = true
      return
    }
    guard open.count + node.height <= Self.deepest else {
      complainOfDepth(span)
      return
    }
    add(node.copy(span: span))
  }

  private mutating func start(isMap: Bool, anchor: String?, tag: String?, isFlow: Bool, span: Span) {
    guard open.count < Self.deepest else {
      complainOfDepth(span)
      return
    }
    let node = YAMLNode(content: .list([]), span: span, isFlow: isFlow)
    if tag != nil {
      complainOfTag(span)
      node.isPoisoned = true
    }
    open.append(OpenNode(isMap: isMap, node: node, anchor: anchor))
  }

  private mutating func complainOfDepth(_ span: Span) {
    report(span, "lists and maps are nested deeper than \(Self.deepest)")
    isHopeless = true
  }

  private mutating func end(at index: Int) {
    guard var closed = open.popLast() else { return }
    if closed.isMap {
      if let merge = closed.pairs.firstIndex(where: { $0.key == "<<" }) { mergeKeys(of: &closed, at: merge) }
      closed.node.content = .map(closed.pairs)
    } else {
      closed.node.content = .list(closed.elements)
    }
    closed.node.span = Span(closed.node.span.start, index)
    if let anchor = closed.anchor { anchors[anchor] = closed.node }
    add(closed.node)
  }

  // MARK: nodes

  private mutating func add(_ node: YAMLNode) {
    guard let last = open.indices.last else {
      if root == nil { root = node }
      return
    }
    open[last].node.weight += node.weight
    open[last].node.height = max(open[last].node.height, node.height + 1)
    guard open[last].isMap else {
      open[last].elements.append(node)
      return
    }
    guard let key = open[last].key else {
      open[last].key = (keyText(node), node.span)
      return
    }
    open[last].key = nil
    addPair(YAMLPair(key: key.text, keySpan: key.span, value: node), to: last)
  }

  private mutating func keyText(_ node: YAMLNode) -> String {
    if let scalar = node.scalar {
      if scalar.text.isEmpty, scalar.style == .plain, !node.isPoisoned { report(node.span, "a key is empty") }
      return scalar.text
    }
    if !node.isPoisoned {
      report(node.span, "a key must be text", hint: "quote a text that starts with { or [")
    }
    return ""
  }

  private mutating func addPair(_ pair: YAMLPair, to last: Int) {
    let isLarge = open[last].pairs.count > 16
    if isLarge, open[last].places.isEmpty {
      for pair in open[last].pairs { open[last].places[pair.key] = pair.keySpan.start }
    }
    // An empty key has been complained of already.
    guard !pair.key.isEmpty || pair.keySpan.end > pair.keySpan.start else { return }
    let first =
      isLarge ? open[last].places[pair.key] : open[last].pairs.first { $0.key == pair.key }?.keySpan.start
    if let first {
      report(
        pair.keySpan,
        "key \(Quoting.message(pair.key)) is written twice; the first is in line \(source.lineNumber(ofScalar: first))")
      return
    }
    open[last].pairs.append(pair)
    if isLarge { open[last].places[pair.key] = pair.keySpan.start }
  }

  /// Puts the pairs of `<<` (YAML 1.1 merge keys) behind the map's own, which win.
  private mutating func mergeKeys(of map: inout OpenNode, at index: Int) {
    let merge = map.pairs.remove(at: index)
    var seen = Set(map.pairs.map(\.key))
    let maps: [YAMLNode]
    switch merge.value.content {
    case .list(let elements): maps = elements
    case .map, .scalar: maps = [merge.value]
    }
    for node in maps where !node.isPoisoned {
      guard case .map(let pairs) = node.content else {
        report(node.span, "<< takes an alias of a map, such as *base, or a list of them")
        continue
      }
      for pair in pairs where seen.insert(pair.key).inserted { map.pairs.append(pair) }
    }
  }

  private mutating func report(_ span: Span, _ message: String, hint: String? = nil) {
    issues.append(Issue(severity: .error, span: span, message: message, hint: hint))
  }
}
