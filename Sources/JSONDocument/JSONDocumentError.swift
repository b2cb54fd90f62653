/// Why a text was not read as JSON.
public enum JSONDocumentError: Error, Equatable, Sendable {
  /// No byte, or only blanks.
  case empty
  /// The text is not JSON. Line and column count from 1, the column in Unicode scalars.
  case syntax(line: Int, column: Int, expected: String, found: String)
  /// Arrays and objects are nested deeper than the limit.
  case tooDeep(line: Int, column: Int, limit: Int)
  /// The text does not fit into memory, or has 4 GB or more.
  case tooLarge(bytes: Int)
  /// The text follows the grammar, and yet the parser refuses it.
  case unreadable
}

extension JSONDocumentError: CustomStringConvertible {
  /// A sentence for a person, the place first.
  public var description: String {
    switch self {
    case .empty: "the document is empty"
    case .syntax(let line, let column, let expected, let found):
      "line \(line), column \(column): expected \(expected), found \(found)"
    case .tooDeep(let line, let column, let limit):
      "line \(line), column \(column): arrays and objects are nested more than \(limit) deep"
    case .tooLarge(let bytes): "a document of \(bytes) bytes is too large"
    case .unreadable: "the document cannot be read as JSON"
    }
  }
}
