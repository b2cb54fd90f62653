/// Every byte of the UTF-8 text as `%XX`, but for RFC 3986's unreserved characters (RFC 6570 section 3.2.2).
public func percentEncoded(_ text: String) -> String {
  if text.utf8.allSatisfy(\.isUnreserved) { return text }
  return encoded(text) { $0.isUnreserved }
}

/// The text with every well-formed `%XX` replaced by its byte; bytes that are then not UTF-8 become U+FFFD.
///
/// A `%` without two hexadecimal digits stays as it is. `+` is not a space here: that is a rule of form data.
public func percentDecoded(_ text: some StringProtocol) -> String {
  guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
  let source = Array(text.utf8)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(source.count)
  var index = 0
  while index < source.count {
    if source[index] == UInt8(ascii: "%"), index + 2 < source.count, let high = source[index + 1].hexValue,
      let low = source[index + 2].hexValue
    {
      bytes.append(high << 4 | low)
      index += 3
    } else {
      bytes.append(source[index])
      index += 1
    }
  }
  return URIs.text(bytes)
}

/// The address as it goes into a request: the fragment dropped, bytes that HTTP does not carry percent-encoded, a host
/// beyond ASCII in Punycode. What was percent-encoded already stays exactly as written (`%2F` is never `%252F`).
public func wireForm(_ address: String) -> String {
  var parts = URIReference(BaseURI.trimmed(address))
  parts.fragment = nil
  if let authority = parts.authority { parts.authority = Punycode.asciiAuthority(authority) }
  parts.path = wireEncoded(parts.path)
  parts.query = parts.query.map(wireEncoded)
  return parts.description
}

/// Encodes what no part of a URI may hold: controls, space, `"<>\^` `` ` `` `{|}` and everything beyond ASCII.
func wireEncoded(_ part: String) -> String {
  let isAllowed = { (byte: UInt8) -> Bool in
    switch byte {
    case 0...0x20, 0x7F...: false
    case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
      UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
      false
    default: true
    }
  }
  return part.utf8.allSatisfy(isAllowed) ? part : encoded(part, keeping: isAllowed)
}

private func encoded(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.utf8.count * 2)
  for byte in text.utf8 {
    if isKept(byte) {
      bytes.append(byte)
    } else {
      bytes.append(UInt8(ascii: "%"))
      bytes.append(.hexDigit(byte >> 4))
      bytes.append(.hexDigit(byte & 15))
    }
  }
  return URIs.text(bytes)
}
