import URIs

extension HTMLText {
  /// The HTML with the addresses in its attributes made absolute; all else stays byte for byte.
  ///
  /// - Parameter base: an absolute address; with an empty one the HTML comes back unchanged.
  public static func withAbsoluteURLs(_ html: String, base: String) -> String {
    guard !base.isEmpty, html.utf8.contains(0x3C) else { return html }
    // Most texts hold absolute addresses only.
    var parsed: BaseURI?
    func absolute(_ reference: String) -> String {
      let uri = parsed ?? BaseURI(base)
      parsed = uri
      return uri.resolve(reference)
    }
    var html = html
    let rewritten: [UInt8]? = html.withUTF8 { bytes in
      var result: [UInt8] = []
      var copied = 0
      var index = 0
      while index < bytes.count {
        guard bytes[index] == 0x3C, let tag = HTMLTag(in: bytes, at: index) else {
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

  /// The attribute's new value, escaped for its place; `nil` where it stays as it is.
  private static func resolved(
    _ attribute: AttributeReader.Attribute, in bytes: UnsafeBufferPointer<UInt8>, _ absolute: (String) -> String
  ) -> String? {
    let raw = String(decoding: UnsafeBufferPointer(rebasing: bytes[attribute.value]), as: UTF8.self)
    switch attribute.name {
    case "href", "src", "poster", "cite", "action", "background", "longdesc", "data-src":
      let value = decoded(raw)
      guard needsBase(value) else { return nil }
      return escaped(absolute(value), isQuoted: attribute.isQuoted)
    case "srcset", "data-srcset":
      // Candidates are separated by a comma and white space; a comma inside an address is not followed by a space.
      let candidates = decoded(raw).split(separator: ", ", omittingEmptySubsequences: true).map { candidate in
        let parts = candidate.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard let address = parts.first, needsBase(String(address)) else { return String(candidate) }
        return absolute(String(address)) + (parts.count > 1 ? " " + parts[1] : "")
      }
      return attribute.isQuoted ? escaped(candidates.joined(separator: ", "), isQuoted: true) : nil
    default: return nil
    }
  }

  /// The reference is a relative one; a fragment of the page itself stays.
  private static func needsBase(_ value: String) -> Bool {
    guard let first = value.utf8.first(where: { $0 > 0x20 }), first != UInt8(ascii: "#") else { return false }
    return URIReference(value).scheme == nil
  }

  private static func escaped(_ value: String, isQuoted: Bool) -> String {
    var result = ""
    for character in value {
      switch character {
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case " " where !isQuoted: result += "%20"
      default: result.append(character)
      }
    }
    return result
  }
}

/// Reads the attributes of one tag.
struct AttributeReader {
  let bytes: UnsafeBufferPointer<UInt8>
  var index: Int
  let end: Int

  struct Attribute {
    var name: String
    var value: Range<Int>
    var isQuoted: Bool
  }

  /// The next attribute that has a value.
  mutating func next() -> Attribute? {
    while index < end {
      while index < end, AttributeReader.isSpace(bytes[index]) || bytes[index] == 0x2F { index += 1 }
      let nameStart = index
      while index < end, !AttributeReader.isSpace(bytes[index]), bytes[index] != 0x3D, bytes[index] != 0x2F {
        index += 1
      }
      let name = String(decoding: UnsafeBufferPointer(rebasing: bytes[nameStart..<index]), as: UTF8.self).lowercased()
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
        return Attribute(name: name, value: start..<index, isQuoted: true)
      }
      let start = index
      while index < end, !AttributeReader.isSpace(bytes[index]) { index += 1 }
      return Attribute(name: name, value: start..<index, isQuoted: false)
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
}
