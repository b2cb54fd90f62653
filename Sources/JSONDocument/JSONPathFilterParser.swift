// Filters (RFC 9535 sections 2.3.5 and 2.4), with the check that types fit.

extension JSONPathParser {
  /// logical-expr: `||` binds weaker than `&&`.
  mutating func logical() throws(JSONSelectorError) -> JSONPathLogical {
    depth += 1
    defer { depth -= 1 }
    guard depth <= JSONPathParser.maximumDepth else {
      throw .syntax(column: index + 1, problem: "filters are nested more than \(JSONPathParser.maximumDepth) deep")
    }
    var parts = [try conjunction()]
    while takeOperator("|", "|") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(JSONSelectorError) -> JSONPathLogical {
    var parts = [try basic()]
    while takeOperator("&", "&") { parts.append(try basic()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// An operator between blanks; without one, the blanks stay unread.
  private mutating func takeOperator(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    let start = index
    skipBlanks()
    guard take(first, second) else {
      index = start
      return false
    }
    skipBlanks()
    return true
  }

  private mutating func basic() throws(JSONSelectorError) -> JSONPathLogical {
    let isNegated = take("!")
    if isNegated { skipBlanks() }
    if take("(") {
      skipBlanks()
      let inner = try logical()
      skipBlanks()
      guard take(")") else { throw expected("'&&', '||' or ')'") }
      return isNegated ? .not(inner) : inner
    }
    let column = index + 1
    let left = try term()
    let afterLeft = index
    skipBlanks()
    if !isNegated, let comparison = takeComparison() {
      skipBlanks()
      let rightColumn = index + 1
      let right = try term()
      return .comparison(try left.operand(column), comparison, try right.operand(rightColumn))
    }
    index = afterLeft
    let test = try left.test(column)
    return isNegated ? .not(test) : test
  }

  private mutating func takeComparison() -> JSONPathOperator? {
    if take("=", "=") { return .equal }
    if take("!", "=") { return .notEqual }
    if take("<", "=") { return .lessOrEqual }
    if take(">", "=") { return .greaterOrEqual }
    if take("<") { return .less }
    if take(">") { return .greater }
    return nil
  }

  /// A literal, a query or a call of a function: what it may be used for depends on where it stands.
  private enum Term {
    case literal(JSONPathLiteral)
    case query(JSONPathSubquery)
    case value(JSONPathOperand)
    case logical(JSONPathLogical, function: String)

    /// As something to compare, or as an argument of ValueType.
    func operand(_ column: Int) throws(JSONSelectorError) -> JSONPathOperand {
      switch self {
      case .literal(let literal): return .literal(literal)
      case .value(let operand): return operand
      case .query(let query):
        guard query.isSingular else {
          throw .syntax(column: column, problem: "expected a value: this query can select more than one node")
        }
        return .query(query)
      case .logical(_, let function):
        throw .syntax(column: column, problem: "expected a value: \(function)() is true or false and is not compared")
      }
    }

    /// As a test of its own.
    func test(_ column: Int) throws(JSONSelectorError) -> JSONPathLogical {
      switch self {
      case .query(let query): return .exists(query)
      case .logical(let logical, _): return logical
      case .literal, .value: throw .syntax(column: column, problem: "expected a test: a value must be compared")
      }
    }

    /// As an argument of NodesType.
    func nodes(_ column: Int) throws(JSONSelectorError) -> JSONPathSubquery {
      guard case .query(let query) = self else {
        throw .syntax(column: column, problem: "expected a query that begins with @ or $")
      }
      return query
    }
  }

  private mutating func term() throws(JSONSelectorError) -> Term {
    switch peek {
    case "@", "$":
      let isAbsolute = peek == "$"
      index += 1
      return .query(JSONPathSubquery(isAbsolute: isAbsolute, segments: try segments()))
    case "'", "\"": return .literal(.string(try string()))
    case let scalar? where scalar == "-" || isDigit(scalar): return .literal(.number(try number()))
    case let scalar? where ("a"..."z").contains(scalar): return try word()
    default: throw expected("a query (@ or $), a literal, a function, '!' or '('")
    }
  }

  /// `true`, `false`, `null`, or a function with its arguments.
  private mutating func word() throws(JSONSelectorError) -> Term {
    let start = index
    var name = ""
    while let scalar = peek, ("a"..."z").contains(scalar) || scalar == "_" || isDigit(scalar) {
      name.unicodeScalars.append(scalar)
      index += 1
    }
    if peek != "(" {
      switch name {
      case "true": return .literal(.boolean(true))
      case "false": return .literal(.boolean(false))
      case "null": return .literal(.null)
      default: throw .syntax(column: start + 1, problem: "'\(name)' is no literal; a name needs @. before it")
      }
    }
    return try function(name, column: start + 1)
  }

  private mutating func function(_ name: String, column: Int) throws(JSONSelectorError) -> Term {
    depth += 1
    defer { depth -= 1 }
    guard depth <= JSONPathParser.maximumDepth else {
      throw .syntax(column: column, problem: "filters are nested more than \(JSONPathParser.maximumDepth) deep")
    }
    let wanted = ["length": 1, "count": 1, "value": 1, "match": 2, "search": 2][name]
    guard let wanted else {
      throw .syntax(
        column: column, problem: "there is no function '\(name)'; there are length, count, match, search and value")
    }
    let arguments = try arguments()
    guard arguments.count == wanted else {
      throw .syntax(
        column: column,
        problem: "\(name)() takes \(wanted == 1 ? "one argument" : "two arguments"), not \(arguments.count)")
    }
    let (first, firstColumn) = arguments[0]
    switch name {
    case "length": return .value(.length(try first.operand(firstColumn)))
    case "count": return .value(.count(try first.nodes(firstColumn)))
    case "value": return .value(.value(try first.nodes(firstColumn)))
    default:
      let pattern = try arguments[1].0.operand(arguments[1].1)
      var compiled: JSONPathPattern?
      if case .literal(.string(let bytes)) = pattern {
        compiled = JSONPathPattern(String(decoding: bytes, as: UTF8.self))
      }
      let text = try first.operand(firstColumn)
      return .logical(.matches(text, pattern: pattern, compiled: compiled, whole: name == "match"), function: name)
    }
  }

  private mutating func arguments() throws(JSONSelectorError) -> [(Term, Int)] {
    index += 1
    skipBlanks()
    if take(")") { return [] }
    var arguments: [(Term, Int)] = []
    repeat {
      skipBlanks()
      let column = index + 1
      arguments.append((try term(), column))
      skipBlanks()
    } while take(",")
    guard take(")") else { throw expected("',' or ')'") }
    return arguments
  }

  private mutating func number() throws(JSONSelectorError) -> JSONPathNumber {
    let start = index
    _ = take("-")
    guard let first = peek, isDigit(first) else { throw expected("a digit") }
    index += 1
    if first == "0" {
      if let second = peek, isDigit(second) {
        throw .syntax(column: start + 1, problem: "a number has no leading zero")
      }
    } else {
      while let scalar = peek, isDigit(scalar) { index += 1 }
    }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    var written = ""
    written.unicodeScalars.append(contentsOf: text[start..<index])
    return JSONPathNumber(written) ?? .double(.infinity)
  }

  private mutating func digits() throws(JSONSelectorError) {
    guard let first = peek, isDigit(first) else { throw expected("a digit") }
    while let scalar = peek, isDigit(scalar) { index += 1 }
  }
}
