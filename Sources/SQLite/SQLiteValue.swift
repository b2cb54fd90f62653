/// A value as SQLite stores it (sqlite.org/datatype3.html).
public enum SQLiteValue: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByNilLiteral
{
  /// NULL.
  case null
  /// A signed integer of 64 bits.
  case integer(Int64)
  /// A floating-point number of 64 bits; NaN is stored as NULL.
  case real(Double)
  /// A text; it may hold U+0000.
  case text(String)
  /// Bytes; none are an empty blob, not NULL.
  case blob([UInt8])

  /// NULL.
  public init(nilLiteral: ()) { self = .null }
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// An integer.
  public init(_ value: Int) { self = .integer(Int64(value)) }
  /// 1 or 0.
  public init(_ value: Bool) { self = .integer(value ? 1 : 0) }
  /// A text, or NULL.
  public init(_ value: String?) { self = value.map { .text($0) } ?? .null }
  /// Bytes, or NULL.
  public init(_ value: [UInt8]?) { self = value.map { .blob($0) } ?? .null }
}
