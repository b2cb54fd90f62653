/// Why a pattern was not compiled.
public struct RegularExpressionError: Error, Equatable, CustomStringConvertible {
  /// The pattern as given.
  public let pattern: String
  /// One line, such as `missing ): (a`.
  public let reason: String

  /// The reason alone.
  public var description: String { reason }
}
