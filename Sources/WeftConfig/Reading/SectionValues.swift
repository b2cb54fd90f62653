import WeftModel

/// The known keys of one map, to be read by type.
final class SectionValues {
  let context: ReadingContext
  let section: Section
  let path: SettingPath
  /// The map itself.
  let node: YAMLNode
  let pairs: [YAMLPair]

  init(context: ReadingContext, section: Section, path: SettingPath, node: YAMLNode, pairs: [YAMLPair]) {
    self.context = context
    self.section = section
    self.path = path
    self.node = node
    self.pairs = pairs
  }

  /// The pair of a key.
  func pair(_ key: String) -> YAMLPair? { pairs.first { $0.key == key } }

  /// The value of a key.
  func node(_ key: String) -> YAMLNode? { pair(key)?.value }

  func has(_ key: String) -> Bool { pairs.contains { $0.key == key } }

  func path(_ key: String) -> SettingPath { path.appending(key) }

  /// A key that was looked up must be declared: else the table and its reader have come apart.
  private func declaration(_ key: String) -> KeyDeclaration {
    guard let declaration = section[key] else { preconditionFailure("\(section.name) has no key \(key)") }
    return declaration
  }

  // MARK: values by type

  func text(_ key: String) -> ScalarText? {
    guard let node = node(key) else { return nil }
    let declaration = declaration(key)
    return context.text(
      node, path(key), expected: declaration.type.expectation, mayBeEmpty: declaration.mayBeEmpty)
  }

  func boolean(_ key: String) -> Bool? {
    converted(key) {
      $0 == "true" ? true : $0 == "false" ? false : nil
    } hint: { written in
      switch written.lowercased() {
      case "yes", "on", "y", "1", "true", "t": "write true"
      case "no", "off", "n", "0", "false", "f": "write false"
      default: nil
      }
    }
  }

  func integer(_ key: String) -> Int? {
    guard has(key) else { return nil }
    guard case .integer(let range) = declaration(key).type else { preconditionFailure("\(key) is no number") }
    return converted(key) {
      Self.integer($0, in: range)
    } hint: { written in
      let digits = written.filter { !["_", ",", "'", " "].contains($0) }
      return digits != written && Int(digits) != nil ? "write \(digits)" : nil
    }
  }

  static func integer(_ text: String, in range: ClosedRange<Int>) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 19, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let value = Int(text), range.contains(value)
    else { return nil }
    return value
  }

  func positiveNumber(_ key: String) -> Double? { converted(key, Quantity.positive) { _ in nil } }

  func duration(_ key: String) -> Duration? {
    converted(key, Quantity.duration) { written in
      written.utf8.allSatisfy { (0x30...0x39).contains($0) } ? "write \(written)s for seconds" : nil
    }
  }

  func size(_ key: String) -> Int? { converted(key, Quantity.size) { _ in nil } }

  func rate(_ key: String) -> Duration? { converted(key, Quantity.rate) { _ in nil } }

  func date(_ key: String) -> Timestamp? { converted(key, DateText.instant) { _ in nil } }

  func word<Word: RawRepresentable<String> & CaseIterable>(_ key: String, _ type: Word.Type) -> Word? {
    converted(key, Word.init(rawValue:)) { written in
      Suggestion.nearest(to: written, among: type.allCases.map(\.rawValue)).map { "did you mean \($0)?" }
    }
  }

  private func converted<Value>(
    _ key: String, _ convert: (String) -> Value?, hint: (String) -> String?
  ) -> Value? {
    guard let text = text(key) else { return nil }
    if let value = convert(text.text) { return value }
    context.complain(
      of: text.node, path(key), expected: declaration(key).type.expectation,
      hint: text.holdsSecret ? nil : hint(text.written))
    return nil
  }

  /// An address without variables.
  func address(_ key: String) -> String? {
    guard let text = text(key), context.address(text, path(key), isTemplate: false) != nil else { return nil }
    return text.text
  }

  // MARK: lists and maps

  /// The elements of a list.
  func list(_ key: String) -> [YAMLNode]? {
    guard let node = node(key), !node.isPoisoned else { return nil }
    if case .list(let elements) = node.content { return elements }
    let isOne = node.scalar.map { !$0.text.isEmpty } ?? node.isFlow
    let hint = isOne ? "write [\(Quoting.shortened(context.source.text(node.span)))]" : nil
    context.complain(of: node, path(key), expected: declaration(key).type.expectation, hint: hint)
    return nil
  }

  /// The texts of a list.
  func texts(_ key: String, mayBeEmpty: Bool = false) -> [ScalarText]? {
    list(key)?.compactMap { context.text($0, path(key), expected: "text", mayBeEmpty: mayBeEmpty) }
  }

  /// Names and texts, in order.
  func textPairs(_ key: String) -> [(pair: YAMLPair, text: ScalarText)]? {
    guard let node = node(key), !node.isPoisoned else { return nil }
    guard case .map(let pairs) = node.content else {
      if !node.isEmpty { context.complain(of: node, path(key), expected: declaration(key).type.expectation) }
      return nil
    }
    return pairs.compactMap { pair in
      context.text(pair.value, path(key).appending(pair.key), expected: "text", mayBeEmpty: true).map { (pair, $0) }
    }
  }

  /// The map of a key with the keys of its section.
  func child(_ key: String) -> SectionValues? {
    guard let node = node(key), case .section(let name) = declaration(key).type else { return nil }
    return context.section(node, KeyTable.section(name), path: path(key))
  }
}
