/// An address that references are resolved against; split once, used for every link of a page.
public struct BaseURI: Sendable {
  /// The address as given.
  public let text: String
  private let parts: URIReference
  /// Scheme and authority, then the path to its last slash; nil where references need the long way.
  private let root: [UInt8]?
  private let directory: [UInt8]

  /// Takes the address of the page, or of an `xml:base` or `base` element already resolved against it.
  public init(_ text: String) {
    self.text = text
    var parts = URIReference(Self.trimmed(text))
    if parts.isWebAddress {
      parts = Self.withSlashes(parts)
      parts.path = DotSegments.removed(from: parts.path)
    }
    self.parts = parts
    if parts.isWebAddress, let scheme = parts.scheme, let authority = parts.authority {
      root = Array((scheme + "://" + authority).utf8)
      let end = parts.path.utf8.lastIndex(of: UInt8(ascii: "/")).map(parts.path.utf8.index(after:))
      directory = end.map { Array(parts.path.utf8[..<$0]) } ?? [UInt8(ascii: "/")]
    } else {
      root = nil
      directory = []
    }
  }

  /// The absolute address that a reference means here (RFC 3986 section 5.2), as a browser would read outside data.
  ///
  /// White space around the reference and line breaks and tabs inside it are dropped, a backslash in the path of a
  /// web address is a slash, and `http:g` under an `http` base is relative. Nothing else is changed: spaces and
  /// letters beyond ASCII stay (`wireForm` encodes them for a request), the host keeps its case.
  public func resolve(_ reference: String) -> String {
    if Self.isPlainAbsolute(reference) { return reference }
    if let resolved = resolvePath(reference) { return resolved }
    var target = URIReference(Self.trimmed(reference))
    let inherited = target.scheme == nil || isSchemeRelative(target)
    if inherited { target.scheme = parts.scheme }
    if target.isWebAddress { target = Self.withSlashes(target) }
    guard inherited else {
      // `https:/host` and `https:host` under another scheme: browsers take what follows for the authority.
      if target.isWebAddress && target.authority == nil && !target.path.isEmpty {
        let host = target.path.drop { $0 == "/" }
        return resolve((target.scheme ?? "") + "://" + String(host) + target.afterPath)
      }
      // An opaque path such as that of `mailto:` or `javascript:` is no hierarchy to walk.
      if target.authority != nil || target.path.utf8.first == UInt8(ascii: "/") {
        target.path = DotSegments.removed(from: target.path)
      }
      return target.description
    }
    if target.authority != nil {
      target.path = DotSegments.removed(from: target.path)
      return target.description
    }
    target.authority = parts.authority
    if target.path.isEmpty {
      target.path = parts.path
      if target.query == nil { target.query = parts.query }
    } else if target.path.utf8.first == UInt8(ascii: "/") {
      target.path = DotSegments.removed(from: target.path)
    } else {
      target.path = DotSegments.removed(from: merged(target.path))
    }
    return target.description
  }

  /// The usual relative link, a path with or without query, put together without splitting it into strings; nil for
  /// every other reference.
  private func resolvePath(_ reference: String) -> String? {
    guard let root else { return nil }
    var reference = reference
    return reference.withUTF8 { bytes in
      guard let first = bytes.first, let last = bytes.last, first > 0x20, last > 0x20 else { return nil }
      if first == UInt8(ascii: "?") || first == UInt8(ascii: "#") { return nil }
      let isAbsolute = first == UInt8(ascii: "/")
      if isAbsolute, bytes.count > 1, bytes[1] == UInt8(ascii: "/") { return nil }
      var end = bytes.count
      for (index, byte) in bytes.enumerated() {
        // A colon could end a scheme; breaks and backslashes need a repair.
        if byte == UInt8(ascii: ":") && end == bytes.count && !isAbsolute { return nil }
        if byte == UInt8(ascii: "\\") || byte == 9 || byte == 10 || byte == 13 { return nil }
        if end == bytes.count, byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { end = index }
      }
      var output: [UInt8] = []
      output.reserveCapacity(root.count + directory.count + bytes.count)
      output += root
      if !isAbsolute { output += directory }
      output += bytes[..<end]
      DotSegments.remove(from: &output, start: root.count)
      output += bytes[end...]
      return URIs.text(output)
    }
  }

