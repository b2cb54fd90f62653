import WeftModel

extension SourceReader {
  /// `paging:`, or its short form of one word.
  func readPaging(_ settings: inout SourceSettings) -> SectionValues? {
    guard let node = values.node("paging") else { return nil }
    guard
      let section = context.section(
        Self.longForm(ofPaging: node), KeyTable.section(.paging), path: SettingPath("paging"))
    else { return nil }
    var paging = PagingSettings()
    paging.by = section.word("by", PagingSettings.Style.self) ?? .auto
    paging.start = section.integer("start")
    paging.step = section.integer("step")
    paging.size = section.integer("size")
    paging.sendsFirst = section.boolean("send_first") ?? true
    paging.into = placement(section)
    paging.relation = section.text("rel")?.text.lowercased() ?? "next"
    paging.next = pageSelector(section, "next")
    paging.cursor = pageSelector(section, "cursor")
    paging.last = last(section)
    paging.overlap = section.integer("overlap") ?? 1
    if let stop = section.child("stop") { paging.stop = readStop(stop) }
    paging.restartWhen = rules(section, "restart_when")
    settings.paging = paging
    return section
  }

  /// `paging: link` is `paging: {by: link}`.
  static func longForm(ofPaging node: YAMLNode) -> YAMLNode {
    guard let scalar = node.scalar, !scalar.text.isEmpty, !node.isPoisoned else { return node }
    return node.copy(content: .map([YAMLPair(key: "by", keySpan: node.span, value: node)]))
  }

  /// `last` is of an item, so it has no place in a header.
  private func last(_ section: SectionValues) -> String? {
    guard let node = section.node("last") else { return nil }
    if let text = node.scalar?.text, text.hasPrefix("header:") || text.hasPrefix("link:") {
      context.error(node.span, "paging.last: expected a selector of the last item, found \(Quoting.message(text))")
      return nil
    }
    return pageSelector(section, "last")
  }

  private func placement(_ section: SectionValues) -> PagingSettings.Placement? {
    guard let text = section.text("into") else { return nil }
    let path = section.path("into")
    let parts = text.text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let argument = parts.count == 2 ? String(parts[1]) : nil
    switch (parts.first.map(String.init) ?? "", argument) {
    case ("query", nil): return .queryMembers
    case ("query", .some(let name)) where !name.isEmpty: return .query(name)
    case ("path", nil): return .path
    case ("header", .some(let name)) where Token.isToken(name): return .header(name)
    case ("body", .some(let name)) where !name.isEmpty: return .body(name)
    default:
      context.complain(of: text.node, path, expected: KeyType.placement.expectation)
      return nil
    }
  }

  private func readStop(_ section: SectionValues) -> StopSettings {
    var stop = StopSettings()
    stop.hasMore = pageSelector(section, "has_more")
    stop.totalPages = pageSelector(section, "total_pages")
    stop.totalItems = pageSelector(section, "total_items")
    stop.shortPage = section.boolean("short_page") ?? false
    stop.emptyPages = section.integer("empty_pages") ?? stop.emptyPages
    stop.pastEnd = rules(section, "past_end")
    stop.olderThan = section.date("older_than")
    stop.maxPages = section.integer("max_pages") ?? stop.maxPages
    stop.maxItems = section.integer("max_items")
    return stop
  }

  /// Rules that recognize a response.
  private func rules(_ section: SectionValues, _ key: String) -> [ResponseRule] {
    guard let nodes = section.list(key) else { return [] }
    return nodes.compactMap { node in
      guard let rule = context.section(node, KeyTable.section(.rule), path: section.path(key)) else { return nil }
      guard !rule.pairs.isEmpty || node.isPartial else {
        if case .map(let pairs) = node.content, !pairs.isEmpty { return nil }
        context.error(node.span, "\(section.path(key)): a rule needs status, code or contains")
        return nil
      }
      return ResponseRule(
        status: rule.integer("status"), code: rule.text("code")?.text, contains: rule.text("contains")?.text)
    }
  }
}
