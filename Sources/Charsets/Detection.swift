/// What a document's charset was taken from.
public enum CharsetEvidence: String, Sendable {
  /// A byte order mark, or the pattern of zero bytes in wide text.
  case firstBytes
  /// The `charset` parameter of the HTTP header.
  case header
  /// The XML declaration or a `meta` element.
  case declaration
  /// The bytes themselves: they are UTF-8 whatever was stated, or nothing was stated.
  case content
}

/// The kinds of document, which differ in how they state their charset.
public enum DocumentForm: Sendable {
  case html
  case xml
  case json
  case text
}

/// A document's charset and why it was chosen.
public struct DetectedCharset: Hashable, Sendable {
  /// The charset to decode with.
  public let charset: Charset
  /// Where it was found.
  public let evidence: CharsetEvidence
}

/// Chooses a document's charset: byte order mark, then HTTP header, then the document's own declaration, then the bytes
/// (WHATWG Encoding section 6, HTML section 13.2.3, RFC 7303 section 3, XML 1.0 appendix F).
///
/// A header that names another charset does not win over bytes that are well-formed UTF-8 beyond ASCII, unless the
/// document itself agrees with the header: servers add a default header to everything. Without any statement, bytes that
/// are mostly UTF-8 are UTF-8 (faults are repaired), and others windows-1252.
public func detectCharset(
  _ bytes: UnsafeBufferPointer<UInt8>, form: DocumentForm, httpCharset: String? = nil
) -> DetectedCharset {
  if let mark = byteOrderMark(bytes) { return DetectedCharset(charset: mark, evidence: .firstBytes) }
  var header = httpCharset.flatMap(Charset.init(label:))
  // Wide text of any length has zero bytes; a header that says so of text without them is wrong.
  if header?.isASCIICompatible == false, !bytes.prefix(1024).contains(0) { header = nil }
  if let wide = wideCharset(bytes, form: form) {
    return DetectedCharset(charset: wide, evidence: .firstBytes)
  }
  let declared: Charset?
  switch form {
  case .html: declared = HTMLPrescan.charset(bytes)
  case .xml:
    // A declaration that could be read as ASCII lies when it says UTF-16.
    declared = XMLDeclaration.label(bytes).flatMap(Charset.init(label:)).map { $0.isASCIICompatible ? $0 : .utf8 }
  case .json, .text: declared = nil
  }
  if let header {
    if header == .utf8 || header == declared || !isUTF8BeyondASCII(bytes) {
      return DetectedCharset(charset: header, evidence: .header)
    }
    return DetectedCharset(charset: .utf8, evidence: .content)
  }
  if let declared { return DetectedCharset(charset: declared, evidence: .declaration) }
  let (wellFormed, faults) = UTF8Validation.counts(bytes)
  // A document of ASCII alone is called what its form's default is; its text is the same.
  let isUTF8 = form == .html && wellFormed == 0 ? false : faults <= wellFormed
  return DetectedCharset(charset: isUTF8 ? .utf8 : .windows1252, evidence: .content)
}

private func byteOrderMark(_ bytes: UnsafeBufferPointer<UInt8>) -> Charset? {
  if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
  if bytes.starts(with: [0x00, 0x00, 0xFE, 0xFF]) { return .utf32BE }
  if bytes.starts(with: [0xFF, 0xFE, 0x00, 0x00]) { return .utf32LE }
  if bytes.starts(with: [0xFE, 0xFF]) { return .utf16BE }
  if bytes.starts(with: [0xFF, 0xFE]) { return .utf16LE }
  return nil
}

private func wideCharset(_ bytes: UnsafeBufferPointer<UInt8>, form: DocumentForm) -> Charset? {
  switch form {
  case .xml: return XMLDeclaration.wideCharset(bytes)
  case .json:
    // RFC 4627 section 3: the first two characters are ASCII.
    guard bytes.count >= 4 else { return nil }
    switch (bytes[0] == 0, bytes[1] == 0, bytes[2] == 0, bytes[3] == 0) {
    case (true, true, true, false): return .utf32BE
    case (false, true, true, true): return .utf32LE
    case (true, false, true, false): return .utf16BE
    case (false, true, false, true): return .utf16LE
    default: return nil
    }
  case .html, .text: return nil
  }
}

private func isUTF8BeyondASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  bytes.contains { $0 >= 0x80 } && isValidUTF8(bytes)
}

/// The name of an HTML document's charset; see `detectCharset`.
public func sniffHTML(_ bytes: [UInt8], httpCharset: String? = nil) -> String {
  bytes.withUnsafeBufferPointer { detectCharset($0, form: .html, httpCharset: httpCharset).charset.name }
}

/// The name of an XML document's charset; see `detectCharset`.
public func sniffXML(_ bytes: [UInt8], httpCharset: String? = nil) -> String {
  bytes.withUnsafeBufferPointer { detectCharset($0, form: .xml, httpCharset: httpCharset).charset.name }
}

/// A document's text in UTF-8, without byte order mark, and the charset it was in.
public func decodeText(
  _ bytes: [UInt8], form: DocumentForm, httpCharset: String? = nil
) -> (utf8: [UInt8], detected: DetectedCharset) {
  let detected = bytes.withUnsafeBufferPointer { detectCharset($0, form: form, httpCharset: httpCharset) }
  return (toUTF8(bytes, from: detected.charset), detected)
}
