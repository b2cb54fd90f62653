/// A URI template of level 1 (RFC 6570 section 1.2): literal text and `{name}`.
public struct URITemplate: Hashable, Sendable, CustomStringConvertible {
  private enum Part: Hashable, Sendable {
    case literal(String)
    case expression(String)
  }

  /// What is wrong with the text of a template, and where.
  public struct Malformed: Error, Equatable, CustomStringConvertible {
    /// The kinds of mistake.
    public enum Reason: Equatable, Sendable {
      case unclosedBrace
      case strayBrace
      case emptyName
      case operatorUnsupported(Character)
      case badName(String)
      case controlCharacter
    }
    /// What was wrong.
    public let reason: Reason
    /// The character in the template, counted from 1.
    public let column: Int

    /// A mistake at a column.
    public init(reason: Reason, column: Int) {
      self.reason = reason
      self.column = column
    }

    /// One line without the position.
    public var description: String {
      switch reason {
      case .unclosedBrace: "'{' without a closing '}'"
      case .strayBrace: "'}' without an opening '{'"
      case .emptyName: "'{}' names nothing"
      case .operatorUnsupported(let sign): "the operator '\(sign)' is not understood; only {name} is"
      case .badName(let name): "'\(name)' is no name: letters, digits, '_' and '.' only"
      case .controlCharacter: "a control character"
      }
    }
  }

  /// The template as written.
  public let description: String
  private let parts: [Part]

  /// Reads a template; throws at the first mistake.
  public init(_ text: String) throws(Malformed) {
    description = text
    var parts: [Part] = []
    var literal = ""
    var rest = text[...]
    var column = 1
    while let character = rest.first {
      switch character {
      case "{":
        guard let close = rest.firstIndex(where: { $0 == "}" }) else {
          throw Malformed(reason: .unclosedBrace, column: column)
        }
        let name = rest[rest.index(after: rest.startIndex)..<close]
        if let reason = Self.fault(inName: name) { throw Malformed(reason: reason, column: column) }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = ""
        parts.append(.expression(String(name)))
        column += name.count + 2
        rest = rest[rest.index(after: close)...]
        continue
      case "}":
        throw Malformed(reason: .strayBrace, column: column)
      default:
        if character.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
          throw Malformed(reason: .controlCharacter, column: column)
        }
        literal.append(character)
      }
      column += 1
      rest = rest.dropFirst()
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    self.parts = parts
  }

  private static func fault(inName name: Substring) -> Malformed.Reason? {
    guard let first = name.first else { return .emptyName }
    if "+#./;?&=,!@|".contains(first) { return .operatorUnsupported(first) }
    if name.contains("{") { return .unclosedBrace }
    for byte in name.utf8 {
      guard byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") else {
        return .badName(String(name))
      }
    }
    return nil
  }

  /// The names in the template, each once, in order.
  public var names: [String] {
    var names: [String] = []
    for case .expression(let name) in parts where !names.contains(name) { names.append(name) }
    return names
  }

  /// The address with each `{name}` replaced by its value, percent-encoded but for unreserved characters.
  ///
  /// A name without a value is *absent*: the query parameter that holds it is dropped with its name and its `&` (or the
  /// `?` when nothing is left); outside the query the expression alone goes.
  public func expanded(_ values: [String: String]) -> String {
    var text = ""
    var hasAbsent = false
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .expression(let name):
        if let value = values[name] {
          text += percentEncoded(value)
        } else {
          hasAbsent = true
          text += Self.absent
        }
      }
    }
    return hasAbsent ? Self.withoutAbsent(text) : text
  }

  /// The text with each `{name}` replaced by its value as it is, for headers and bodies; absent names are empty.
  public func expandedPlain(_ values: [String: String]) -> String {
    parts.map {
      switch $0 {
      case .literal(let literal): literal
      case .expression(let name): values[name] ?? ""
      }
    }.joined()
  }

  /// Stands for an absent value while expanding: no literal can hold it, and encoding turns it into `%00` in a value.
  private static let absent = "\u{0}"

  private static func withoutAbsent(_ text: String) -> String {
    var reference = URIReference(text)
    if let query = reference.query {
      let kept = query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        .filter { !$0.contains(0) }
      reference.query = kept.isEmpty ? nil : kept.map { String(Substring($0)) }.joined(separator: "&")
    }
    return URIs.text(reference.description.utf8.filter { $0 != 0 })
  }
}
