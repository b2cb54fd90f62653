/// `An+B` (CSS Syntax 3, section 6).
extension SelectorParser {
  mutating func parseFormula() throws(SelectorSyntaxError) -> NthFormula {
    try skipSpace()
    let start = position
    if let word = keyword() {
      if word == "even" { return NthFormula(step: 2, offset: 0) }
      if word == "odd" { return NthFormula(step: 2, offset: 1) }
    }
    position = start
    let sign = parseSign()
    let digits = parseDigits()
    guard next == "n" || next == "N" else {
      guard let digits else {
        throw failure("a number, 'even', 'odd' or a formula such as 2n+1 was expected", at: start)
      }
      return NthFormula(step: 0, offset: sign == "-" ? -digits : digits)
    }
    position += 1
    let step = (digits ?? 1) * (sign == "-" ? -1 : 1)
    // `n-1` is one name to CSS, but reads the same.
    let afterN = position
    try skipSpace()
    guard let operation = parseSign() else {
      position = afterN
      if let scalar = next, Self.isNameCharacter(scalar) {
        throw failure("a formula such as 2n+1 was expected", at: start)
      }
      return NthFormula(step: step, offset: 0)
    }
    try skipSpace()
    guard let offset = parseDigits() else { throw failure("a number was expected after '\(operation)', not \(found)") }
    return NthFormula(step: step, offset: operation == "-" ? -offset : offset)
  }

  private mutating func keyword() -> String? {
    var word = ""
    while let scalar = next, ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) {
      word.unicodeScalars.append(scalar)
      position += 1
    }
    return word.isEmpty ? nil : word.asciiLowercased
  }

  private mutating func parseSign() -> Unicode.Scalar? {
    guard let scalar = next, scalar == "+" || scalar == "-" else { return nil }
    position += 1
    return scalar
  }

  /// Reads digits; more than a document can have elements is one and the same.
  private mutating func parseDigits() -> Int? {
    var value: Int?
    while let scalar = next, ("0"..."9").contains(scalar) {
      value = min((value ?? 0) * 10 + Int(scalar.value - 0x30), 1 << 40)
      position += 1
    }
    return value
  }
}
