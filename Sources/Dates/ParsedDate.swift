/// An instant read from a text.
public struct ParsedDate: Hashable, Sendable {
  /// Microseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  public var microseconds: Int64
  /// Whether the text named its offset from UTC; where it did not, the caller's default was taken.
  public var hasZone: Bool

  /// Takes both as they are.
  public init(microseconds: Int64, hasZone: Bool) {
    self.microseconds = microseconds
    self.hasZone = hasZone
  }

  /// RFC 3339 in UTC with `Z`; a fraction only where there is one, without trailing zeros.
  public var rfc3339: String { CivilTime.rfc3339(microseconds: microseconds) }
}
