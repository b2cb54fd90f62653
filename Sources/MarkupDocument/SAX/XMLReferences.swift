import CharacterReferences

/// Decodes character and entity references (XML 1.0 section 4.1), forgivingly.
struct XMLReferences {
  /// What stands behind an `&`.
  enum Reference {
    /// A character, and the count of bytes from `&` to `;`.
    case scalar(UInt32, length: Int)
    /// One of the document's own entities.
    case entity([UInt8], length: Int)
    /// No reference: a bare `&`.
    case none
  }

  /// The document's own general entities: name → replacement text, as written.
  var entities: [String: [UInt8]] = [:]
  /// How many bytes entities may still add.
  var budget: Int
  /// Something was no proper reference.
  var isMended = false
  /// The budget was not enough.
  var isExhausted = false

  /// The longest name that is looked up; those of HTML are shorter.
  private static let longestName = 64

  init(budget: Int) { self.budget = budget }

  /// The reference that begins at `start`, which holds `&`.
  mutating func reference(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Reference {
    var index = start + 1
    guard index < bytes.count else { return none() }
    // By far the most frequent one.
    if bytes.matches("amp;", at: index) { return .scalar(0x26, length: 5) }
    if bytes[index] == UInt8(ascii: "#") { return numeric(in: bytes, at: start) }
    while index < bytes.count, index - start <= Self.longestName, bytes[index].isXMLNameByte { index += 1 }
    guard index < bytes.count, bytes[index] == UInt8(ascii: ";"), index > start + 1 else { return none() }
    let name = UnsafeBufferPointer(rebasing: bytes[(start + 1)..<index])
    let length = index + 1 - start
    if let scalar = Self.predefined(name) { return .scalar(scalar, length: length) }
    if !entities.isEmpty, let value = entities[String(decoding: name, as: UTF8.self)] {
      return .entity(value, length: length)
    }
    guard let found = HTMLCharacterReferences.named(name) else { return none() }
    isMended = true
    guard found.second != 0 else { return .scalar(found.first, length: length) }
    let text = [found.first, found.second].compactMap(Unicode.Scalar.init).map { String(Character($0)) }.joined()
    return .entity(Array(text.utf8), length: length)
  }

  private mutating func none() -> Reference {
    isMended = true
    return .none
  }

  /// `&#8217;` or `&#x2019;`; numbers of windows-1252's upper controls mean what they mean in HTML.
  private mutating func numeric(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Reference {
    var index = start + 2
    var radix: UInt32 = 10
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "x") {
      radix = 16
      index += 1
    }
    let firstDigit = index
    var value: UInt32 = 0
    while index < bytes.count, let digit = bytes[index].digit(radix: radix) {
      if value <= 0x10FFFF { value = value * radix + digit }
      index += 1
    }
    guard index > firstDigit, index < bytes.count, bytes[index] == UInt8(ascii: ";") else { return none() }
    let length = index + 1 - start
    switch value {
    case 0x80...0x9F:
      isMended = true
      let scalar = HTMLCharacterReferences.scalar(numbered: value)
      // What windows-1252 leaves open is a control, which no feed means.
      return .scalar(scalar < 0xA0 ? 0xFFFD : scalar, length: length)
    case 0x09, 0x0A, 0x0D, 0x20...0x7F, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF:
      return .scalar(value, length: length)
    default:
      isMended = true
      return .scalar(0xFFFD, length: length)
    }
  }

  private static func predefined(_ name: UnsafeBufferPointer<UInt8>) -> UInt32? {
    switch name.count {
    case 2 where name[1] == UInt8(ascii: "t"):
      name[0] == UInt8(ascii: "l") ? 0x3C : name[0] == UInt8(ascii: "g") ? 0x3E : nil
    case 3 where name.matches("amp", at: 0): 0x26
    case 4 where name.matches("quot", at: 0): 0x22
    case 4 where name.matches("apos", at: 0): 0x27
    default: nil
    }
  }
}

extension XMLReferences {
  /// How deep entities may name entities.
  private static let deepestEntity = 16

  /// Appends the text with its references decoded, as much of it as fits.
  mutating func appendDecoded(
    _ bytes: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer, limit: Int = .max, depth: Int = 0
  ) {
    var index = 0
    while index < bytes.count, output.count < limit, !isExhausted {
      let next = bytes.index(of: UInt8(ascii: "&"), from: index) ?? bytes.count
      output.append(UnsafeBufferPointer(rebasing: bytes[index..<next]))
      guard next < bytes.count else { return }
      switch reference(in: bytes, at: next) {
      case .scalar(let scalar, let length):
        output.append(scalar: scalar)
        index = next + length
      case .entity(let value, let length):
        index = next + length
        guard value.count <= budget, depth < Self.deepestEntity else {
          isExhausted = true
          return
        }
        budget -= value.count
        value.withUnsafeBufferPointer { appendDecoded($0, to: &output, limit: limit, depth: depth + 1) }
      case .none:
        output.append(UInt8(ascii: "&"))
        index = next + 1
      }
    }
  }
}
