import WeftModel

extension SourceReader {
  /// A selector of the source's kind, checked; `nil` after an error.
  func selector(_ node: YAMLNode, _ path: SettingPath, key: String) -> ScalarText? {
    guard let text = context.text(node, path, expected: KeyType.selector.expectation) else { return nil }
    return check(text, path, key: key) ? text : nil
  }

  /// A selector of a page: also `header:NAME` and `link:REL`, whatever the kind.
  func pageSelector(_ section: SectionValues?, _ key: String) -> String? {
    guard let section, let node = section.node(key) else { return nil }
    let path = section.path(key)
    guard let text = context.text(node, path, expected: KeyType.selector.expectation) else { return nil }
    if text.text.hasPrefix("header:") {
      let name = text.text.dropFirst(7)
      guard Token.isToken(String(name)) else {
        context.error(text.span, "\(path): header: takes the name of a header field, such as header:X-Total-Count")
        return nil
      }
      return text.text
    }
    if text.text.hasPrefix("link:") {
      guard text.text.utf8.count > 5, !text.text.contains(" ") else {
        context.error(text.span, "\(path): link: takes a relation, such as link:next")
        return nil
      }
      return text.text
    }
    return check(text, path, key: path.description) ? text.text : nil
  }

  /// Asks the kinds that may read the source; one that accepts the text is enough.
  func check(_ text: ScalarText, _ path: SettingPath, key: String) -> Bool {
    guard !kind.isUnknown, !context.selectors.kinds.isEmpty else { return true }
    let declaring = context.selectors.declaring(key, among: kind.candidates)
    guard !declaring.isEmpty else {
      // `defaults` are for sources of all kinds.
      if name == nil || !context.isInDefaults(text.span) { complainOfKind(key, at: text.span) }
      return false
    }
    var problems: [(kind: Int, problem: SettingProblem)] = []
    for index in declaring {
      guard let problem = context.selectors.problem(text.text, key: key, kind: index) else { return true }
      if !problems.contains(where: { $0.problem == problem }) { problems.append((index, problem)) }
    }
    guard let first = problems.first else { return true }
    if problems.count == 1 {
      context.report(first.problem, in: text, path, hint: listHint(text))
    } else if text.holdsSecret {
      context.error(text.span, "\(path): \(Quoting.message(text.written)) is no selector of any kind")
    } else {
      let reasons = problems.map {
        "as \(context.selectors.kinds[$0.kind].name): \(Quoting.printable($0.problem.message))"
      }
      context.error(
        text.span, "\(path): \(Quoting.message(text.written)) is no selector; " + reasons.joined(separator: "; "),
        hint: problems.compactMap(\.problem.hint).first)
    }
    return false
  }

  /// A key that the source's kind does not have.
  func complainOfKind(_ key: String, at span: Span) {
    let names = context.selectors.names(declaring: key)
    let home = names.isEmpty ? "" : "; \(key) belongs to kind \(KeyType.choice(names))"
    if kind.isAutomatic, !values.has("items") {
      context.error(span, "a source without items is read as a feed" + home, hint: "add items")
    } else if key == "items" || key == "fields" {
      context.error(span, "kind \(kind.name) reads items by its own standard" + home)
    } else {
      context.error(span, "kind \(kind.name) has no \(key)" + home)
    }
  }

  /// `[rel=next]` without quotes is a list of one text to YAML.
  private func listHint(_ text: ScalarText) -> String? {
    let offset = context.source.byteOffset(ofScalar: text.span.start)
    let end = context.source.byteOffset(ofScalar: text.span.end)
    let bytes = context.source.bytes
    guard text.isPlain, offset > 0, end < bytes.count, bytes[offset - 1] == 0x5B, bytes[end] == 0x5D else { return nil }
    return "quote it: \(Quoting.yaml("[" + text.written + "]"))"
  }
}

extension ReadingContext {
  /// An error that a kind or a check has found in a text.
  func report(_ problem: SettingProblem, in text: ScalarText, _ path: SettingPath, hint: String? = nil) {
    // What a kind says may repeat the text, and a variable's value is never shown.
    guard !text.holdsSecret else {
      error(text.span, "\(path): \(Quoting.message(text.written)) does not hold a usable value")
      return
    }
    let range = problem.offset.map { offset in
      let start = text.offset + min(max(0, offset), text.text.unicodeScalars.count)
      return start..<start + 1
    }
    error(
      span(of: range, in: text.node), "\(path): \(Quoting.printable(problem.message))",
      hint: (hint ?? problem.hint).map(Quoting.printable))
  }
}
