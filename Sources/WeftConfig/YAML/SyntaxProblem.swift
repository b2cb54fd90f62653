/// What a syntax error of libyaml means to the person who wrote the file.
struct SyntaxProblem {
  var issue: Issue
  /// What may be taken for plain text so that the rest of the file can be read; `nil` where reading ends here.
  var repair: Span?

  private static let quoteInside = "quote it: "

  /// Translates an error; the text around it decides which of the usual traps it is.
  static func describe(_ error: YAMLSyntaxError, in source: SourceText) -> SyntaxProblem {
    if let offset = error.byteOffset { return unreadableCharacter(at: offset, in: source) }
    let at = error.index
    switch error.problem {
    case "found character that cannot start any token": return cannotStart(at, source)
    case "did not find expected comment or line break":
      return specialStart(error.contextIndex, source)
    case "did not find expected alphabetic or numeric character": return specialStart(error.contextIndex, source)
    case "mapping values are not allowed in this context": return mappingInside(at, source)
    case "block sequence entries are not allowed in this context": return specialStart(at, source)
    case "found unknown escape character", "did not find expected hexdecimal number":
      return unknownEscape(error, source)
    case "found unexpected end of stream", "found unexpected document indicator":
      return problem(
        Span(error.contextIndex, error.contextIndex + 1), "this quote is not closed", hint: nil)
    case "could not find expected ':'":
      let span = Traps.restOfValue(at: error.contextIndex, in: source)
      return problem(span, "a key without a colon", hint: "write \"key: value\", with a space behind the colon")
    case "did not find expected ',' or '}'", "did not find expected ',' or ']'":
      return insideFlow(error, source)
    case "did not find expected key", "did not find expected '-' indicator":
      return unexpectedText(at, source)
    case "found unexpected ':'":
      return problem(
        Span(at, at + 1), "a blank is missing behind a colon", hint: "write \"key: value\"; quote a text with a colon")
    case "did not find expected node content": return nodeContent(at, source)
    case "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      return problem(Span(at, at + 1), "a tab cannot indent a line", hint: "use spaces")
    case "did not find expected <document start>":
      return problem(
        Traps.restOfLine(at: at, in: source), "this does not belong to the map above it",
        hint: "all keys of the file's own level begin in column 1")
    default: break
    }
    if error.context == "while scanning a tag" || error.context == "while parsing a tag"
      || error.problem == "found undefined tag handle"
    {
      return specialStart(error.contextIndex, source)
    }
    return problem(Span(at, at + 1), "YAML: " + error.problem, hint: nil)
  }

  private static func problem(_ span: Span, _ message: String, hint: String?, repair: Span? = nil) -> SyntaxProblem {
    SyntaxProblem(issue: Issue(severity: .error, span: span, message: message, hint: hint), repair: repair)
  }

