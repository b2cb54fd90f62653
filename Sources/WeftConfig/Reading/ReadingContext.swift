import WeftModel

/// What one reading of a file knows and has found so far.
final class ReadingContext {
  let source: SourceText
  let environment: @Sendable (String) -> String?
  let checks: ValueChecks
  let selectors: SelectorChecks
  private(set) var issues: [Issue]
  /// Where values stand that were taken for text; nothing is said about them.
  private let repaired: [Span]
  /// Which source, or `defaults`, a place of the file belongs to.
  var owners = SpanOwners()
  /// Values of environment variables that were put in since somebody asked.
  var environmentValues: Set<String> = []
  /// Kinds of plugins that cannot be used, and why.
  var unusableKinds: [String: String] = [:]

  init(
    source: SourceText, environment: @escaping @Sendable (String) -> String?, checks: ValueChecks,
    kinds: [any SourceKind], tree: YAMLTree
  ) {
    self.source = source
    self.environment = environment
    self.checks = checks
    selectors = SelectorChecks(kinds: kinds)
    issues = tree.issues
    repaired = tree.repaired
  }

  var hasErrors: Bool { issues.contains { $0.severity == .error } }

  func error(_ span: Span, _ message: String, hint: String? = nil) {
    report(Issue(severity: .error, span: span, message: message, hint: hint))
  }

  func warning(_ span: Span, _ message: String, hint: String? = nil) {
    report(Issue(severity: .warning, span: span, message: message, hint: hint))
  }

  private func report(_ issue: Issue) {
    let isRepaired = repaired.contains { $0.start < issue.span.end && issue.span.start < $0.end }
    if !isRepaired { issues.append(issue) }
  }

  /// ` in source "blog"`, ` in defaults` or nothing, by the place itself: a value that several sources share through
  /// an alias or through `defaults` is complained of once.
  func owner(of span: Span) -> String {
    guard let owner = owners.last(startingAt: span.start), span.start < owner.span.end else { return "" }
    return owner.name.map { " in source \(Quoting.message($0))" } ?? " in defaults"
  }

  /// Whether a place belongs to `defaults`.
  func isInDefaults(_ span: Span) -> Bool {
    owners.last(startingAt: span.start).map { $0.name == nil && span.start < $0.span.end } ?? false
  }

  // MARK: text

  /// The text of a scalar; an error, and `nil`, for lists and maps and for what is empty.
  ///
  /// - Parameter mayBeEmpty: whether quoted empty text will do.
  func text(
    _ node: YAMLNode, _ path: SettingPath, expected: @autoclosure () -> String, mayBeEmpty: Bool = false
  ) -> ScalarText? {
    guard !node.isPoisoned else { return nil }
    guard let scalar = node.scalar else {
      complain(of: node, path, expected: expected())
      return nil
    }
    if scalar.text.isEmpty, !mayBeEmpty || scalar.style == .plain {
      complainOfEmptiness(node, path)
      return nil
    }
    if scalar.style == .plain, let comment = Traps.commentBehindValue(endingAt: node.span.end, in: source) {
      let whole = source.text(Span(node.span.start, comment.end))
      warning(
        comment,
        "YAML takes \(Quoting.message(source.text(comment))) for a comment; \(path) is \(Quoting.message(scalar.text))",
        hint: "quote it if it belongs to the value: \(Quoting.yaml(whole))")
    }
    guard let expanded = EnvironmentText.expand(scalar.text, environment: environment) else {
      return ScalarText(text: scalar.text, written: scalar.text, node: node, isPlain: scalar.style == .plain)
    }
    for problem in expanded.problems { error(span(of: problem.range, in: node), problem.message, hint: problem.hint) }
    guard expanded.problems.isEmpty else { return nil }
    environmentValues.formUnion(expanded.values)
    return ScalarText(
      text: expanded.text, written: scalar.text, node: node, isPlain: false, holdsSecret: expanded.holdsSecret)
  }

  private func complainOfEmptiness(_ node: YAMLNode, _ path: SettingPath) {
    if node.isEmpty, let comment = Traps.commentInsteadOfValue(at: node.span.end, in: source) {
      error(
        comment, "\(path) is empty; a selector that starts with # must be quoted",
        hint: "quote it: \(Quoting.yaml(source.text(Traps.restOfValue(at: comment.start, in: source))))")
    } else {
      error(node.span, "\(path) is empty")
    }
  }

  /// An error for a value of the wrong shape or type.
  func complain(of node: YAMLNode, _ path: SettingPath, expected: String, hint: String? = nil) {
    guard !node.isPoisoned, !node.isPartial else { return }
    switch node.content {
    case .scalar(let scalar):
      guard !scalar.text.isEmpty else { return complainOfEmptiness(node, path) }
      error(node.span, "\(path): expected \(expected), found \(Quoting.message(scalar.text))", hint: hint)
    case .list(let elements):
      // `next: [rel=next]`: what looks like a list to YAML is text to its writer.
      var hint = hint
      if node.isFlow, expected != "a map", elements.count <= 1, elements.first?.scalar != nil || elements.isEmpty,
        hint == nil
      {
        hint = "quote it: \(Quoting.yaml(source.text(node.span)))"
      }
      error(firstLine(node), "\(path): expected \(expected), found a list", hint: hint)
    case .map(let pairs):
      var hint = hint
      if node.isFlow, pairs.allSatisfy({ $0.value.isEmpty }), hint == nil {
        hint = "quote it: \(Quoting.yaml(source.text(node.span)))"
      }
      error(firstLine(node), "\(path): expected \(expected), found a map", hint: hint)
    }
  }

  /// The node's span if it is short; block lists and maps are marked at their first key only.
  private func firstLine(_ node: YAMLNode) -> Span {
    if !node.isFlow, case .list = node.content { return Span(node.span.start, node.span.start + 1) }
    guard !node.isFlow, case .map(let pairs) = node.content, let first = pairs.first,
      // An alias has its own place, its keys are elsewhere.
      first.keySpan.start >= node.span.start, first.keySpan.end <= node.span.end
    else { return node.span }
    return first.keySpan
  }

  /// The place of a part of a scalar, or of the whole of it where escapes or folding moved its characters.
  func span(of range: Range<Int>?, in node: YAMLNode) -> Span {
    guard let range, let scalar = node.scalar else { return node.span }
    let quotes = scalar.style == .singleQuoted || scalar.style == .doubleQuoted ? 1 : 0
    let inside = Span(node.span.start + quotes, node.span.end - quotes)
    guard inside.end - inside.start == scalar.text.unicodeScalars.count, source.text(inside) == scalar.text,
      range.lowerBound <= inside.end - inside.start
    else { return node.span }
    return Span(inside.start + range.lowerBound, min(inside.end, inside.start + range.upperBound))
  }
}

/// The text of a scalar with its variables put in.
struct ScalarText {
  /// What is used.
  var text: String
  /// What stands in the file; the only form that messages show.
  var written: String
  var node: YAMLNode
  var isPlain: Bool
  /// A part of it came from the environment.
  var holdsSecret = false
  /// Where the text begins in its scalar, where it is only a part of it.
  var offset = 0

  var span: Span { node.span }
}
