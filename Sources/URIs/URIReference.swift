/// A URI reference split into its five parts, each kept exactly as written (RFC 3986 section 3, appendix B).
///
/// A part that is absent is `nil`, one that is present but empty is `""`: `a?` has an empty query, `a` has none.
/// Nothing is decoded or re-encoded, so `description` gives back the text that was split.
public struct URIReference: Hashable, Sendable, CustomStringConvertible {
  /// The scheme without its colon, in the case it was written.
  public var scheme: String?
  /// User information, host and port, without the two slashes.
  public var authority: String?
  /// The path, never absent, often empty.
  public var path: String
  /// The query without its question mark.
  public var query: String?
  /// The fragment without its number sign.
  public var fragment: String?

  /// Splits any text; every text is some reference.
  public init(_ text: String) {
    var text = text
    self = text.withUTF8 { Self(bytes: $0[...]) }
  }

  init(bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    var rest = bytes
    if let colon = Self.endOfScheme(rest) {
      scheme = URIs.text(rest[..<colon])
      rest = rest[(colon + 1)...]
    }
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = URIs.text(rest[(hash + 1)...])
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = URIs.text(rest[(mark + 1)...])
      rest = rest[..<mark]
    }
    if rest.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) {
      rest = rest.dropFirst(2)
      let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = URIs.text(rest[..<slash])
      rest = rest[slash...]
    }
    path = URIs.text(rest)
  }

  /// The index of the colon behind a scheme (RFC 3986 section 3.1), or nil where the text has no scheme.
  static func endOfScheme(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    guard let first = bytes.first, first.isASCIILetter else { return nil }
    for (index, byte) in zip(bytes.indices, bytes) {
      if byte == UInt8(ascii: ":") { return index }
      guard
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: ".")
      else { return nil }
    }
    return nil
  }

  /// The reference as text (RFC 3986 section 5.3).
  public var description: String {
    var text = ""
    if let scheme { text += scheme + ":" }
    if let authority {
      text += "//" + authority
    } else if path.utf8.starts(with: "//".utf8) {
      // Without this a path that begins with two slashes would be read as an authority.
      text += "/."
    }
    return text + path + afterPath
  }

  /// Query and fragment with their signs.
  var afterPath: String {
    (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
  }

  /// Whether the scheme is one whose addresses are always hierarchical, so that browsers repair them: http, https,
  /// ws, wss, ftp.
  public var isWebAddress: Bool {
    guard let scheme else { return false }
    return DefaultPort.of(scheme) != nil
  }
}
