/// The header fields of a message, in the order they were written; names compare without case (RFC 9110 section 5.1).
public struct HeaderFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One field line.
  public struct Field: Hashable, Sendable {
    /// The name, as written.
    public var name: String
    /// The value, without leading and trailing white space.
    public var value: String

    /// A field line.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The field lines, in order.
  public var fields: [Field] = []

  /// No fields.
  public init() {}

  /// These fields, in order.
  public init(_ fields: [Field]) { self.fields = fields }

  /// These fields, in order.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0, value: $1) }
  }

  /// The value of the first field of that name. Setting replaces all fields of that name; `nil` removes them.
  public subscript(name: String) -> String? {
    get { fields.first { HeaderFields.same($0.name, name) }?.value }
    set {
      fields.removeAll { HeaderFields.same($0.name, name) }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// The values of all fields of that name, in order.
  public func values(of name: String) -> [String] {
    fields.filter { HeaderFields.same($0.name, name) }.map(\.value)
  }

  /// Appends a field line.
  public mutating func append(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

  /// The two names are equal without case (ASCII letters only).
  public static func same(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && zip(left.utf8, right.utf8).allSatisfy { lowered($0) == lowered($1) }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}
