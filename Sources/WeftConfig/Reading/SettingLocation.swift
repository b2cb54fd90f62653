/// Finds the place of a setting by its keys.
enum SettingLocation {
  /// The value's place; that of the nearest key above where the setting itself is not written.
  static func find(_ path: [String], in root: YAMLNode?) -> Span {
    guard var node = root else { return Span(0, 0) }
    var span = Span(node.span.start, node.span.start)
    for (depth, key) in path.enumerated() {
      guard case .map(let pairs) = node.content, let pair = pairs.first(where: { $0.key == key }) else { return span }
      node = pair.value
      let isLast = depth == path.count - 1
      span = isLast && node.scalar != nil && !node.isEmpty ? node.span : pair.keySpan
    }
    return span
  }
}
