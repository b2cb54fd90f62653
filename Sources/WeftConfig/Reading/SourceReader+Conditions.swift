import WeftModel

extension SourceReader {
  /// `where:`: the conditions of a list.
  func conditions(_ nodes: [YAMLNode], depth: Int) -> [ItemCondition] {
    nodes.compactMap { condition($0, depth: depth) }
  }

  private func condition(_ node: YAMLNode, depth: Int) -> ItemCondition? {
    guard depth < 16 else {
      context.error(node.span, "where: conditions are nested too deep")
      return nil
    }
    let path = SettingPath("where")
    guard let section = context.section(node, KeyTable.section(.condition), path: path) else { return nil }
    if let not = section.node("not"), section.pairs.count == 1 {
      return condition(not, depth: depth + 1).map { .not($0) }
    }
    if section.has("any"), section.pairs.count == 1 {
      guard let nodes = section.list("any") else { return nil }
      if nodes.isEmpty { context.error(node.span, "where: any needs conditions") }
      return .any(conditions(nodes, depth: depth + 1))
    }
    let forms = "{field: …, matches: …}, {field: …, has: …}, {not: …} or {any: […]}"
    let isComplete = section.has("field") && section.has("matches") != section.has("has") && section.pairs.count == 2
    guard isComplete else {
      if !node.isPartial { context.error(node.span, "where: expected \(forms)") }
      return nil
    }
    guard let field = section.text("field") else { return nil }
    guard KeyTable.itemFields.contains(field.text) else {
      let near = Suggestion.nearest(to: field.written, among: KeyTable.itemFields).map { "; did you mean \"\($0)\"?" }
      context.error(
        field.span, "where: unknown field \(Quoting.message(field.written))" + (near ?? ""),
        hint: near == nil ? "known are " + KeyTable.itemFields.joined(separator: ", ") : nil)
      return nil
    }
    if let pattern = section.text("matches") {
      if let problem = context.checks.pattern(pattern.text) {
        context.report(problem, in: pattern, section.path("matches"))
      }
      return .matches(field: field.text, pattern: pattern.text)
    }
    return section.text("has").map { .has(field: field.text, value: $0.text) }
  }
}
