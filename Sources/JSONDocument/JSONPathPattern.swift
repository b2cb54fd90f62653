internal import Regexes

/// A regular expression of `match` and `search` (RFC 9485), compiled; one that is none matches nothing.
struct JSONPathPattern: Sendable, Equatable {
  let text: String
  private let expression: RegularExpression?

  init(_ text: String) {
    self.text = text
    self.expression = IRegexp.compile(text)
  }

  func matches(_ subject: String, whole: Bool) -> Bool {
    guard let expression else { return false }
    return whole ? expression.matchesWhole(subject) : expression.matches(in: subject)
  }

  static func == (left: JSONPathPattern, right: JSONPathPattern) -> Bool { left.text == right.text }
}
