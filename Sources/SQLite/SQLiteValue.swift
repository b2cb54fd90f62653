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

  /// The integer; `nil` for anything else.
  public var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The number, also of an integer; `nil` for anything else.
  public var real: Double? {
    switch self {
    case .real(let number): number
    case .integer(let number): Double(number)
    case .null, .text, .blob: nil
    }
  }

  /// The text; `nil` for anything else.
  public var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The bytes; `nil` for anything else.
  public var blob: [UInt8]? {
    if case .blob(let bytes) = self { bytes } else { nil }
  }
}
