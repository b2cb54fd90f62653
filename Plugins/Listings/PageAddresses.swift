import Charsets
import URIs

/// How addresses of a page are read: its base, and the charset that its queries are sent in.
///
/// A browser sends the letters beyond ASCII of a link's query in the charset of the page and those of its path in UTF-8
/// (WHATWG URL, "query percent-encode set" with the document's encoding).
struct PageAddresses {
  /// Where relative addresses are resolved, absolute.
  let base: String
  private let queryEncoder: QueryEncoder?

  init(base: String, charset: Charset) {
    self.base = base
    queryEncoder = QueryEncoder(charset)
  }

  /// The address with the letters beyond ASCII of its query percent-encoded, where the page is not UTF-8.
  func encoded(_ address: String) -> String {
    guard let queryEncoder, address.utf8.contains(where: { $0 >= 0x80 }) else { return address }
    // A mail address or a script has no query that a server reads.
    let scheme = URIReference(resolve(address, against: base)).scheme?.lowercased()
    guard scheme == nil || scheme == "http" || scheme == "https" else { return address }
    var reference = URIReference(address)
    guard let query = reference.query else { return address }
    reference.query = queryEncoder.encoded(query)
    return reference.description
  }
}

/// Percent-encodes text in a legacy charset. Charsets decodes only, so its tables are read backwards, once a page.
private final class QueryEncoder {
  private let charset: Charset
  private lazy var table: [Unicode.Scalar: [UInt8]] = QueryEncoder.table(charset)

  /// `nil` where a query is sent in UTF-8 anyhow.
  init?(_ charset: Charset) {
    // WHATWG Encoding: the output encoding of UTF-16 and of what cannot be encoded is UTF-8.
    guard !charset.name.hasPrefix("utf-"), charset.name != "replacement" else { return nil }
    self.charset = charset
  }

  func encoded(_ query: String) -> String {
    var result = ""
    for scalar in query.unicodeScalars {
      if scalar.value < 0x80 {
        result.unicodeScalars.append(scalar)
      } else if let bytes = table[scalar] {
        for byte in bytes { append(byte, to: &result) }
      } else {
        // What the charset lacks goes as a character reference (WHATWG Encoding, "html" error mode).
        result += "%26%23\(scalar.value)%3B"
      }
    }
    return result
  }

  private func append(_ byte: UInt8, to text: inout String) {
    if byte < 0x80, byte > 0x20, byte != 0x25, byte != 0x23, byte != 0x26, byte != 0x2B {
      text.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      let digits = Array("0123456789ABCDEF".unicodeScalars)
      text.unicodeScalars.append("%")
      text.unicodeScalars.append(digits[Int(byte >> 4)])
      text.unicodeScalars.append(digits[Int(byte & 15)])
    }
  }

  /// All characters of one and two bytes, the shorter form first.
  private static func table(_ charset: Charset) -> [Unicode.Scalar: [UInt8]] {
    var table: [Unicode.Scalar: [UInt8]] = [:]
    for byte in UInt8(0x80)...0xFF { add([byte], charset, &table) }
    guard ["gbk", "gb18030", "big5", "euc-jp", "shift_jis", "euc-kr"].contains(charset.name) else { return table }
    for lead in UInt8(0x81)...0xFE {
      // One line for each lead byte: a pair that is no character spoils only itself.
      var lines: [UInt8] = []
      let trails = Array(UInt8(0x40)...0xFE)
      for trail in trails { lines += [lead, trail, 0x0A] }
      let decoded = String(decoding: toUTF8(lines, from: charset), as: UTF8.self)
      let texts = decoded.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      for (trail, text) in zip(trails, texts) where text.count == 1 {
        if let scalar = text.first, scalar != "\u{FFFD}", table[scalar] == nil { table[scalar] = [lead, trail] }
      }
    }
    return table
  }

  private static func add(_ bytes: [UInt8], _ charset: Charset, _ table: inout [Unicode.Scalar: [UInt8]]) {
    let text = String(decoding: toUTF8(bytes, from: charset), as: UTF8.self).unicodeScalars
    guard text.count == 1, let scalar = text.first, scalar != "\u{FFFD}", table[scalar] == nil else { return }
    table[scalar] = bytes
  }
}
