import WeftModel

/// Which header fields of a response are kept.
enum StoredFields {
  /// Fields of one connection or of a proxy (RFC 9111 section 3.1), and those that hold secrets: cookies, and what an
  /// authentication left behind.
  private static let dropped: Set<String> = [
    "authentication-info", "authorization", "connection", "cookie", "keep-alive", "proxy-authenticate",
    "proxy-authentication-info", "proxy-authorization", "proxy-connection", "set-cookie", "set-cookie2", "te",
    "trailer", "transfer-encoding", "upgrade", "www-authenticate",
  ]

  /// Fields that say how the stored body is to be read: a 304 often carries those of an error page or of another
  /// encoding, and section 3.2 lets a cache that keeps decoded bodies leave them alone.
  private static let fixed: Set<String> = ["content-encoding", "content-length", "content-range", "content-type"]

  /// The fields that are kept of a response, in their order.
  static func kept(_ headers: HeaderFields) -> HeaderFields {
    var dropped = dropped
    for value in headers.values(of: "Connection") {
      for name in FieldList.members(value) { dropped.insert(name.lowercased()) }
    }
    return HeaderFields(headers.fields.filter { !dropped.contains($0.name.lowercased()) })
  }

  /// The stored fields after a 304: each that it carries takes the place of all of its name (section 3.2).
  static func updated(_ stored: HeaderFields, by notModified: HeaderFields) -> HeaderFields {
    let news = kept(notModified).fields.filter { !fixed.contains($0.name.lowercased()) }
    let names = Set(news.map { $0.name.lowercased() })
    return HeaderFields(stored.fields.filter { !names.contains($0.name.lowercased()) } + news)
  }
}

/// A field whose value is a list of words.
enum FieldList {
  /// The members, without white space and empty ones (RFC 9110 section 5.6.1).
  static func members(_ value: String) -> [String] {
    value.split(separator: ",").map { member in
      member.filter { $0 != " " && $0 != "\t" }
    }.filter { !$0.isEmpty }
  }
}