  /// `http:g`: browsers and RFC 3986 section 5.2.2's non-strict reading take it as relative to an http base.
  private func isSchemeRelative(_ target: URIReference) -> Bool {
    guard target.authority == nil, target.isWebAddress, parts.authority != nil, let scheme = target.scheme else {
      return false
    }
    // `http:\\host` has its authority behind backslashes, which are still as written here.
    return scheme.lowercased() == parts.scheme?.lowercased() && !target.path.utf8.starts(with: #"\\"#.utf8)
  }

  /// RFC 3986 section 5.2.3.
  private func merged(_ path: String) -> String {
    if parts.authority != nil && parts.path.isEmpty { return "/" + path }
    guard let slash = parts.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(parts.path[...slash]) + path
  }

  private static func withSlashes(_ target: URIReference) -> URIReference {
    let backslash = UInt8(ascii: "\\")
    guard target.path.utf8.contains(backslash) || target.authority?.utf8.contains(backslash) == true else {
      return target
    }
    var head = target
    head.query = nil
    head.fragment = nil
    var again = URIReference(URIs.text(head.description.utf8.map { $0 == backslash ? UInt8(ascii: "/") : $0 }))
    again.query = target.query
    again.fragment = target.fragment
    return again
  }

  /// Whether a reference is an absolute web address with nothing to repair, which most links are.
  private static func isPlainAbsolute(_ reference: String) -> Bool {
    // A string that is not contiguous UTF-8 goes the long way.
    let isPlain = reference.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.count > 8, bytes[0] == UInt8(ascii: "h"), bytes[1] == UInt8(ascii: "t"),
        bytes[2] == UInt8(ascii: "t"), bytes[3] == UInt8(ascii: "p")
      else { return false }
      let colon = bytes[4] == UInt8(ascii: "s") ? 5 : 4
      guard bytes[colon] == UInt8(ascii: ":"), bytes[colon + 1] == UInt8(ascii: "/"),
        bytes[colon + 2] == UInt8(ascii: "/")
      else { return false }
      // A segment that begins with a point may be a dot segment.
      var isAfterSlash = true
      var index = colon + 3
      let raw = UnsafeRawBufferPointer(bytes)
      // Eight bytes at once, as long as none of them matters.
      while index &+ 8 <= bytes.count, !isAfterSlash || bytes[index] != UInt8(ascii: ".") {
        let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let blanks = (word &- 0x2121_2121_2121_2121) & ~word
        let (slashes, points) = (zeros(word ^ 0x2F2F_2F2F_2F2F_2F2F), zeros(word ^ 0x2E2E_2E2E_2E2E_2E2E))
        let backslashes = zeros(word ^ 0x5C5C_5C5C_5C5C_5C5C)
        if (blanks | backslashes | slashes << 8 & points) & 0x8080_8080_8080_8080 != 0 { break }
        isAfterSlash = slashes >> 63 == 1
        index &+= 8
      }
      while index < bytes.count {
        let byte = bytes[index]
        if byte <= 0x20 || byte == UInt8(ascii: "\\") || (byte == UInt8(ascii: ".") && isAfterSlash) { return false }
        isAfterSlash = byte == UInt8(ascii: "/")
        index &+= 1
      }
      return true
    }
    return isPlain ?? false
  }

  /// The highest bit of each byte that is zero, exactly.
  @inline(__always) private static func zeros(_ word: UInt64) -> UInt64 {
    ~((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F | word) & 0x8080_8080_8080_8080
  }

  /// Without white space and control characters at the ends, and without tabs and line breaks anywhere (WHATWG URL,
  /// "basic URL parser", first steps).
  static func trimmed(_ reference: String) -> String {
    let bytes = reference.utf8
    let isBreak = { (byte: UInt8) in byte == 9 || byte == 10 || byte == 13 }
    let inside = bytes.drop { $0 <= 0x20 }
    let end = inside.lastIndex { $0 > 0x20 }.map(inside.index(after:)) ?? inside.startIndex
    let core = inside[..<end]
    if core.contains(where: isBreak) { return URIs.text(core.filter { !isBreak($0) }) }
    return core.count == bytes.count ? reference : String(Substring(core))
  }
}

/// The absolute address that `reference` means on a page at `base` (RFC 3986 section 5); see `BaseURI/resolve(_:)`.
public func resolve(_ reference: String, against base: String) -> String {
  BaseURI(base).resolve(reference)
}
