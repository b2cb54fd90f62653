/// The `Link` header field (RFC 8288 section 3), read by the algorithm of its appendix B.2.
public enum LinkHeader {
  /// One link of the field.
  public struct Link: Hashable, Sendable {
    /// The target as written between `<` and `>`; a reference, to be resolved against the response's final URL.
    public var target: String
    /// The relations of the first `rel` parameter, lower-cased.
    public var relations: [String]
    /// The context, where the link states one (`anchor`): such a link says nothing about this response.
    public var anchor: String?

    /// A link.
    public init(target: String, relations: [String], anchor: String? = nil) {
      self.target = target
      self.relations = relations
      self.anchor = anchor
    }
  }

  /// The target of the first link with the relation whose context is the response itself.
  ///
  /// - Parameter lines: the values of all `Link` field lines, in order.
  public static func target(of relation: String, in lines: [String]) -> String? {
    for line in lines {
      for link in links(in: line) where link.anchor == nil && link.relations.contains(relation) { return link.target }
    }
    return nil
  }

  /// All links of one field line, in order. What is no link is skipped up to the next comma.
  public static func links(in line: String) -> [Link] {
    var scanner = Scanner(bytes: Array(line.utf8))
    var links: [Link] = []
    while scanner.skipToLink() {
      guard let target = scanner.target() else { break }
      var link = Link(target: target, relations: [])
      var hasRelation = false
      while let (name, value) = scanner.parameter() {
        switch name {
        case "rel" where !hasRelation:
          // RFC 8288 section 3.3: of several rel parameters, the first counts.
          hasRelation = true
          link.relations = value.lowercased().utf8.split(whereSeparator: isSpace).map { String($0) ?? "" }
        case "anchor" where link.anchor == nil: link.anchor = value
        default: break
        }
      }
      links.append(link)
    }
    return links
  }

  /// White space in bytes: a mark behind a space makes another character of it, and no other separator.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

  private struct Scanner {
    let bytes: [UInt8]
    var index = 0

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
      while let byte = current, byte == 0x20 || byte == 0x09 { index += 1 }
    }

    /// Moves to the next `<`; quoted text and other junk before it is passed over.
    mutating func skipToLink() -> Bool {
      while let byte = current {
        if byte == 0x3C { return true }
        if byte == 0x22 { _ = quoted() } else { index += 1 }
      }
      return false
    }

    /// The text between `<` and `>`; `nil` where it is not closed.
    mutating func target() -> String? {
      index += 1
      let start = index
      while let byte = current, byte != 0x3E { index += 1 }
      guard current != nil else { return nil }
      let target = bytes[start..<index].drop(while: LinkHeader.isSpace)
      index += 1
      let end = target.lastIndex { !LinkHeader.isSpace($0) }.map { $0 + 1 } ?? target.startIndex
      return String(decoding: target[..<end], as: UTF8.self)
    }

    /// The next parameter of the link; `nil` where the link ends. A parameter without `=` has an empty value.
    mutating func parameter() -> (name: String, value: String)? {
      while true {
        skipSpace()
        guard let byte = current else { return nil }
        index += 1
        if byte == 0x2C { return nil }
        guard byte == 0x3B else { continue }
        skipSpace()
        let start = index
        while let byte = current, byte != 0x3D, byte != 0x3B, byte != 0x2C, byte != 0x20, byte != 0x09 { index += 1 }
        let name = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
        skipSpace()
        guard current == 0x3D else {
          if name.isEmpty { continue }
          return (name, "")
        }
        index += 1
        skipSpace()
        return (name, value())
      }
    }

    private mutating func value() -> String {
      if current == 0x22 { return quoted() }
      let start = index
      while let byte = current, byte != 0x3B, byte != 0x2C { index += 1 }
      var end = index
      while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
      return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// A quoted string, its backslashes undone; an unclosed one runs to the end of the line.
    private mutating func quoted() -> String {
      index += 1
      var text: [UInt8] = []
      while let byte = current {
        index += 1
        if byte == 0x22 { break }
        if byte == 0x5C, let escaped = current {
          text.append(escaped)
          index += 1
        } else {
          text.append(byte)
        }
      }
      return String(decoding: text, as: UTF8.self)
    }
  }
}
