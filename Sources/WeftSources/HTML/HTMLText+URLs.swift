import Glibc
import URIs

extension HTMLText {
  /// The HTML with the addresses in its attributes made absolute; all else stays byte for byte.
  ///
  /// - Parameter base: an absolute address; with an empty one the HTML comes back unchanged.
  public static func withAbsoluteURLs(_ html: String, base: String) -> String {
    guard !base.isEmpty else { return html }
    // Most texts hold absolute addresses only.
    var parsed: BaseURI?
    func absolute(_ reference: String) -> String {
      let uri = parsed ?? BaseURI(base)
      parsed = uri
      return uri.resolve(reference)
    }
    var html = html
    let rewritten: [UInt8]? = html.withUTF8 { bytes in
      guard next(0x3D, in: bytes, from: 0) < bytes.count else { return nil }
      var result: [UInt8] = []
      var copied = 0
      var index = 0
      while true {
        index = next(0x3C, in: bytes, from: index)
        guard index < bytes.count else { break }
        guard let tag = HTMLTag(in: bytes, at: index) else {
          index += 1
          continue
        }
        if tag.isStart {
          var reader = AttributeReader(bytes: bytes, index: tag.attributes, end: tag.end - 1)
          while let attribute = reader.next() {
            guard let value = resolved(attribute, in: bytes, absolute) else { continue }
            result.append(contentsOf: bytes[copied..<attribute.value.lowerBound])
            result.append(contentsOf: value.utf8)
            copied = attribute.value.upperBound
          }
        }
        index = tag.end
      }
      guard copied > 0 else { return nil }
      result.append(contentsOf: bytes[copied...])
      return result
    }
    return rewritten.map { String(decoding: $0, as: UTF8.self) } ?? html
  }

  /// The index of the next such byte, or the count: most of a text is passed over at the speed of memory.
  private static func next(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard start < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(byte), bytes.count - start)
    else { return bytes.count }
    return UnsafeRawPointer(base).distance(to: found)
  }

  /// The attribute's new value, escaped for its place; `nil` where it stays as it is.
  private static func resolved(
    _ attribute: AttributeReader.Attribute, in bytes: UnsafeBufferPointer<UInt8>, _ absolute: (String) -> String
  ) -> String? {
    let raw = UnsafeBufferPointer(rebasing: bytes[attribute.value])
    switch attribute.kind {
    case .address:
      // Most addresses are absolute, and told by their first bytes.
      guard !hasScheme(raw) else { return nil }
      let value = decoded(String(decoding: raw, as: UTF8.self))
      guard needsBase(value) else { return nil }
      return escaped(absolute(value), isQuoted: attribute.isQuoted)
    case .candidates:
      // Candidates are separated by a comma and white space; a comma inside an address is not followed by a space.
      let value = decoded(String(decoding: raw, as: UTF8.self))
      let candidates = value.split(separator: ", ", omittingEmptySubsequences: true).map { candidate in
        let parts = candidate.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard let address = parts.first, needsBase(String(address)) else { return String(candidate) }
        return absolute(String(address)) + (parts.count > 1 ? " " + parts[1] : "")
      }
      return attribute.isQuoted ? escaped(candidates.joined(separator: ", "), isQuoted: true) : nil
    case .other: return nil
    }
  }

  /// The text begins with a scheme and its colon (RFC 3986 section 3.1), written without character references.
  private static func hasScheme(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        if index == 0 { return false }
      case UInt8(ascii: ":"): return index > 0
      default: return false
      }
    }
    return false
  }

  /// The reference is a relative one; a fragment of the page itself stays.
  private static func needsBase(_ value: String) -> Bool {
    guard let first = value.utf8.first(where: { $0 > 0x20 }), first != UInt8(ascii: "#") else { return false }
    return URIReference(value).scheme == nil
  }

  private static func escaped(_ value: String, isQuoted: Bool) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(value.utf8.count + 16)
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "&"): result += "&amp;".utf8
      case UInt8(ascii: "\""): result += "&quot;".utf8
      case UInt8(ascii: "'"): result += "&#39;".utf8
      case UInt8(ascii: "<"): result += "&lt;".utf8
      case UInt8(ascii: ">"): result += "&gt;".utf8
      case 0x20 where !isQuoted: result += "%20".utf8
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// Reads the attributes of one tag.
struct AttributeReader {
  let bytes: UnsafeBufferPointer<UInt8>
  var index: Int
  let end: Int

  struct Attribute {
    var kind: Kind
    var value: Range<Int>
    var isQuoted: Bool
  }

  /// What an attribute holds, by its name.
  enum Kind {
    case address, candidates, other
  }

  private static func kind(_ name: UnsafeBufferPointer<UInt8>) -> Kind {
    // The names of addresses have 3 to 11 letters; most other names are told by that or by their first letter.
    guard (3...11).contains(name.count), let first = name.first else { return .other }
    switch first | 0x20 {
    case UInt8(ascii: "h"), UInt8(ascii: "s"), UInt8(ascii: "p"), UInt8(ascii: "c"), UInt8(ascii: "a"),
      UInt8(ascii: "b"), UInt8(ascii: "l"), UInt8(ascii: "d"):
      break
    default: return .other
    }
    return switch String(decoding: name, as: UTF8.self).lowercased() {
    case "href", "src", "poster", "cite", "action", "background", "longdesc", "data-src": .address
    case "srcset", "data-srcset": .candidates
    default: .other
    }
  }

  /// The next attribute that has a value.
  mutating func next() -> Attribute? {
    while index < end {
      while index < end, AttributeReader.isSpace(bytes[index]) || bytes[index] == 0x2F { index += 1 }
      let nameStart = index
      while index < end, !AttributeReader.isSpace(bytes[index]), bytes[index] != 0x3D, bytes[index] != 0x2F {
        index += 1
      }
      let kind = AttributeReader.kind(UnsafeBufferPointer(rebasing: bytes[nameStart..<index]))
      while index < end, AttributeReader.isSpace(bytes[index]) { index += 1 }
      guard index < end, bytes[index] == 0x3D else {
        if index == nameStart { index += 1 }
        continue
      }
      index += 1
      while index < end, AttributeReader.isSpace(bytes[index]) { index += 1 }
      guard index < end else { return nil }
      let quote = bytes[index]
      if quote == 0x22 || quote == 0x27 {
        index += 1
        let start = index
        while index < end, bytes[index] != quote { index += 1 }
        defer { index += 1 }
        return Attribute(kind: kind, value: start..<index, isQuoted: true)
      }
      let start = index
      while index < end, !AttributeReader.isSpace(bytes[index]) { index += 1 }
      return Attribute(kind: kind, value: start..<index, isQuoted: false)
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
}
