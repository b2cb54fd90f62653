internal import Regexes

/// A regular expression of `match` and `search` (RFC 9485), compiled; one that is none matches nothing.
///
/// RFC 9485 knows no anchors, but the compliance suite of JSONPath and its other implementations take a `^` at the start
/// and a `$` at the end for them, and so do people who write patterns.
struct JSONPathPattern: Sendable, Equatable {
  let text: String
  private let expression: RegularExpression?

  init(_ text: String) {
    self.text = text
    var inner = text[...]
    let start = inner.first == "^" ? "^" : ""
    inner = inner.dropFirst(start.count)
    let backslashes = inner.dropLast().reversed().prefix { $0 == "\\" }.count
    let end = inner.last == "$" && backslashes.isMultiple(of: 2) ? "$" : ""
    inner = inner.dropLast(end.count)
    // Not in a group: `^a|b` is one alternative with the anchor and one without.
    self.expression = IRegexp.translated(String(inner)).flatMap { try? RegularExpression(start + $0 + end) }
  }

  func matches(_ subject: String, whole: Bool) -> Bool {
    guard let expression else { return false }
    return whole ? expression.matchesWhole(subject) : expression.matches(in: subject)
  }

  static func == (left: JSONPathPattern, right: JSONPathPattern) -> Bool { left.text == right.text }
}
