import WeftModel

extension ReadingContext {
  /// Checks the keys of a map against a section. An empty value is an empty map; anything else is an error.
  ///
  /// - Parameter more: further keys that the map may have, of a plugin.
  func section(_ node: YAMLNode, _ section: Section, path: SettingPath, more: [String] = []) -> SectionValues? {
    guard !node.isPoisoned else { return nil }
    guard case .map(let pairs) = node.content else {
      if node.isEmpty { return SectionValues(context: self, section: section, path: path, node: node, pairs: []) }
      complain(of: node, path, expected: "a map", hint: missingBlank(node, section))
      return nil
    }
    // Mostly all is well, and then the pairs are what they were.
    if pairs.allSatisfy({ section.has($0.key) }) {
      return SectionValues(context: self, section: section, path: path, node: node, pairs: pairs)
    }
    var known: [YAMLPair] = []
    known.reserveCapacity(pairs.count)
    for pair in pairs {
      guard section.has(pair.key) else {
        if more.contains(pair.key) {
          known.append(pair)
        } else if !pair.key.isEmpty {
          complainOfKey(pair, in: section, path: path, more: more)
        }
        continue
      }
      known.append(pair)
    }
    return SectionValues(context: self, section: section, path: path, node: node, pairs: known)
  }

  private func complainOfKey(_ pair: YAMLPair, in section: Section, path: SettingPath, more: [String]) {
    let key = Quoting.message(pair.key)
    let place = path.description.isEmpty ? "" : " in \(path)"
    let context = place + (place.isEmpty ? owner(of: pair.keySpan) : inSource(pair.keySpan))
    if pair.value.isEmpty, let colon = pair.key.firstIndex(of: ":"), section[String(pair.key[..<colon])] != nil {
      let value = pair.key[pair.key.index(after: colon)...]
      error(
        pair.keySpan, "unknown key \(key)\(context)",
        hint: "write a blank behind the colon: \(pair.key[..<colon]): \(Quoting.shortened(String(value)))")
      return
    }
    switch Suggestion.forKey(pair.key, in: section, more: more) {
    case .none: error(pair.keySpan, "unknown key \(key)\(context)", hint: "known are " + known(section, more))
    case .key(let name): error(pair.keySpan, "unknown key \(key)\(context); did you mean \"\(name)\"?")
    case .elsewhere(let name, let home):
      error(pair.keySpan, "unknown key \(key)\(context); did you mean \"\(name)\" \(home)?")
    case .belongs(let home): error(pair.keySpan, "misplaced key \(key)\(context); it belongs \(home)")
    }
  }

  private func inSource(_ span: Span) -> String {
    let owner = owner(of: span)
    return owner.hasPrefix(" in ") ? " of " + owner.dropFirst(4) : owner
  }

  private func known(_ section: Section, _ more: [String]) -> String {
    (section.keys.map(\.name) + more).joined(separator: ", ")
  }

  /// `url:https://…` is text to YAML: the blank behind the colon is missing.
  private func missingBlank(_ node: YAMLNode, _ section: Section) -> String? {
    guard let text = node.scalar?.text, let colon = text.firstIndex(of: ":") else { return nil }
    let name = String(text[..<colon])
    if section[name] != nil { return "write a blank behind the colon: \(name): …" }
    return section.name == .source && text.hasPrefix("http")
      ? "write url: \(Quoting.shortened(text)) below the name" : nil
  }

  /// Reads an address and says what is wrong with it.
  func address(_ text: ScalarText, _ path: SettingPath, isTemplate: Bool) -> AddressText? {
    do throws(AddressText.Problem) {
      return try AddressText(text.text, isTemplate: isTemplate)
    } catch {
      var hint = error.hint
      if hint == "https://…" { hint = text.holdsSecret ? nil : "write https://" + Quoting.shortened(text.written) }
      let expected = isTemplate ? "an absolute http or https URL" : KeyType.address.expectation
      let span = span(of: text.holdsSecret ? nil : error.range, in: text.node)
      // What a variable gave is never shown.
      let isShown = !text.holdsSecret || error.quoted.map { text.written.contains("{" + $0 + "}") } ?? true
      let message = isShown ? error.message : "a variable's value makes it none"
      if error.range == nil || !isShown {
        self.error(
          span, "\(path): expected \(expected), found \(Quoting.message(text.written)): \(message)", hint: hint)
      } else {
        self.error(span, "\(path): \(message)", hint: hint)
      }
      return nil
    }
  }
}
