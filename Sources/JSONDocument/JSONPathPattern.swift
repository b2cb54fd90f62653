/// A regular expression of `match` and `search` (RFC 9485), compiled; one that is none matches nothing.
struct JSONPathPattern: Sendable, Equatable {
  let text: String

  init(_ text: String) { self.text = text }

  func matches(_ subject: String, whole: Bool) -> Bool { false }

  static func == (left: JSONPathPattern, right: JSONPathPattern) -> Bool { left.text == right.text }
}
