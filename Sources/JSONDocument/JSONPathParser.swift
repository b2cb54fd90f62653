/// Parses JSONPath by the grammar of RFC 9535 (appendix A): segments and selectors here, filters beside it.
struct JSONPathParser {
  /// How deep filters and parentheses may nest.
  static let maximumDepth = 64

  let text: [Unicode.Scalar]
  var index = 0
  var depth = 0

  init(_ text: String) { self.text = Array(text.unicodeScalars) }

  /// The whole text as a query.
  mutating func query() throws(JSONSelectorError) -> [JSONPathSegment] {
    guard take("$") else { throw expected("'$'") }
    let segments = try segments()
    guard index == text.count else {
      let hint = index == 1 && (peek.map(isNameFirst) ?? false) ? " (a member named '$\(rest)' is $['$\(rest)'])" : ""
      throw expected("'.', '[' or the end", hint: hint)
    }
    return segments
  }

  private var rest: String {
    var rest = ""
    rest.unicodeScalars.append(contentsOf: text[index...])
    return rest
  }

  /// Zero or more segments; blanks only where a segment follows.
  mutating func segments() throws(JSONSelectorError) -> [JSONPathSegment] {
    var segments: [JSONPathSegment] = []
    while true {
      let start = index
      skipBlanks()
      if peek == "[" {
        segments.append(JSONPathSegment(isDescendant: false, selectors: try bracketed()))
      } else if take(".") {
        let isDescendant = take(".")
        if isDescendant, peek == "[" {
          segments.append(JSONPathSegment(isDescendant: true, selectors: try bracketed()))
        } else {
          let selector = try shorthand(isDescendant: isDescendant)
          segments.append(JSONPathSegment(isDescendant: isDescendant, selectors: [selector]))
        }
      } else {
        index = start
        return segments
      }
    }
  }

  private mutating func shorthand(isDescendant: Bool) throws(JSONSelectorError) -> JSONPathSelector {
    if take("*") { return .wildcard }
    let start = index
    guard let first = peek, isNameFirst(first) else {
      throw expected(isDescendant ? "a name, '*' or '[' after '..'" : "a name or '*' after '.'")
    }
    while let scalar = peek, isNameFirst(scalar) || isDigit(scalar) { index += 1 }
    var name = ""
    name.unicodeScalars.append(contentsOf: text[start..<index])
    return .name(JSONName(name.utf8))
  }

  private mutating func bracketed() throws(JSONSelectorError) -> [JSONPathSelector] {
    index += 1
    var selectors: [JSONPathSelector] = []
    repeat {
      skipBlanks()
      selectors.append(try selector())
      skipBlanks()
    } while take(",")
    guard take("]") else { throw expected("',' or ']'") }
    return selectors
  }

  private mutating func selector() throws(JSONSelectorError) -> JSONPathSelector {
    switch peek {
    case "'", "\"": return .name(JSONName(try string()))
    case "*":
      index += 1
      return .wildcard
    case "?":
      index += 1
      skipBlanks()
      return .filter(try logical())
    case ":": return try slice(from: nil)
    case let scalar? where scalar == "-" || isDigit(scalar):
      let start = try integer()
      let afterStart = index
      skipBlanks()
      if peek == ":" { return try slice(from: start) }
      index = afterStart
      return .index(start)
    default: throw expected("a quoted name, an index, a slice, '*' or '?'")
    }
  }

  private mutating func slice(from start: Int?) throws(JSONSelectorError) -> JSONPathSelector {
    index += 1
    let end = try optionalInteger()
    var step: Int?
    if take(":") { step = try optionalInteger() }
    return .slice(start: start, end: end, step: step ?? 1)
  }

  /// An integer between blanks; where there is none, the blanks stay (`[1: ]` may have them as well).
  private mutating func optionalInteger() throws(JSONSelectorError) -> Int? {
    let start = index
    skipBlanks()
    guard let scalar = peek, scalar == "-" || isDigit(scalar) else {
      if peek != ":" { index = start }
      return nil
    }
    let value = try integer()
    let end = index
    skipBlanks()
    if peek != ":" { index = end }
    return value
  }

  /// Within the range of I-JSON, without leading zeros (section 2.1).
  private mutating func integer() throws(JSONSelectorError) -> Int {
    let start = index
    let isNegative = take("-")
    guard let first = peek, isDigit(first) else { throw expected("a digit") }
    var value = 0
    while let scalar = peek, isDigit(scalar) {
      // Checked against the range after each digit, so it cannot overflow.
      value = value * 10 + Int(scalar.value - 0x30)
      guard value <= 9_007_199_254_740_991 else {
        throw .syntax(column: start + 1, problem: "an integer is at most 9007199254740991")
      }
      index += 1
    }
    if first == "0", value != 0 || index - start > 1 {
      throw .syntax(column: start + 1, problem: "an integer has no leading zero and no negative zero")
    }
    return isNegative ? -value : value
  }
}

// Scalars and errors.
extension JSONPathParser {
  var peek: Unicode.Scalar? { index < text.count ? text[index] : nil }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    index += 1
    return true
  }

  mutating func take(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    guard peek == first, index + 1 < text.count, text[index + 1] == second else { return false }
    index += 2
    return true
  }

  mutating func skipBlanks() {
    while let scalar = peek, scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" { index += 1 }
  }

  func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  func isNameFirst(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar.value >= 0x80
  }

  func expected(_ what: String, hint: String = "") -> JSONSelectorError {
    let found = peek.map { $0.value < 0x20 ? "a control character" : "'\($0)'" } ?? "the end"
    return .syntax(column: index + 1, problem: "expected \(what), found \(found)" + hint)
  }
}
