/// `[name]`, `[name=value i]` and their kin (Selectors 4, section 6).
extension SelectorParser {
  mutating func parseAttribute() throws(SelectorSyntaxError) -> SelectorTest {
    position += 1
    try skipSpace()
    let name = try parseAttributeName()
    try skipSpace()
    let lowered = name.asciiLowercased
    var test = SelectorTest(
      kind: .attributeExists, name: builder.intern(name), lowered: builder.intern(lowered))
    if next == "]" {
      position += 1
      return test
    }
    test.kind = try parseOperator()
    try skipSpace()
    if next == "\"" || next == "'" {
      test.value = builder.intern(try parseString())
    } else {
      let start = position
      guard startsName(at: position) else {
        throw failure("a value was expected, not \(found)", at: start, hint: "put the value in quotes")
      }
      test.value = builder.intern(try parseName("a value"))
    }
    if Self.caselessInHTML.contains(lowered) { test.letterCase = .insensitiveInHTML }
    try skipSpace()
    if next == "i" || next == "I" {
      test.letterCase = .insensitive
      position += 1
    } else if next == "s" || next == "S" {
      test.letterCase = .exact
      position += 1
    }
    try skipSpace()
    guard next == "]" else {
      throw failure("']' was expected, not \(found)", hint: "a value with such characters needs quotes")
    }
    position += 1
    return test
  }

  /// The prefix of `prefix|name` is read and dropped: attributes are compared by local name.
  private mutating func parseAttributeName() throws(SelectorSyntaxError) -> String {
    if next == "*", peek(1) == "|" {
      position += 2
    } else if next == "|", peek(1) != "=" {
      position += 1
    }
    let name = try parseName("an attribute name")
    guard next == "|", peek(1) != "=" else { return name }
    position += 1
    return try parseName("an attribute name after '|'")
  }

  private mutating func parseOperator() throws(SelectorSyntaxError) -> SelectorTest.Kind {
    let kind: SelectorTest.Kind
    switch next {
    case "=":
      position += 1
      return .attributeEquals
    case "~": kind = .attributeIncludes
    case "|": kind = .attributeDash
    case "^": kind = .attributePrefix
    case "$": kind = .attributeSuffix
    case "*": kind = .attributeSubstring
    case "!":
      throw failure("'!=' is no operator of CSS", hint: "write :not([name=value])")
    default: throw failure("']' or one of = ~= |= ^= $= *= was expected, not \(found)")
    }
    guard peek(1) == "=" else { throw failure("'=' was expected after \(found)") }
    position += 2
    return kind
  }

  /// HTML standard 4.16.2: attributes whose values selectors compare without case.
  private static let caselessInHTML: Set<String> = [
    "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked", "clear", "codetype", "color",
    "compact", "declare", "defer", "dir", "direction", "disabled", "enctype", "face", "frame", "hreflang", "http-equiv",
    "lang", "language", "link", "media", "method", "multiple", "nohref", "noresize", "noshade", "nowrap", "readonly",
    "rel", "rev", "rules", "scope", "scrolling", "selected", "shape", "target", "text", "type", "valign", "valuetype",
    "vlink",
  ]
}