  private static func unreadableCharacter(at offset: Int, in source: SourceText) -> SyntaxProblem {
    let index = source.scalarIndex(ofByte: offset)
    let value = source.text(Span(index, index + 1)).unicodeScalars.first?.value ?? 0
    let digits = String(value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return problem(
      Span(index, index + 1), "the control character \(name) cannot stand in the file",
      hint: "in a text between double quotes it can be written as an escape")
  }

  private static func cannotStart(_ at: Int, _ source: SourceText) -> SyntaxProblem {
    let offset = source.byteOffset(ofScalar: at)
    if offset < source.bytes.count, source.bytes[offset] == 0x09 {
      return problem(Span(at, at + 1), "a tab cannot indent a line", hint: "use spaces")
    }
    return specialStart(at, source)
  }

  /// A value whose first character means something else to YAML: `> h2`, `*`, `@name`, `%a`, `!b`.
  private static func specialStart(_ at: Int, _ source: SourceText) -> SyntaxProblem {
    let value = isInFlow(at, source) ? flowValue(from: at, source) : Traps.restOfValue(at: at, in: source)
    let text = source.text(value)
    let first = text.first.map(String.init) ?? ""
    return problem(
      value, "a value that starts with \(first) must be quoted", hint: quoteInside + Quoting.yaml(text), repair: value)
  }

  private static func mappingInside(_ at: Int, _ source: SourceText) -> SyntaxProblem {
    let offset = source.byteOffset(ofScalar: at)
    let line = source.lineRange(source.line(ofByte: offset))
    var position = line.lowerBound
    while position + 1 < offset, position + 1 < source.bytes.count {
      if source.bytes[position] == 0x3A, Traps.isBlank(source.bytes[position + 1]) {
        position += 1
        while position < offset, Traps.isBlank(source.bytes[position]) { position += 1 }
        let value = Traps.restOfValue(at: source.scalarIndex(ofByte: position), in: source)
        return problem(
          value, "a value that holds a colon and a space must be quoted",
          hint: quoteInside + Quoting.yaml(source.text(value)), repair: value)
      }
      position += 1
    }
    var start = line.lowerBound
    while start < offset, Traps.isBlank(source.bytes[start]) { start += 1 }
    return problem(
      Span(source.scalarIndex(ofByte: start), at), "this key is indented deeper than the one above it",
      hint: "keys of one map begin in the same column; a text of several lines must be quoted")
  }

  private static func unknownEscape(_ error: YAMLSyntaxError, _ source: SourceText) -> SyntaxProblem {
    // The mark stands at the backslash.
    let span = Span(error.index, error.index + 2)
    let hint = "between single quotes a backslash is itself; between double quotes write it twice"
    return problem(
      span, "\(source.text(span)) is no escape of a text between double quotes", hint: hint, repair: span)
  }

  private static func insideFlow(_ error: YAMLSyntaxError, _ source: SourceText) -> SyntaxProblem {
    let offset = source.byteOffset(ofScalar: error.index)
    let start = source.byteOffset(ofScalar: error.contextIndex)
    let isAtBracket =
      offset < source.bytes.count && offset > 0 && [0x7B, 0x7D, 0x5B, 0x5D].contains(source.bytes[offset])
      && !Traps.isBlank(source.bytes[offset - 1])
    guard isAtBracket, let begin = flowValueStart(before: offset, after: start, source) else {
      let bracket = source.text(Span(error.contextIndex, error.contextIndex + 1))
      let isEnd = source.line(ofByte: offset) != source.line(ofByte: start) || offset >= source.bytes.count
      if isEnd {
        return problem(
          Span(error.contextIndex, error.contextIndex + 1), "this \(bracket) is not closed",
          hint: "or quote the value, if it is text")
      }
      return problem(
        Span(error.index, error.index + 1), "a comma or the closing bracket was expected here",
        hint: "quote the value before it, or use block style")
    }
    let value = flowValue(from: source.scalarIndex(ofByte: begin), source)
    let text = source.text(value)
    let character = source.text(Span(error.index, error.index + 1))
    return problem(
      value, "a value inside { } or [ ] that holds \(character) must be quoted",
      hint: quoteInside + Quoting.yaml(text) + ", or use block style", repair: value)
  }

  private static func unexpectedText(_ at: Int, _ source: SourceText) -> SyntaxProblem {
    let offset = source.byteOffset(ofScalar: at)
    let line = source.lineRange(source.line(ofByte: offset))
    let before = source.bytes[line.lowerBound..<min(max(offset, line.lowerBound), source.bytes.count)]
    let span = Traps.restOfLine(at: at, in: source)
    if before.contains(where: { !Traps.isBlank($0) }) {
      return problem(span, "the value ends before this", hint: "quote the whole value")
    }
    return problem(
      span, "this line does not belong to the map or list above it",
      hint: "keys of one map begin in the same column")
  }

  private static func nodeContent(_ at: Int, _ source: SourceText) -> SyntaxProblem {
    let text = source.text(Span(at, at + 1))
    guard text == "]" || text == "}" || text == "," else {
      return problem(Span(at, at + 1), "a value was expected here", hint: nil)
    }
    guard !isInFlow(at, source) else {
      return problem(Span(at, at + 1), "a value was expected before \(text)", hint: nil)
    }
    return specialStart(at, source)
  }
}
