/// An address in the form that identity compares: two addresses of one page give one text.
///
/// For web addresses the scheme is left out, the host is lower-case ASCII without trailing dot and default port, dot
/// segments are gone, percent-encoding is in one form (RFC 3986 section 6.2.2), an empty path is `/`, an empty query is
/// none, parameters that `stripQuery` names are dropped (`utm_*`: a `*` stands for any text), and a fragment is dropped
/// unless it begins with `/` or `!`, where it is an application's own address. Other addresses are only trimmed.
public func canonicalURL(_ url: String, stripQuery: [String] = []) -> String {
  URLCanonicalizer(stripQuery: stripQuery).canonical(url)
}

/// The long way to the canonical form, for addresses that need a repair.
func canonicalByParts(_ url: String, stripQuery: QueryNamePatterns) -> String {
  let trimmed = BaseURI.trimmed(url)
  var parts = URIReference(BaseURI(trimmed).resolve(trimmed))
  guard parts.isWebAddress, let scheme = parts.scheme, let written = parts.authority else { return trimmed }
  let authority = AuthorityParts(written)
  var host = authority.canonicalHost ?? authority.host
  if let user = authority.userInfo, !user.isEmpty { host = user + "@" + host }
  if let port = authority.port, !port.isEmpty, port != DefaultPort.of(scheme).map(String.init) { host += ":" + port }
  parts.scheme = nil
  parts.authority = authority.hasStrayColon ? written : host
  parts.path = parts.path.isEmpty ? "/" : normalizedEscapes(parts.path)
  if let text = parts.query {
    var query = URIQuery(text)
    query.parameters.removeAll { parameter in
      var name = parameter.name
      return name.withUTF8 { stripQuery.match($0[...]) }
    }
    parts.query = query.parameters.isEmpty ? nil : normalizedEscapes(query.description)
  }
  if let first = parts.fragment?.utf8.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "!") {
    parts.fragment = nil
  } else if parts.fragment?.isEmpty == true {
    parts.fragment = nil
  } else {
    parts.fragment = parts.fragment.map(normalizedEscapes)
  }
  return parts.description
}

/// Escapes of unreserved characters decoded, the others in upper case, and what needs an escape escaped.
func normalizedEscapes(_ part: String) -> String {
  let part = wireEncoded(part)
  guard part.utf8.contains(UInt8(ascii: "%")) else { return part }
  let source = Array(part.utf8)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(source.count)
  var index = 0
  while index < source.count {
    guard source[index] == UInt8(ascii: "%"), index + 2 < source.count, let high = source[index + 1].hexValue,
      let low = source[index + 2].hexValue
    else {
      bytes.append(source[index])
      index += 1
      continue
    }
    let value = high << 4 | low
    if value.isUnreserved {
      bytes.append(value)
    } else {
      bytes.append(contentsOf: [UInt8(ascii: "%"), .hexDigit(high), .hexDigit(low)])
    }
    index += 3
  }
  return text(bytes)
}
