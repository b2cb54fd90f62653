/// Why a selector is not one, or was not followed to its end.
public enum JSONSelectorError: Error, Equatable, Sendable {
  /// The text breaks the grammar; the column counts Unicode scalars from 1.
  case syntax(column: Int, problem: String)
  /// The selection looked at more nodes of the document than the limit.
  case tooManyNodes(limit: Int)
}

extension JSONSelectorError: CustomStringConvertible {
  /// A sentence for a person, the place first.
  public var description: String {
    switch self {
    case .syntax(let column, let problem): "column \(column): \(problem)"
    case .tooManyNodes(let limit): "the selector looks at more than \(limit) nodes of the document"
    }
  }
}
