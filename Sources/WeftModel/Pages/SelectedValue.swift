/// What a selector found: its text, and for JSON what it was, so that a cursor can be sent back as it came.
public struct SelectedValue: Hashable, Sendable {
  /// What the value is in its document; nodes of markup are strings.
  public enum Kind: Hashable, Sendable { case null, bool, number, string, array, object }

  /// What the value is in its document.
  public var kind: Kind
  /// A string's own text; a number digit for digit as written; `true`, `false`, `null`; arrays and objects as JSON text.
  public var text: String

  /// A value with its text.
  public init(kind: Kind, text: String) {
    self.kind = kind
    self.text = text
  }

  /// A string.
  public init(_ text: String) {
    kind = .string
    self.text = text
  }

  /// The value is `false`, `"false"`, `0`, `""` or `null`: what `has_more` takes for "no".
  public var isFalse: Bool {
    switch kind {
    case .null: true
    case .bool: text == "false"
    case .number: Double(text) == 0
    case .string: text.isEmpty || text.lowercased() == "false" || text == "0"
    case .array, .object: false
    }
  }

  /// The value is nothing: `null`, `false`, or an empty string, array or object (`fail_when`).
  public var isNothing: Bool {
    switch kind {
    case .null: true
    case .bool: text == "false"
    case .number: false
    case .string: text.isEmpty
    case .array, .object:
      // "[]" or "{}" with white space inside.
      text.utf8.allSatisfy { [0x5B, 0x5D, 0x7B, 0x7D, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        && !text.utf8.dropFirst().dropLast().contains { $0 == 0x5B || $0 == 0x7B }
    }
  }

  /// The value as JSON text.
  public var json: String {
    switch kind {
    case .null, .bool, .number, .array, .object: text
    case .string: JSONText.quoted(text)
    }
  }
}

/// JSON text (RFC 8259) written by hand, for requests and output.
public enum JSONText {
  /// The text as a JSON string, with its quotes. Only what RFC 8259 section 7 demands is escaped.
  public static func quoted(_ text: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 2)
    appendQuoted(text, to: &result)
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends the text as a JSON string, with its quotes.
  public static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22: bytes.append(contentsOf: [0x5C, 0x22])
      case 0x5C: bytes.append(contentsOf: [0x5C, 0x5C])
      case 0x0A: bytes.append(contentsOf: [0x5C, 0x6E])
      case 0x0D: bytes.append(contentsOf: [0x5C, 0x72])
      case 0x09: bytes.append(contentsOf: [0x5C, 0x74])
      case 0..<0x20:
        let hexadecimal = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: Array("\\u00".utf8))
        bytes.append(hexadecimal[Int(byte >> 4)])
        bytes.append(hexadecimal[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(0x22)
  }
}
