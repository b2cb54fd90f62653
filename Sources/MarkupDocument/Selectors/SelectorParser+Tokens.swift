/// The tokens of CSS Syntax level 3 that selectors use.
extension SelectorParser {
  /// Skips white space and comments; says whether there was white space.
  @discardableResult
  mutating func skipSpace() throws(SelectorSyntaxError) -> Bool {
    var spaced = false
    while let scalar = next {
      if Self.isSpace(scalar) {
        spaced = true
        position += 1
      } else if scalar == "/", peek(1) == "*" {
        try skipComment()
      } else {
        break
      }
    }
    return spaced
  }

  mutating func skipComment() throws(SelectorSyntaxError) {
    let start = position
    position += 2
    while position < input.count {
      if input[position] == "*", peek(1) == "/" {
        position += 2
        return
      }
      position += 1
    }
    throw failure("the comment has no end", at: start)
  }

  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" || scalar == "\u{C}"
  }

  /// A character of a name that needs no escape.
  static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
    isNameStart(scalar) || ("0"..."9").contains(scalar) || scalar == "-"
  }

  static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_" || scalar.value >= 0x80
      || scalar.value == 0
  }

  /// An identifier begins at the offset (CSS Syntax 3, section 4.3.9).
  func startsName(at offset: Int) -> Bool {
    guard offset < input.count else { return false }
    let first = input[offset]
    let second = offset + 1 < input.count ? input[offset + 1] : nil
    if first == "-" {
      guard let second else { return false }
      return second == "-" || Self.isNameStart(second) || second == "\\" && isEscape(at: offset + 1)
    }
    return Self.isNameStart(first) || first == "\\" && isEscape(at: offset)
  }

  private func isEscape(at offset: Int) -> Bool { offset + 1 < input.count && input[offset + 1] != "\n" }

  /// Reads an identifier, escapes decoded.
  mutating func parseName(_ what: String) throws(SelectorSyntaxError) -> String {
    guard startsName(at: position) else { throw failure("\(what) was expected, not \(found)") }
    var name = String.UnicodeScalarView()
    while let scalar = next {
      if Self.isNameCharacter(scalar) {
        name.append(scalar.value == 0 ? "\u{FFFD}" : scalar)
        position += 1
      } else if scalar == "\\", isEscape(at: position) {
        name.append(parseEscape())
      } else {
        break
      }
    }
    return String(name)
  }

  /// Reads `\` and what it stands for.
  private mutating func parseEscape() -> Unicode.Scalar {
    position += 1
    var value: UInt32 = 0
    var digits = 0
    while digits < 6, let scalar = next, let digit = scalar.hexadecimalValue {
      value = value << 4 | digit
      digits += 1
      position += 1
    }
    guard digits > 0 else {
      let scalar = next ?? "\u{FFFD}"
      position += 1
      return scalar
    }
    if let scalar = next, Self.isSpace(scalar) {
      position += scalar == "\r" && peek(1) == "\n" ? 2 : 1
    }
    return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  /// Reads a quoted string, escapes decoded.
  mutating func parseString() throws(SelectorSyntaxError) -> String {
    let start = position
    guard let quote = next else { throw failure("a string was expected") }
    position += 1
    var text = String.UnicodeScalarView()
    while let scalar = next {
      if scalar == quote {
        position += 1
        return String(text)
      }
      if scalar == "\n" { break }
      if scalar == "\\" {
        if peek(1) == nil {
          position += 1
        } else if peek(1) == "\n" {
          position += 2
        } else {
          text.append(parseEscape())
        }
        continue
      }
      text.append(scalar.value == 0 ? "\u{FFFD}" : scalar)
      position += 1
    }
    throw failure("the string has no closing \(quote)", at: start)
  }
}

extension Unicode.Scalar {
  fileprivate var hexadecimalValue: UInt32? {
    switch value {
    case 0x30...0x39: value - 0x30
    case 0x41...0x46: value - 0x41 + 10
    case 0x61...0x66: value - 0x61 + 10
    default: nil
    }
  }
}
