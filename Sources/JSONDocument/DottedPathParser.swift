/// Parses the short form of a selector: literal member names between dots, `[n]` for elements.
struct DottedPathParser {
  private let text: [Unicode.Scalar]
  private var index = 0

  init(_ text: String) { self.text = Array(text.unicodeScalars) }

  mutating func segments() throws(JSONSelectorError) -> [JSONPathSegment] {
    guard !text.isEmpty else { throw .syntax(column: 1, problem: "a selector was expected, found nothing") }
    if text == ["@"] || text.starts(with: ["@", "."]) || text.starts(with: ["@", "["]) {
      throw .syntax(column: 1, problem: "'@' is for filters; write '$' for the item")
    }
    var selectors: [JSONPathSelector] = []
    // An index may come first: an array has no name of its own.
    if peek != "[" { selectors.append(try name()) }
    while let scalar = peek {
      if scalar == "[" {
        selectors.append(try element())
      } else if scalar == "." {
        index += 1
        selectors.append(try name())
      } else {
        throw problem("expected '.', '[' or the end, found '\(scalar)'")
      }
    }
    return selectors.map { JSONPathSegment(isDescendant: false, selectors: [$0]) }
  }

  private mutating func name() throws(JSONSelectorError) -> JSONPathSelector {
    var name = ""
    while let scalar = peek, scalar != ".", scalar != "[", scalar != "]" {
      name.unicodeScalars.append(scalar)
      index += 1
    }
    guard !name.isEmpty else {
      throw problem("expected a member name, found " + (peek.map { "'\($0)'" } ?? "the end"))
    }
    return .name(JSONName(name.utf8))
  }

  private mutating func element() throws(JSONSelectorError) -> JSONPathSelector {
    index += 1
    let start = index
    while let scalar = peek, scalar != "]" {
      let isSign = scalar == "-" && index == start
      guard isSign || ("0"..."9").contains(scalar) else {
        throw problem(
          "expected an index, found '\(scalar)'; more than an index needs a JSONPath, which begins with '$'")
      }
      index += 1
    }
    var digits = ""
    digits.unicodeScalars.append(contentsOf: text[start..<index])
    guard let value = Int(digits), value.magnitude <= 9_007_199_254_740_991 else {
      index = start
      throw problem("expected an index in the brackets")
    }
    guard peek == "]" else { throw problem("expected ']', found the end") }
    index += 1
    return .index(value)
  }

  private var peek: Unicode.Scalar? { index < text.count ? text[index] : nil }

  private func problem(_ text: String) -> JSONSelectorError { .syntax(column: index + 1, problem: text) }
}
