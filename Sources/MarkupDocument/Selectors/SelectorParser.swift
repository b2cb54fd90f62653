/// Reads CSS selectors (Selectors level 4) into a `SelectorProgram`.
struct SelectorParser {
  /// The text, in Unicode scalars, so that columns are what people count.
  let input: [Unicode.Scalar]
  var position = 0
  var builder = SelectorProgramBuilder()
  /// Functions inside functions; a limit keeps recursion off the user's text.
  private var depth = 0

  static let maximumDepth = 16
  static let maximumParts = 128

  init(_ text: String) { input = Array(text.unicodeScalars) }

  var next: Unicode.Scalar? { position < input.count ? input[position] : nil }

  func peek(_ distance: Int) -> Unicode.Scalar? {
    position + distance < input.count ? input[position + distance] : nil
  }

  func failure(_ message: String, at offset: Int? = nil, hint: String? = nil) -> SelectorSyntaxError {
    SelectorSyntaxError(offset ?? position, message, hint: hint)
  }

  /// What stands at the position, for messages.
  var found: String { next.map { "'\($0)'" } ?? "the end" }

  // MARK: lists

  /// Reads alternatives up to `)` or the end (`terminator` nil) and returns their index in `lists`.
  ///
  /// - Parameters:
  ///   - relative: `:has`: an alternative may begin with a combinator.
  ///   - forgiving: `:is` and `:where`: empty alternatives are allowed and match nothing.
  ///   - attributeMayFollow: an `@` ends the list; what follows is not read.
  mutating func parseList(
    until terminator: Unicode.Scalar?, relative: Bool = false, forgiving: Bool = false, attributeMayFollow: Bool = false
  ) throws(SelectorSyntaxError) -> Int {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw failure("selectors are nested deeper than \(Self.maximumDepth)") }
    var complexes: [SpanOf<SelectorPart>] = []
    while true {
      try skipSpace()
      if forgiving, next == "," || next == terminator {
        // An empty alternative.
      } else {
        complexes.append(try parseComplex(until: terminator, relative: relative))
      }
      try skipSpace()
      if next == "," {
        position += 1
        continue
      }
      break
    }
    if let terminator {
      guard next == terminator else { throw failure("'\(terminator)' or ',' was expected, not \(found)") }
      position += 1
    } else if next != nil, !(attributeMayFollow && next == "@") {
      throw failure("a combinator, ',' or the end was expected, not \(found)")
    }
    let start = builder.complexes.count
    builder.complexes.append(contentsOf: complexes)
    builder.lists.append(SpanOf(start: Int32(start), count: Int32(complexes.count)))
    return builder.lists.count - 1
  }

  private mutating func parseComplex(
    until terminator: Unicode.Scalar?, relative: Bool
  ) throws(SelectorSyntaxError) -> SpanOf<SelectorPart> {
    // Parts of nested lists are appended while a compound is read, so this selector's own come last, together.
    var parts: [SelectorPart] = []
    var combinator = Combinator.none
    if let written = try parseCombinator() {
      guard relative else {
        throw failure(
          "a selector cannot begin with a combinator", at: written.offset, hint: "write :scope before it")
      }
      combinator = written.combinator
    } else if relative {
      combinator = .descendant
    }
    while true {
      let tests = try parseCompound()
      parts.append(SelectorPart(combinator: combinator, tests: tests))
      guard builder.parts.count + parts.count <= Self.maximumParts else {
        throw failure("the selector has more than \(Self.maximumParts) parts")
      }
      let spaced = try skipSpace()
      if next == nil || next == "," || next == terminator || next == "@" { break }
      if let written = try parseCombinator() {
        combinator = written.combinator
      } else if spaced {
        combinator = .descendant
      } else {
        throw failure(misplaced)
      }
    }
    let start = builder.parts.count
    builder.parts.append(contentsOf: parts)
    return SpanOf(start: Int32(start), count: Int32(parts.count))
  }

  private var misplaced: String {
    guard let next else { return "a combinator was expected" }
    if startsName(at: position) || next == "*" { return "an element name must come first in its compound" }
    return "\(found) cannot stand here"
  }

  /// Reads `>`, `+` or `~` and the space after it.
  private mutating func parseCombinator() throws(SelectorSyntaxError) -> (combinator: Combinator, offset: Int)? {
    let offset = position
    let combinator: Combinator
    switch next {
    case ">": combinator = .child
    case "+": combinator = .nextSibling
    case "~": combinator = .subsequentSibling
    default: return nil
    }
    position += 1
    try skipSpace()
    return (combinator, offset)
  }

  // MARK: compounds

  private mutating func parseCompound() throws(SelectorSyntaxError) -> SpanOf<SelectorTest> {
    var tests: [SelectorTest] = []
    if let type = try parseType() { tests.append(type) }
    while let scalar = next {
      if scalar == "/", peek(1) == "*" {
        // A comment ends no compound; `div/* */span` is refused below because a name follows.
        try skipComment()
        continue
      }
      let offset = position
      switch scalar {
      case "#":
        position += 1
        guard startsName(at: position) else {
          let digits = next.map { ("0"..."9").contains($0) } ?? false
          throw failure(
            "an id was expected after '#'", at: offset,
            hint: digits ? "an id that begins with a digit is written [id=\"…\"]" : nil)
        }
        let name = builder.intern(try parseName("an id"))
        tests.append(SelectorTest(kind: .id, name: name))
      case ".":
        position += 1
        let name = builder.intern(try parseName("a class name after '.'"))
        tests.append(SelectorTest(kind: .className, name: name))
      case "[": tests.append(try parseAttribute())
      case ":": tests.append(try parsePseudoClass())
      default:
        return try finish(tests)
      }
    }
    return try finish(tests)
  }

  private mutating func finish(_ tests: [SelectorTest]) throws(SelectorSyntaxError) -> SpanOf<SelectorTest> {
    guard !tests.isEmpty else {
      if next == "@" {
        throw failure("'@' cannot stand here", hint: "an attribute comes last: a@href, or @href for the item itself")
      }
      throw failure("a selector was expected, not \(found)")
    }
    // The cheapest tests first: most elements fail on one of them.
    let ordered = tests.filter { $0.kind.isCheap } + tests.filter { !$0.kind.isCheap }
    let start = builder.tests.count
    builder.tests.append(contentsOf: ordered)
    return SpanOf(start: Int32(start), count: Int32(ordered.count))
  }

  /// `name`, `*`, `prefix|name`, `*|name`, `|name`.
  private mutating func parseType() throws(SelectorSyntaxError) -> SelectorTest? {
    var first: String?
    if next == "*" {
      position += 1
    } else if startsName(at: position) {
      first = try parseName("an element name")
    } else if next != "|" || peek(1) == "|" {
      return nil
    }
    guard next == "|", peek(1) != "=", peek(1) != "|" else {
      guard let first else { return SelectorTest(kind: .universal) }
      return typeTest(.type, name: first)
    }
    // `*|` and `|`: any namespace, as without one (an element name matches in any namespace).
    let isPrefixed = first != nil
    position += 1
    if next == "*" {
      position += 1
      guard isPrefixed, let first else { return SelectorTest(kind: .universal) }
      return SelectorTest(kind: .namespacedUniversal, value: builder.intern(first))
    }
    let name = try parseName("an element name after '|'")
    guard isPrefixed, let first else { return typeTest(.type, name: name) }
    var test = typeTest(.namespacedType, name: name)
    test.value = builder.intern(first)
    return test
  }

  private mutating func typeTest(_ kind: SelectorTest.Kind, name: String) -> SelectorTest {
    SelectorTest(kind: kind, name: builder.intern(name), lowered: builder.intern(name.asciiLowercased))
  }
}

extension SelectorTest.Kind {
  fileprivate var isCheap: Bool {
    switch self {
    case .type, .namespacedType, .universal, .namespacedUniversal, .id, .className, .firstChild, .lastChild, .never:
      true
    default: false
    }
  }
}

extension String {
  /// The text with A–Z in lower case; other letters stay (CSS compares without case in ASCII only).
  var asciiLowercased: String {
    String(decoding: utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
