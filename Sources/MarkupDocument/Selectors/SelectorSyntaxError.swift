/// Why a text is no selector.
public struct SelectorSyntaxError: Error, Hashable, Sendable {
  /// Where in the text, in Unicode scalars from 0.
  public let offset: Int
  /// What is wrong and what was expected, as a sentence without a full stop.
  public let message: String
  /// What to write instead.
  public let hint: String?

  /// The place as people count, from 1.
  public var column: Int { offset + 1 }

  init(_ offset: Int, _ message: String, hint: String? = nil) {
    self.offset = offset
    self.message = message
    self.hint = hint
  }
}

extension SelectorSyntaxError: CustomStringConvertible {
  /// The error with its column.
  public var description: String { "column \(column): \(message)" + (hint.map { " (\($0))" } ?? "") }
}
