import WeftModel

/// Asking whether a stored response still holds (RFC 9111 section 4.3).
enum Revalidation {
  /// Fields by which a request asks under conditions, or for a part (RFC 9110 sections 13.1 and 14.2).
  static let conditions = ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range"]

  /// The settings of the source have conditions of their own.
  static func hasConditions(_ request: Request) -> Bool { conditions.contains { request.headers[$0] != nil } }

  /// The request without conditions.
  static func unconditional(_ request: Request) -> Request {
    var request = request
    for name in conditions { request.headers[name] = nil }
    return request
  }

  /// The request with the validators of the stored response; `nil` where it has none.
  static func conditional(_ request: Request, on stored: StoredResponse) -> Request? {
    let tag = stored.headers["ETag"].flatMap { $0.isEmpty ? nil : $0 }
    let date = stored.headers["Last-Modified"].flatMap { HTTPDate.read($0) == nil ? nil : $0 }
    guard tag != nil || date != nil else { return nil }
    var request = request
    if let tag { request.headers["If-None-Match"] = tag }
    if let date { request.headers["If-Modified-Since"] = date }
    return request
  }

  /// The 304 speaks of the stored response: it comes from the very address, and names no other validator (section
  /// 4.3.4). WordPress gives all pages of a feed one tag, so a tag alone says nothing about another address.
  static func confirms(_ notModified: Response, _ stored: StoredResponse) -> Bool {
    guard notModified.url == stored.url else { return false }
    if let told = notModified.headers["ETag"], let known = stored.headers["ETag"] {
      return opaque(told) == opaque(known)
    }
    if let told = notModified.headers["Last-Modified"], let known = stored.headers["Last-Modified"],
      stored.headers["ETag"] == nil
    {
      return told == known
    }
    return true
  }

  /// The stored response as the 304 leaves it: its fields are brought up to date, its body and first arrival stay.
  static func freshened(_ stored: StoredResponse, by notModified: Response, to request: Request) -> StoredResponse {
    var result = stored
    result.headers = StoredFields.updated(stored.headers, by: notModified.headers)
    result.validatedAt = notModified.receivedAt
    result.delay = notModified.duration
    let setsCookie = notModified.headers["Set-Cookie"] != nil && !request.credentials.jar.isEmpty
    result.setsCookie = stored.setsCookie || setsCookie
    return result
  }

  /// The tag without the mark of a weak one: the weak comparison (RFC 9110 section 8.8.3.2).
  private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}
