internal import CLibXML2

/// A selector of the configuration for HTML and XML: CSS, with `@attribute` or `@html` at its end, or XPath 1.0.
public struct MarkupSelector: Sendable {
  /// What the selector is relative to.
  public enum Role: Hashable, Sendable {
    /// The list of item nodes: the whole document.
    case items
    /// A field: the item node. An absolute XPath would find the document's first match for every item.
    case field
    /// A page key such as `next`: the whole document.
    case page
  }

  /// The selector as written.
  public let text: String
  /// What it is relative to.
  public let role: Role
  let form: Form
  let output: Output

  enum Form: Sendable {
    case css(SelectorProgram)
    /// The item node itself: `@href`.
    case itself
    case xpath(String)
  }

  enum Output: Hashable, Sendable {
    case text, innerMarkup
    case attribute(String)
  }

  /// Compiles a selector.
  ///
  /// - Throws: `SelectorSyntaxError` with the offset of what cannot stand where it does.
  public init(_ text: String, role: Role) throws(SelectorSyntaxError) {
    self.text = text
    self.role = role
    let leading = text.utf8.prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }.count
    let body = text.dropFirst(leading)
    if body.isEmpty { throw SelectorSyntaxError(0, "the selector is empty") }
    if body.hasPrefix("/") || body.hasPrefix("./") || body.hasPrefix("..") || body.hasPrefix("(") {
      if role == .field, body.hasPrefix("/") {
        throw SelectorSyntaxError(
          leading,
          "'\(body.hasPrefix("//") ? "//" : "/")' starts at the document, not at the item: every item would get the same",
          hint: body.hasPrefix("//") ? "write .\(body)" : "write .\(body) or .//…")
      }
      try XPathExpression.check(text)
      form = .xpath(text)
      output = .text
      return
    }
    var parser = SelectorParser(text)
    if body.hasPrefix("@") {
      parser.position = leading
      form = .itself
    } else {
      form = .css(try parser.parseProgram(stoppingAtAttribute: true))
    }
    output = try parser.parseOutput()
  }
}

extension MarkupSelector: Hashable {
  /// Equal texts in equal roles are equal selectors.
  public static func == (left: MarkupSelector, right: MarkupSelector) -> Bool {
    left.text == right.text && left.role == right.role
  }
  /// Hashes text and role.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(role)
  }
}

extension MarkupSelector {
  /// The attribute whose value the selector yields; `nil` where it yields text or markup.
  public var attributeName: String? {
    if case .attribute(let name) = output { return name }
    return nil
  }

  /// The selector names text (not an attribute, not `@html`): a field of markup takes the inner markup instead.
  public var yieldsText: Bool { output == .text }

  /// The selector ends in `@html`.
  public var yieldsInnerMarkup: Bool { output == .innerMarkup }
}

extension SelectorParser {
  /// Compiles the text up to its end or, at the top level, to an `@`.
  mutating func parseProgram(stoppingAtAttribute: Bool) throws(SelectorSyntaxError) -> SelectorProgram {
    let list = try parseList(until: nil, attributeMayFollow: stoppingAtAttribute)
    return SelectorProgram(builder, main: list)
  }

  /// Reads `@name` at the end.
  mutating func parseOutput() throws(SelectorSyntaxError) -> MarkupSelector.Output {
    guard next == "@" else { return .text }
    position += 1
    let start = position
    var name = ""
    while let scalar = next, Self.isNameCharacter(scalar) || scalar == ":" || scalar == "." {
      name.unicodeScalars.append(scalar)
      position += 1
    }
    guard !name.isEmpty else { throw failure("an attribute name was expected after '@', not \(found)", at: start) }
    try skipSpace()
    guard next == nil else {
      if next == "," {
        throw failure(
          "'@\(name)' must be the last thing", hint: "a list of selectors takes the first that finds something")
      }
      throw failure("'@\(name)' must be the last thing, not followed by \(found)")
    }
    return name == "html" ? .innerMarkup : .attribute(name)
  }
}
