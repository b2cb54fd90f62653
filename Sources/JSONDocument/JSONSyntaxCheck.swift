/// Reads a text that simdjson refused by the grammar of RFC 8259: says what is wrong and where, or replaces what only
/// simdjson refuses.
///
/// Iterative, in one pass. Replaced are integers over 64 bits and numbers over the range of a double (by zeros), and
/// `\u` escapes of lone surrogates (by `\ufffd`); each replacement is as long as what it replaces.
struct JSONSyntaxCheck {
  private(set) var replaced: [UInt8]
  private(set) var replacedNumbers = 0
  private let source: [UInt8]
  private let maximumDepth: Int
  private var index = 0
  /// The open containers, innermost last: true for an object.
  private var open: [Bool] = []

  init(_ source: [UInt8], maximumDepth: Int) {
    self.source = source
    self.replaced = source
    self.maximumDepth = maximumDepth
  }

  mutating func run() throws(JSONDocumentError) {
    skipBlanks()
    if index == source.count { throw .empty }
    while try value() {
      if try !afterValue() { return }
    }
  }

  /// Reads a scalar or the start of a container; true when what follows a value comes next.
  private mutating func value() throws(JSONDocumentError) -> Bool {
    while true {
      switch peek {
      case UInt8(ascii: "{"):
        try descend(object: true)
        if peek == UInt8(ascii: "}") { return true }
        try name()
      case UInt8(ascii: "["):
        try descend(object: false)
        if peek == UInt8(ascii: "]") { return true }
      default:
        try scalar()
        return true
      }
    }
  }

  /// Closes containers and steps over a comma; false at the end of the text.
  private mutating func afterValue() throws(JSONDocumentError) -> Bool {
    while true {
      skipBlanks()
      guard let object = open.last else {
        if index == source.count { return false }
        throw error("the end of the document")
      }
      let close = object ? UInt8(ascii: "}") : UInt8(ascii: "]")
      if peek == close {
        index += 1
        open.removeLast()
        continue
      }
      guard peek == UInt8(ascii: ",") else { throw error(object ? "',' or '}'" : "',' or ']'") }
      index += 1
      skipBlanks()
      if object {
        try name(afterComma: true)
      } else if peek == UInt8(ascii: "]") {
        throw error("a value after the comma")
      }
      return true
    }
  }

  private mutating func descend(object: Bool) throws(JSONDocumentError) {
    if open.count == maximumDepth {
      let place = place(of: index)
      throw .tooDeep(line: place.line, column: place.column, limit: maximumDepth)
    }
    open.append(object)
    index += 1
    skipBlanks()
  }

  private mutating func name(afterComma: Bool = false) throws(JSONDocumentError) {
    guard peek == UInt8(ascii: "\"") else {
      throw error(
        afterComma ? "a member name in double quotes after the comma" : "a member name in double quotes or '}'")
    }
    try string()
    skipBlanks()
    guard peek == UInt8(ascii: ":") else { throw error("':'") }
    index += 1
    skipBlanks()
  }

  private mutating func scalar() throws(JSONDocumentError) {
    switch peek {
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?: try number()
    default: throw error("a value")
    }
  }

  private mutating func word(_ word: StaticString) throws(JSONDocumentError) {
    let end = index + word.utf8CodeUnitCount
    let matches = word.withUTF8Buffer { source[index..<min(end, source.count)].elementsEqual($0) }
    guard matches, end == source.count || !isWordByte(source[end]) else { throw error("a value") }
    index = end
  }

  private mutating func number() throws(JSONDocumentError) {
    let start = index
    if peek == UInt8(ascii: "-") { index += 1 }
    let digits = index
    if peek == UInt8(ascii: "0") { index += 1 } else { try skipDigits() }
    var isInteger = true
    if peek == UInt8(ascii: ".") {
      isInteger = false
      index += 1
      try skipDigits()
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      isInteger = false
      index += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
      try skipDigits()
    }
    if let byte = peek, isWordByte(byte) { throw error("the end of the number") }
    let text = String(decoding: source[start..<index], as: UTF8.self)
    let fits = isInteger ? Int64(text) != nil || UInt64(text) != nil : (Double(text)?.isFinite ?? false)
    if fits { return }
    replacedNumbers += 1
    for place in digits..<index { replaced[place] = UInt8(ascii: "0") }
    replaced[digits + 1] = UInt8(ascii: ".")
  }

  private mutating func skipDigits() throws(JSONDocumentError) {
    guard let first = peek, isDigit(first) else { throw error("a digit") }
    while let byte = peek, isDigit(byte) { index += 1 }
  }

  private mutating func string() throws(JSONDocumentError) {
    let start = index
    index += 1
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return
      case UInt8(ascii: "\\"): try escape()
      case 0..<0x20: throw error("an escape in place of a control character")
      default: index += 1
      }
    }
    let (line, column) = place(of: start)
    throw error("'\"' that ends the string of line \(line), column \(column)")
  }

  private mutating func escape() throws(JSONDocumentError) {
    let start = index
    index += 1
    switch peek {
    case UInt8(ascii: "u"):
      index += 1
      let unit = try hexadecimal()
      if unit & 0xF800 == 0xD800 { try surrogate(unit, from: start) }
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 1
    default: throw error("one of \" \\ / b f n r t u after '\\'")
    }
  }

  /// Goes on after the second half of a pair, or replaces a half without its other.
  private mutating func surrogate(_ unit: UInt16, from start: Int) throws(JSONDocumentError) {
    if unit < 0xDC00, peek == UInt8(ascii: "\\"), index + 1 < source.count, source[index + 1] == UInt8(ascii: "u") {
      let afterFirst = index
      index += 2
      if try hexadecimal() & 0xFC00 == 0xDC00 { return }
      index = afterFirst
    }
    for (place, byte) in "\\ufffd".utf8.enumerated() { replaced[start + place] = byte }
  }

  private mutating func hexadecimal() throws(JSONDocumentError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("four hexadecimal digits after '\\u'")
      }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }

  private var peek: UInt8? { index < source.count ? source[index] : nil }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// A byte that cannot follow a number or a literal directly.
  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09: false
    default: true
    }
  }
}

extension JSONSyntaxCheck {
  private func error(_ expected: String) -> JSONDocumentError {
    let (line, column) = place(of: index)
    return .syntax(line: line, column: column, expected: expected, found: found)
  }

  private func place(of offset: Int) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    for byte in source[..<offset] {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }

  /// What stands at the place of an error, with the name of what is often written there.
  private var found: String {
    guard index < source.count else { return "the end of the document" }
    let rest = source[index...]
    if rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8) { return "a comment, which JSON has none of" }
    if rest.first == UInt8(ascii: "'") { return "a single quote" }
    let word = rest.prefix(24).prefix { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || isDigit(byte) || byte == UInt8(ascii: "-")
    }
    if word.count > 1 { return "'" + String(decoding: word, as: UTF8.self) + "'" }
    let character = String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
    if character.value < 0x20 || character.value == 0x7F { return "the control character " + hexadecimal(character) }
    return "'\(character)'"
  }

  private func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
