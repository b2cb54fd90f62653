/// I-Regexp (RFC 9485), the expressions of JSONPath's `match` and `search`, translated to RE2's syntax.
///
/// The grammar is checked in full, so that nothing that RE2 knows beyond it (anchors, `\d`, lazy quantifiers, flags) gets
/// through: `^` and `$` are plain characters here, and `.` is any character but line feed and carriage return.
public enum IRegexp {
  /// The expression in RE2's syntax; nil for text that RFC 9485 section 3 does not allow.
  public static func translated(_ pattern: String) -> String? {
    var reader = Reader(Array(pattern.unicodeScalars))
    return reader.read()
  }

  /// An expression for the whole text (`match`) or any part of it (`search`); nil where it is none.
  public static func compile(_ pattern: String) -> RegularExpression? {
    translated(pattern).flatMap { try? RegularExpression($0) }
  }

  private struct Reader {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var output = String.UnicodeScalarView()

    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard peek == scalar else { return false }
      index += 1
      return true
    }

    /// One pass with a count of open groups: no recursion on the depth of the pattern.
    mutating func read() -> String? {
      var depth = 0
      var canRepeat = false
      while let scalar = peek {
        index += 1
        switch scalar {
        case "|":
          output.append("|")
          canRepeat = false
        case "(":
          depth += 1
          output.append(contentsOf: "(?:".unicodeScalars)
          canRepeat = false
        case ")":
          guard depth > 0 else { return nil }
          depth -= 1
          output.append(")")
          canRepeat = true
        case "*", "+", "?":
          guard canRepeat else { return nil }
          output.append(scalar)
          canRepeat = false
        case "{":
          guard canRepeat, readRange() else { return nil }
          canRepeat = false
        case ".":
          output.append(contentsOf: #"[^\n\r]"#.unicodeScalars)
          canRepeat = true
        case "[":
          guard readClass() else { return nil }
          canRepeat = true
        case "\\":
          guard readEscape(inClass: false) else { return nil }
          canRepeat = true
        case "]", "}": return nil
        default:
          appendLiteral(scalar)
          canRepeat = true
        }
      }
      return depth == 0 ? String(output) : nil
    }

    /// `{n}`, `{n,}`, `{n,m}`; the opening brace is taken.
    private mutating func readRange() -> Bool {
      output.append("{")
      guard readNumber() else { return false }
      if take(",") {
        output.append(",")
        _ = readNumber()
      }
      output.append("}")
      return take("}")
    }

    private mutating func readNumber() -> Bool {
      let start = index
      while let digit = peek, digit >= "0", digit <= "9" {
        output.append(digit)
        index += 1
      }
      return index > start
    }

    /// A `charClassExpr`; the opening bracket is taken.
    private mutating func readClass() -> Bool {
      output.append("[")
      if take("^") { output.append("^") }
      var isEmpty = true
      if take("-") {
        output.append(contentsOf: #"\-"#.unicodeScalars)
        isEmpty = false
      }
      while let scalar = peek, scalar != "]" {
        if scalar == "-" {
          // A hyphen at the end stands for itself; anywhere else it would have been part of a range.
          index += 1
          guard peek == "]", !isEmpty else { return false }
          output.append(contentsOf: #"\-"#.unicodeScalars)
          break
        }
        guard readClassMember() else { return false }
        isEmpty = false
      }
      guard take("]"), !isEmpty else { return false }
      output.append("]")
      return true
    }

    private mutating func readClassMember() -> Bool {
      if peek == "\\", index + 1 < scalars.count, scalars[index + 1] == "p" || scalars[index + 1] == "P" {
        index += 1
        return readEscape(inClass: true)
      }
      guard readClassCharacter() else { return false }
      // `a-]` is a character and a final hyphen.
      guard peek == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else { return true }
      index += 1
      output.append("-")
      return readClassCharacter()
    }

    private mutating func readClassCharacter() -> Bool {
      guard let scalar = peek, scalar != "[", scalar != "]", scalar != "-" else { return false }
      index += 1
      guard scalar == "\\" else {
        appendLiteral(scalar)
        return true
      }
      guard let next = peek, next != "p", next != "P" else { return false }
      return readEscape(inClass: true)
    }

    /// A `SingleCharEsc` or `charClassEsc`; the backslash is taken.
    private mutating func readEscape(inClass: Bool) -> Bool {
      guard let scalar = peek else { return false }
      index += 1
      switch scalar {
      case "n", "r", "t":
        output.append("\\")
        output.append(scalar)
        return true
      case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}":
        appendLiteral(scalar)
        return true
      case "p", "P": return readProperty(isNegated: scalar == "P", inClass: inClass)
      default: return false
      }
    }

    private static let categories: [Unicode.Scalar: String] = [
      "L": "lmotu", "M": "cen", "N": "dlo", "P": "cdefios", "Z": "lps", "S": "ckmo", "C": "cfnos",
    ]

    private mutating func readProperty(isNegated: Bool, inClass: Bool) -> Bool {
      guard take("{"), let major = peek, let minors = Self.categories[major] else { return false }
      index += 1
      var name = String(Character(major))
      if let minor = peek, minor != "}" {
        guard minors.unicodeScalars.contains(minor) else { return false }
        name.unicodeScalars.append(minor)
        index += 1
      }
      guard take("}") else { return false }
      // RE2 leaves unassigned code points out of its tables; they are what no other category holds.
      if name == "Cn" || name == "C", !inClass {
        let others = name == "C" ? #"\pL\pM\pN\pP\pS\pZ"# : #"\pL\pM\pN\pP\pS\pZ\pC"#
        output.append(contentsOf: ((isNegated ? "[" : "[^") + others + "]").unicodeScalars)
        return true
      }
      guard name != "Cn" else { return false }
      output.append(contentsOf: ((isNegated ? #"\P{"# : #"\p{"#) + name + "}").unicodeScalars)
      return true
    }

    /// A character that stands for itself; ASCII punctuation is escaped whether or not RE2 would need it.
    private mutating func appendLiteral(_ scalar: Unicode.Scalar) {
      let isPunctuation =
        scalar.isASCII && scalar.value > 0x20 && scalar.value < 0x7F
        && !scalar.properties.isAlphabetic && !(scalar >= "0" && scalar <= "9")
      if isPunctuation { output.append("\\") }
      output.append(scalar)
    }
  }
}
