/// What an answer without items reports of an error, although its status is 200.
public enum ReportedError {
  /// The value of the JSON body's member `errors` or `error`, as text; `nil` where it is absent, null, false or empty.
  public static func text(in body: [UInt8]) -> String? {
    guard body.first(where: { $0 > 0x20 }) == 0x7B else { return nil }
    let members = JSONMembers.members(of: String(decoding: body, as: UTF8.self))
    let isNothing: Set<String> = ["", "null", "false", "[]", "{}", "0"]
    return members.first { ["errors", "error"].contains($0.name) && !isNothing.contains($0.value) }?.value
  }
}

/// The members of a JSON object given as text: for cursors that are objects, whose members go back as parameters.
enum JSONMembers {
  /// Each member's name and value, in order; a string is its own text, everything else is as written. Text that is no
  /// object has no members.
  static func members(of text: String) -> [(name: String, value: String)] {
    let bytes = Array(text.utf8)
    var index = 0
    var members: [(name: String, value: String)] = []
    skipSpace(bytes, &index)
    guard index < bytes.count, bytes[index] == 0x7B else { return [] }
    index += 1
    while true {
      skipSpace(bytes, &index)
      guard let name = string(bytes, &index) else { return members }
      skipSpace(bytes, &index)
      guard index < bytes.count, bytes[index] == 0x3A else { return members }
      index += 1
      skipSpace(bytes, &index)
      guard let value = value(bytes, &index) else { return members }
      members.append((name, value))
      skipSpace(bytes, &index)
      guard index < bytes.count, bytes[index] == 0x2C else { return members }
      index += 1
    }
  }

  private static func skipSpace(_ bytes: [UInt8], _ index: inout Int) {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  private static func value(_ bytes: [UInt8], _ index: inout Int) -> String? {
    if let text = string(bytes, &index) { return text }
    let start = index
    var depth = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x22 {
        _ = string(bytes, &index)
        continue
      }
      if byte == 0x7B || byte == 0x5B { depth += 1 }
      if byte == 0x7D || byte == 0x5D {
        if depth == 0 { break }
        depth -= 1
      }
      if depth == 0, byte == 0x2C { break }
      index += 1
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    let trimmed = text.drop { $0.isWhitespace }
    return trimmed.isEmpty
      ? nil : String(trimmed.prefix { !$0.isWhitespace || trimmed.first == "{" || trimmed.first == "[" })
  }

  /// The JSON string at the index (RFC 8259 section 7), escapes undone.
  private static func string(_ bytes: [UInt8], _ index: inout Int) -> String? {
    guard index < bytes.count, bytes[index] == 0x22 else { return nil }
    index += 1
    var units: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == 0x22 { return String(decoding: units, as: UTF8.self) }
      guard byte == 0x5C, index < bytes.count else {
        units.append(byte)
        continue
      }
      let escape = bytes[index]
      index += 1
      switch escape {
      case 0x6E: units.append(0x0A)
      case 0x74: units.append(0x09)
      case 0x72: units.append(0x0D)
      case 0x62: units.append(0x08)
      case 0x66: units.append(0x0C)
      case 0x75: units.append(contentsOf: String(scalar(bytes, &index)).utf8)
      default: units.append(escape)
      }
    }
    return nil
  }

  private static func scalar(_ bytes: [UInt8], _ index: inout Int) -> Character {
    func unit() -> UInt32? {
      guard index + 4 <= bytes.count else { return nil }
      let value = UInt32(String(decoding: bytes[index..<(index + 4)], as: UTF8.self), radix: 16)
      index += 4
      return value
    }
    guard let first = unit() else { return "\u{FFFD}" }
    if first >= 0xD800, first < 0xDC00, index + 6 <= bytes.count, bytes[index] == 0x5C, bytes[index + 1] == 0x75 {
      index += 2
      if let second = unit(), second >= 0xDC00, second < 0xE000,
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return Character(scalar)
      }
      return "\u{FFFD}"
    }
    return Unicode.Scalar(first).map { Character($0) } ?? "\u{FFFD}"
  }
}
