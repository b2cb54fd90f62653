import WeftModel

/// A response as the cache keeps it.
struct StoredResponse: Hashable, Sendable {
  var status: Int
  /// The fields that may be kept; those of a 304 take the place of earlier ones.
  var headers: HeaderFields
  var body: [UInt8]
  /// The address that answered, to which the validators belong.
  var url: String
  var redirects: [String]
  var warnings: [SourceWarning]
  /// When the response had arrived, which a 304 does not change.
  var receivedAt: Timestamp
  /// When the server last said that this is its response: at the arrival of it, or of a 304.
  var validatedAt: Timestamp
  /// The time from the request to that answer.
  var delay: Duration
  /// It set a cookie, which is not kept, and the source has a jar for it.
  var setsCookie: Bool
  /// It is a page of an archive, by its own word.
  var isArchive: Bool

  /// A response that has just arrived.
  init(_ response: Response, to request: Request) {
    status = response.status
    headers = StoredFields.kept(response.headers)
    body = response.body
    url = response.url
    redirects = response.redirects
    warnings = response.warnings
    receivedAt = response.receivedAt
    validatedAt = response.receivedAt
    delay = response.duration
    setsCookie = response.headers["Set-Cookie"] != nil && !request.credentials.jar.isEmpty
    isArchive = ArchiveDocument.isArchive(response.body)
  }

  init(
    status: Int, headers: HeaderFields, body: [UInt8], url: String, redirects: [String], warnings: [SourceWarning],
    receivedAt: Timestamp, validatedAt: Timestamp, delay: Duration, setsCookie: Bool, isArchive: Bool
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
    self.redirects = redirects
    self.warnings = warnings
    self.receivedAt = receivedAt
    self.validatedAt = validatedAt
    self.delay = delay
    self.setsCookie = setsCookie
    self.isArchive = isArchive
  }

  /// The response as it answers a request without anybody having been asked.
  var response: Response {
    Response(
      status: status, headers: headers, body: body, url: url, redirects: redirects, receivedAt: receivedAt,
      warnings: warnings, cacheUse: .stored)
  }

  /// The response has a representation of the page, not an error that a moment later may be gone.
  var isSuccess: Bool { (200..<301).contains(status) }

  /// It came from another address than was asked. A redirect has a freshness of its own, which nobody told us.
  func isRedirected(from address: String) -> Bool { url != address || !redirects.isEmpty }
}
