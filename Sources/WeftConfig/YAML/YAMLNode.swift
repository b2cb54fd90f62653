/// A value of the file with its place: text, a list or a map that keeps its order.
///
/// A class, so that handing a node on copies nothing: a thousand sources are some ten thousand nodes. Only the builder
/// changes one, before anybody else sees it.
final class YAMLNode {
  var content: Content
  var span: Span
  /// How many nodes it holds, itself included, aliases expanded.
  var weight = 1
  /// How deep it is, 1 for text.
  var height = 1
  var isFlow = false
  /// The text ended, or could not be read, inside it: what is missing may stand behind that place.
  var isPartial = false
  /// It has been complained of already; nothing more is said of it.
  var isPoisoned = false

  init(content: Content, span: Span, isFlow: Bool = false, isPoisoned: Bool = false) {
    self.content = content
    self.span = span
    self.isFlow = isFlow
    self.isPoisoned = isPoisoned
  }

  /// The same value with another content or at another place.
  func copy(content: Content? = nil, span: Span? = nil) -> YAMLNode {
    let node = YAMLNode(
      content: content ?? self.content, span: span ?? self.span, isFlow: isFlow, isPoisoned: isPoisoned)
    (node.weight, node.height, node.isPartial) = (weight, height, isPartial)
    return node
  }

  enum Content {
    case scalar(YAMLScalar)
    case list([YAMLNode])
    case map([YAMLPair])
  }

  /// Text, or `nil` for lists and maps.
  var scalar: YAMLScalar? {
    if case .scalar(let scalar) = content { return scalar }
    return nil
  }

  /// Nothing was written behind the colon.
  var isEmpty: Bool {
    if case .scalar(let scalar) = content { return scalar.style == .plain && scalar.text.isEmpty }
    return false
  }

  /// An empty value at a place, for what could not be read.
  static func poisoned(_ span: Span) -> YAMLNode {
    YAMLNode(content: .scalar(YAMLScalar(text: "", style: .plain)), span: span, isPoisoned: true)
  }
}

/// A key with its value.
struct YAMLPair {
  var key: String
  var keySpan: Span
  var value: YAMLNode
}
