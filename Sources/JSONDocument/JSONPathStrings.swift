// String literals of JSONPath (RFC 9535 section 2.3.1.1).

extension JSONPathParser {
  /// A string in single or double quotes, as UTF-8.
  mutating func string() throws(JSONSelectorError) -> [UInt8] {
    guard let quote = peek else { throw expected("a string") }
    let start = index
    index += 1
    var value = ""
    while let scalar = peek {
      index += 1
      switch scalar {
      case quote: return Array(value.utf8)
      case "\\": value.unicodeScalars.append(try escape(quote: quote))
      case _ where scalar.value < 0x20:
        index -= 1
        throw expected("an escape in place of a control character")
      default: value.unicodeScalars.append(scalar)
      }
    }
    throw expected("\(quote) that ends the string of column \(start + 1)")
  }

  private mutating func escape(quote: Unicode.Scalar) throws(JSONSelectorError) -> Unicode.Scalar {
    guard let scalar = peek else { throw expected("an escape after '\\'") }
    index += 1
    switch scalar {
    case "b": return "\u{08}"
    case "f": return "\u{0C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "/", "\\", quote: return scalar
    case "u": return try unicodeEscape()
    default:
      index -= 1
      throw expected("one of b f n r t u / \\ \(quote) after '\\'")
    }
  }

  private mutating func unicodeEscape() throws(JSONSelectorError) -> Unicode.Scalar {
    let start = index
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, take("\\", "u") {
      let second = try hexadecimal()
      let combined = 0x10000 + (first - 0xD800) << 10 + (second & 0x3FF)
      if second & 0xFC00 == 0xDC00, let scalar = Unicode.Scalar(combined) { return scalar }
    }
    throw .syntax(column: start - 1, problem: "half of a surrogate pair without the other half")
  }

  private mutating func hexadecimal() throws(JSONSelectorError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let scalar = peek, let digit = Character(scalar).hexDigitValue, scalar.isASCII else {
        throw expected("four hexadecimal digits after '\\u'")
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }
}
