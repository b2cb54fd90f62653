/// Puts `defaults` under a source: maps merge key by key, the source's own value wins.
enum DefaultsMerge {
  /// The source's map with what only the defaults have behind its own keys.
  static func merge(_ own: YAMLNode, over defaults: YAMLNode) -> YAMLNode {
    merge(own, over: defaults, section: KeyTable.section(.source))
  }

  private static func merge(_ own: YAMLNode, over defaults: YAMLNode, section: Section?) -> YAMLNode {
    guard case .map(let defaultPairs) = defaults.content, !own.isPoisoned, !defaults.isPoisoned else { return own }
    if own.isEmpty { return defaults }
    guard case .map(var pairs) = own.content else { return own }
    for pair in defaultPairs {
      guard let index = pairs.firstIndex(where: { $0.key == pair.key }) else {
        pairs.append(pair)
        continue
      }
      pairs[index].value = merge(pairs[index].value, pair.value, of: pair.key, in: section)
    }
    return own.copy(content: .map(pairs))
  }

  private static func merge(_ own: YAMLNode, _ fallback: YAMLNode, of key: String, in section: Section?) -> YAMLNode {
    switch section?[key]?.type {
    case .section(let name):
      let own = name == .paging ? SourceReader.longForm(ofPaging: own) : own
      let fallback = name == .paging ? SourceReader.longForm(ofPaging: fallback) : fallback
      // Of alternatives the source's own replaces the default's: `auth: {basic: …}` over `auth: {bearer: …}`.
      if name == .auth || name == .body || name == .authors, keys(own) != keys(fallback) { return own }
      return merge(own, over: fallback, section: KeyTable.section(name))
    case .pairs, .headerFields, .json: return merge(own, over: fallback, section: nil)
    default:
      // Inside JSON every map merges.
      return section == nil ? merge(own, over: fallback, section: nil) : own
    }
  }

  private static func keys(_ node: YAMLNode) -> Set<String> {
    guard case .map(let pairs) = node.content else { return [] }
    return Set(pairs.map(\.key))
  }
}
