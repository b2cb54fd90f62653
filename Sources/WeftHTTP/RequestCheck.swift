import URIs
import WeftModel

/// What a request must be before anything is sent.
enum RequestCheck {
  /// Refuses what could end a header line early, or is no http or https address.
  ///
  /// - Returns: the origin of the request's address.
  /// - Throws: a failure of kind `request`.
  static func check(_ request: Request) throws(SourceFailure) -> Origin {
    var shown: String { redacted(request.url, request.credentials) }
    func refuse(_ message: String) -> SourceFailure { SourceFailure(.request, message, url: shown) }

    guard !request.url.utf8.contains(where: isControl) else {
      throw refuse("the URL holds a line break or another control character")
    }
    guard let origin = Origin(of: request.url) else { throw refuse("\(shown) is no URL with a host") }
    guard origin.scheme == "http" || origin.scheme == "https" else {
      throw refuse("\(origin.scheme) is not a scheme that is fetched: only http and https are")
    }
    guard isToken(request.method) else { throw refuse("the method is not a word of letters") }
    for field in request.headers.fields + request.credentials.headers.fields {
      guard isToken(field.name) else { throw refuse("a header's name may not hold spaces or signs such as a colon") }
      guard !field.value.utf8.contains(where: { isControl($0) && $0 != 0x09 }) else {
        throw refuse("the value of the header \(field.name) holds a line break or another control character")
      }
      guard !ownFields.contains(field.name.lowercased()) else {
        throw refuse("the header \(field.name) cannot be set: it follows from the body and the connection")
      }
    }
    for cookie in request.credentials.cookies {
      guard isToken(cookie.name), !cookie.value.utf8.contains(where: { isControl($0) || $0 == 0x3B }) else {
        throw refuse(
          "the cookie \(isToken(cookie.name) ? cookie.name : "of the settings") holds a character that ends it")
      }
    }
    return origin
  }

  private static let ownFields: Set<String> = ["connection", "content-length", "transfer-encoding", "upgrade"]

  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

  /// RFC 9110 section 5.6.2.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
