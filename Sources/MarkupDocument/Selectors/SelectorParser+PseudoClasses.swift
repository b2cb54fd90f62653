/// `:name` and `:name(…)`.
extension SelectorParser {
  mutating func parsePseudoClass() throws(SelectorSyntaxError) -> SelectorTest {
    let start = position
    position += 1
    if next == ":" {
      throw failure("a page has no pseudo-elements: '::' selects nothing", at: start)
    }
    let name = try parseName("the name of a pseudo-class after ':'").asciiLowercased
    if next == "(" {
      position += 1
      return try parseFunction(name, at: start)
    }
    if let test = simple(name) { return test }
    if Self.pseudoElements.contains(name) {
      throw failure("a page has no pseudo-elements: ':\(name)' selects nothing", at: start)
    }
    if Self.functions.contains(name) { throw failure("':\(name)' needs arguments in parentheses", at: start) }
    throw failure("':\(name)' is not known", at: start)
  }

  private mutating func simple(_ name: String) -> SelectorTest? {
    if let kind = Self.states[name] { return SelectorTest(kind: kind) }
    if Self.userStates.contains(name) { return SelectorTest(kind: .never) }
    switch name {
    case "first-of-type": return nth(.nthOfType, NthFormula(step: 0, offset: 1))
    case "last-of-type": return nth(.nthLastOfType, NthFormula(step: 0, offset: 1))
    case "only-of-type":
      // Both at once, as one alternative of a list of its own.
      let tests = [
        nth(.nthOfType, NthFormula(step: 0, offset: 1)), nth(.nthLastOfType, NthFormula(step: 0, offset: 1)),
      ]
      let firstTest = builder.tests.count
      builder.tests.append(contentsOf: tests)
      let firstPart = builder.parts.count
      builder.parts.append(
        SelectorPart(combinator: .none, tests: SpanOf(start: Int32(firstTest), count: Int32(tests.count))))
      let firstComplex = builder.complexes.count
      builder.complexes.append(SpanOf(start: Int32(firstPart), count: 1))
      builder.lists.append(SpanOf(start: Int32(firstComplex), count: 1))
      return SelectorTest(kind: .matchesAny, list: Int32(builder.lists.count - 1))
    default: return nil
    }
  }

  private mutating func nth(_ kind: SelectorTest.Kind, _ formula: NthFormula, of list: Int = -1) -> SelectorTest {
    builder.steps.append(formula)
    builder.counterCount += 1
    return SelectorTest(
      kind: kind, list: Int32(list), formula: Int32(builder.steps.count - 1), table: Int32(builder.counterCount - 1))
  }

  private mutating func parseFunction(_ name: String, at start: Int) throws(SelectorSyntaxError) -> SelectorTest {
    switch name {
    case "is", "where", "matches", "any", "-webkit-any", "-moz-any":
      return SelectorTest(kind: .matchesAny, list: Int32(try parseList(until: ")", forgiving: true)))
    case "not":
      return SelectorTest(kind: .matchesNone, list: Int32(try parseList(until: ")")))
    case "has":
      let list = try parseList(until: ")", relative: true)
      builder.relationCount += 1
      return SelectorTest(kind: .has, list: Int32(list), table: Int32(builder.relationCount - 1))
    case "nth-child", "nth-last-child":
      let formula = try parseFormula()
      var list = -1
      if try parseOf() {
        list = try parseList(until: ")")
      } else {
        try closeFunction()
      }
      return nth(name == "nth-child" ? .nthChild : .nthLastChild, formula, of: list)
    case "nth-of-type", "nth-last-of-type":
      let formula = try parseFormula()
      try closeFunction()
      return nth(name == "nth-of-type" ? .nthOfType : .nthLastOfType, formula)
    case "lang", "contains", "-soup-contains":
      return try parseAlternatives(name == "lang" ? .language : .contains)
    case "dir":
      try skipSpace()
      let direction = try parseName("ltr or rtl").asciiLowercased
      try closeFunction()
      return SelectorTest(kind: direction == "ltr" ? .directionLTR : direction == "rtl" ? .directionRTL : .never)
    case "current", "host", "host-context":
      _ = try parseList(until: ")")
      return SelectorTest(kind: .never)
    default:
      if Self.states[name] != nil || Self.userStates.contains(name) {
        throw failure("':\(name)' takes no arguments", at: start)
      }
      throw failure("':\(name)(…)' is not known", at: start)
    }
  }

  /// One or more texts, separated by commas; any of them will do.
  private mutating func parseAlternatives(_ kind: SelectorTest.Kind) throws(SelectorSyntaxError) -> SelectorTest {
    var tests: [SelectorTest] = []
    repeat {
      if !tests.isEmpty { position += 1 }
      try skipSpace()
      let text: String
      if next == "\"" || next == "'" { text = try parseString() } else { text = try parseName("a text") }
      tests.append(SelectorTest(kind: kind, name: builder.intern(text), lowered: builder.intern(text.asciiLowercased)))
      try skipSpace()
    } while next == ","
    try closeFunction()
    if tests.count == 1 { return tests[0] }
    var complexes: [SpanOf<SelectorPart>] = []
    for test in tests {
      builder.tests.append(test)
      builder.parts.append(
        SelectorPart(combinator: .none, tests: SpanOf(start: Int32(builder.tests.count - 1), count: 1)))
      complexes.append(SpanOf(start: Int32(builder.parts.count - 1), count: 1))
    }
    let first = builder.complexes.count
    builder.complexes.append(contentsOf: complexes)
    builder.lists.append(SpanOf(start: Int32(first), count: Int32(complexes.count)))
    return SelectorTest(kind: .matchesAny, list: Int32(builder.lists.count - 1))
  }

  private mutating func closeFunction() throws(SelectorSyntaxError) {
    try skipSpace()
    guard next == ")" else { throw failure("')' was expected, not \(found)") }
    position += 1
  }

  /// ` of ` after a formula.
  private mutating func parseOf() throws(SelectorSyntaxError) -> Bool {
    try skipSpace()
    guard startsName(at: position) else { return false }
    let start = position
    guard try parseName("of").asciiLowercased == "of" else { throw failure("'of' or ')' was expected", at: start) }
    return true
  }

  static let states: [String: SelectorTest.Kind] = [
    "first-child": .firstChild, "last-child": .lastChild, "only-child": .onlyChild, "empty": .empty, "root": .root,
    "scope": .scope, "any-link": .anyLink, "link": .anyLink, "checked": .checked, "default": .defaultOption,
    "disabled": .disabled, "enabled": .enabled, "indeterminate": .indeterminate, "optional": .optional,
    "required": .required, "read-only": .readOnly, "read-write": .readWrite, "placeholder-shown": .placeholderShown,
    "in-range": .inRange, "out-of-range": .outOfRange, "open": .open, "muted": .muted, "defined": .always,
  ]

  /// States that only a reader or a player brings about: nothing in a static document has them.
  static let userStates: Set<String> = [
    "active", "autofill", "buffering", "current", "focus", "focus-visible", "focus-within", "fullscreen", "future",
    "host", "hover", "local-link", "modal", "past", "paused", "picture-in-picture", "playing", "popover-open",
    "seeking", "stalled", "target", "target-within", "user-invalid", "user-valid", "visited", "volume-locked",
  ]

  static let functions: Set<String> = [
    "is", "where", "matches", "not", "has", "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type", "lang",
    "contains", "dir", "host-context",
  ]

  static let pseudoElements: Set<String> = ["before", "after", "first-line", "first-letter"]
}
