/// Texts that nobody may be shown, and how they are taken out of what is shown.
///
/// A server repeats what it was sent in links, in errors and in documents, each time as the place asks for it; so a
/// secret is looked for in all of these forms.
public struct SecretTexts: Sendable {
  /// Shorter ones stand everywhere, and whoever has such a secret has none. In bytes.
  public static let shortest = 5

  private let parameters: Set<String>
  private let values: Set<String>
  /// The longest first: one may hold another.
  private let forms: [[UInt8]]

  /// Secrets.
  ///
  /// - Parameters:
  ///   - parameters: names of query parameters whose values are secret, however short.
  ///   - values: the texts.
  public init(parameters: Set<String> = [], values: Set<String>) {
    self.parameters = parameters
    self.values = values
    let long = values.filter { $0.utf8.count >= SecretTexts.shortest }
    forms = Set(long.flatMap(SecretTexts.forms)).sorted { left, right in
      left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count > right.count
    }
  }

  /// The forms in which a text may be repeated: as it is; percent-encoded, with digits of both cases; and as JSON writes
  /// it, with and without escaped slashes and letters beyond ASCII (RFC 8259 section 7).
  public static func forms(of text: String) -> [[UInt8]] {
    let encoded = Array(percentEncoded(text).utf8)
    let escaped = text.utf8.flatMap { $0 == 0x22 || $0 == 0x5C ? [0x5C, $0] : [$0] }
    let slashed = escaped.flatMap { $0 == 0x2F ? [0x5C, $0] : [$0] }
    return [Array(text.utf8), encoded, lowered(encoded), escaped, slashed, inASCII(text)]
  }

  /// The digits after each `%` in lower case.
  private static func lowered(_ encoded: [UInt8]) -> [UInt8] {
    var bytes = encoded
    for index in bytes.indices where bytes[index] == 0x25 {
      for digit in [index + 1, index + 2] where digit < bytes.count && bytes[digit] >= 0x41 { bytes[digit] |= 0x20 }
    }
    return bytes
  }

  /// Letters beyond ASCII as JSON escapes, by UTF-16.
  private static func inASCII(_ text: String) -> [UInt8] {
    text.utf16.flatMap { unit -> [UInt8] in
      switch unit {
      case 0x22, 0x5C: return [0x5C, UInt8(truncatingIfNeeded: unit)]
      case 0x20..<0x7F: return [UInt8(truncatingIfNeeded: unit)]
      default:
        let digits = String(unit, radix: 16)
        return Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
      }
    }
  }

  /// The address with `***` in the place of its secrets.
  public func removed(fromAddress url: String) -> String {
    removed(from: redactedURL(url, parameters: parameters, values: values))
  }

  /// The text with `***` in the place of each secret.
  public func removed(from text: String) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: removed(from: bytes), as: UTF8.self)
  }

  /// The bytes with `***` in the place of each secret.
  public func removed(from bytes: [UInt8]) -> [UInt8] {
    guard !forms.isEmpty else { return bytes }
    var result: [UInt8] = []
    var copied = 0
    var index = 0
    while index < bytes.count {
      guard let form = forms.first(where: { SecretTexts.stands($0, in: bytes, at: index) }) else {
        index += 1
        continue
      }
      result += bytes[copied..<index]
      result += Array("***".utf8)
      index += form.count
      copied = index
    }
    guard copied > 0 else { return bytes }
    result += bytes[copied...]
    return result
  }

  private static func stands(_ form: [UInt8], in bytes: [UInt8], at index: Int) -> Bool {
    guard bytes[index] == form[0], bytes.count - index >= form.count else { return false }
    return bytes[index..<index + form.count].elementsEqual(form)
  }
}
