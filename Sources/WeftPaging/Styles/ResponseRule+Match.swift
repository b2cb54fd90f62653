public import WeftModel

extension ResponseRule {
  /// The rule recognizes the response: all that the rule gives holds. An empty rule recognizes nothing.
  public func matches(_ response: Response) -> Bool {
    guard status != nil || code != nil || contains != nil else { return false }
    if let status, response.status != status { return false }
    if let code, JSONMember.scalar(named: "code", in: response.body) != code { return false }
    if let contains, !ResponseRule.contains(response.body, Array(contains.utf8)) { return false }
    return true
  }

  private static func contains(_ body: [UInt8], _ text: [UInt8]) -> Bool {
    guard let first = text.first else { return true }
    guard body.count >= text.count else { return false }
    var index = 0
    while index <= body.count - text.count {
      if body[index] == first, body[index..<(index + text.count)].elementsEqual(text) { return true }
      index += 1
    }
    return false
  }
}

/// Finds one scalar member of a JSON object without reading the rest: error answers are small and known by one member.
enum JSONMember {
  /// The text of the top-level member; strings without their quotes and escapes undone but for `\u`, numbers as written.
  static func scalar(named name: String, in body: [UInt8]) -> String? {
    var depth = 0
    var index = 0
    let wanted = Array(name.utf8)
    while index < body.count {
      switch body[index] {
      case 0x7B, 0x5B: depth += 1
      case 0x7D, 0x5D: depth -= 1
      case 0x22:
        let (text, end) = string(in: body, at: index)
        index = end
        guard depth == 1, text == wanted else { continue }
        var next = end
        skipSpace(in: body, &next)
        guard next < body.count, body[next] == 0x3A else { continue }
        next += 1
        skipSpace(in: body, &next)
        return value(in: body, at: next)
      default: break
      }
      index += 1
    }
    return nil
  }

  private static func skipSpace(in body: [UInt8], _ index: inout Int) {
    while index < body.count, [0x20, 0x09, 0x0A, 0x0D].contains(body[index]) { index += 1 }
  }

  private static func string(in body: [UInt8], at start: Int) -> (text: [UInt8], end: Int) {
    var text: [UInt8] = []
    var index = start + 1
    while index < body.count {
      let byte = body[index]
      index += 1
      if byte == 0x22 { break }
      if byte == 0x5C, index < body.count {
        text.append(body[index])
        index += 1
      } else {
        text.append(byte)
      }
    }
    return (text, index)
  }

  private static func value(in body: [UInt8], at start: Int) -> String? {
    guard start < body.count else { return nil }
    if body[start] == 0x22 { return String(decoding: string(in: body, at: start).text, as: UTF8.self) }
    let scalar = body[start...].prefix { ![0x2C, 0x7D, 0x5D, 0x20, 0x09, 0x0A, 0x0D, 0x7B, 0x5B].contains($0) }
    return scalar.isEmpty ? nil : String(decoding: scalar, as: UTF8.self)
  }
}
