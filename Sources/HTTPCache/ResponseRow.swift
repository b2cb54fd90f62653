import MessageAuthentication
import SQLite
import WeftModel

/// A stored response as a row of the table: texts in one blob, without secrets, and a tag over all of it.
struct ResponseRow {
  /// The columns, in the order of `values` and of reading.
  static let columns =
    "vary, variant, status, received, validated, delay, sets_cookie, marker, head, tag, is_archive, size"

  var vary: [String]
  var variant: [UInt8]
  var status: Int64
  /// Microseconds, as those that follow.
  var received: Int64
  var validated: Int64
  var delay: Int64
  var setsCookie: Bool
  /// What stands before the number of a secret in `head` and body; empty where there are none.
  var marker: [UInt8]
  /// Address, redirects, fields and warnings.
  var head: [UInt8]
  var tag: [UInt8]
  var isArchive: Bool
  /// What the response counts for against the limit, in bytes: whole pages of the database.
  var size: Int

  /// A page of the database; also about what a row costs beside its contents.
  private static let page = 4_096

  /// The row of a response, and its body as it is stored; `nil` where libcrypto refuses to make a tag or has no random
  /// bytes.
  static func make(_ response: StoredResponse, _ key: CacheKey, _ mask: SecretMask, _ salt: [UInt8])
    -> (row: ResponseRow, body: [UInt8])?
  {
    let names = VariantNames(response.headers)
    guard let variant = key.variant(names) else { return nil }
    var head = TextListCoding.encode(texts(of: response))
    var body = response.body
    var marker: [UInt8] = []
    if !mask.isEmpty {
      guard let made = SecretMask.makeMarker() else { return nil }
      let (maskedHead, maskedBody) = (mask.masked(head, marker: made), mask.masked(body, marker: made))
      if maskedHead != nil || maskedBody != nil { marker = made }
      head = maskedHead ?? head
      body = maskedBody ?? body
    }
    var row = ResponseRow(
      vary: names.names, variant: variant, status: Int64(response.status), received: response.receivedAt.microseconds,
      validated: response.validatedAt.microseconds, delay: response.delay.inMicroseconds,
      setsCookie: response.setsCookie, marker: marker, head: head, tag: [], isArchive: response.isArchive,
      size: (body.count + head.count + page) / page * page)
    guard let tag = row.tag(body, mask, salt) else { return nil }
    row.tag = tag
    return (row, body)
  }

  private static func texts(of response: StoredResponse) -> [String] {
    func list(_ texts: [String]) -> [String] { [String(texts.count)] + texts }
    return [response.url] + list(response.redirects) + list(response.warnings.flatMap { [$0.code, $0.text] })
      + response.headers.fields.flatMap { [$0.name, $0.value] }
  }

  /// The tag of the row and its body, and of the secrets whose numbers they hold.
  private func tag(_ body: [UInt8], _ mask: SecretMask, _ salt: [UInt8]) -> [UInt8]? {
    guard let bodyTag = HMAC.tag(of: body, key: salt) else { return nil }
    let numbers = [status, received, validated, delay, setsCookie ? 1 : 0, isArchive ? 1 : 0].map { String($0) }
    let texts = TextListCoding.encode(numbers + [String(vary.count)] + vary)
    let secrets = marker.isEmpty ? [] : mask.fingerprint
    return HMAC.tag(of: texts + variant + marker + secrets + head + bodyTag, key: salt)
  }

  /// The response of the row; `nil` where it is not what was written.
  func response(_ body: [UInt8], _ mask: SecretMask, _ salt: [UInt8]) -> StoredResponse? {
    guard let expected = self.tag(body, mask, salt), HMAC.areEqual(expected, tag) else { return nil }
    guard let head = mask.unmasked(head, marker: marker), let body = mask.unmasked(body, marker: marker),
      var texts = TextListCoding.decode(head)?[...], let url = texts.popFirst(),
      let redirects = ResponseRow.list(&texts), let warnings = ResponseRow.list(&texts)
    else { return nil }
    let fields = ResponseRow.pairs(Array(texts)).map { HeaderFields.Field(name: $0, value: $1) }
    return StoredResponse(
      status: Int(status), headers: HeaderFields(fields), body: body, url: url, redirects: redirects,
      warnings: ResponseRow.pairs(warnings).map { SourceWarning(code: $0, text: $1) },
      receivedAt: Timestamp(microseconds: received), validatedAt: Timestamp(microseconds: validated),
      delay: .microseconds(delay), setsCookie: setsCookie, isArchive: isArchive)
  }

  private static func list(_ texts: inout ArraySlice<String>) -> [String]? {
    guard let text = texts.popFirst(), let count = Int(text), count >= 0, count <= texts.count else { return nil }
    defer { texts = texts.dropFirst(count) }
    return Array(texts.prefix(count))
  }

  private static func pairs(_ texts: [String]) -> [(String, String)] {
    stride(from: 0, to: texts.count - 1, by: 2).map { (texts[$0], texts[$0 + 1]) }
  }
}

extension ResponseRow {
  /// The values of the columns.
  var values: [SQLiteValue] {
    [
      .text(vary.joined(separator: ",")), .blob(variant), .integer(status), .integer(received), .integer(validated),
      .integer(delay), SQLiteValue(setsCookie), .blob(marker), .blob(head), .blob(tag), SQLiteValue(isArchive),
      SQLiteValue(size),
    ]
  }

  /// The row of which the columns stand from `first` on; a value of another type than was written makes a row whose tag
  /// is wrong.
  init(_ row: SQLiteRow, from first: Int) throws(SQLiteError) {
    vary = try row.text(first).map { FieldList.members($0) } ?? []
    variant = try row.blob(first + 1) ?? []
    status = try row.integer(first + 2) ?? 0
    received = try row.integer(first + 3) ?? 0
    validated = try row.integer(first + 4) ?? 0
    delay = try row.integer(first + 5) ?? 0
    setsCookie = try row.integer(first + 6) == 1
    marker = try row.blob(first + 7) ?? []
    head = try row.blob(first + 8) ?? []
    tag = try row.blob(first + 9) ?? []
    isArchive = try row.integer(first + 10) == 1
    size = Int(clamping: try row.integer(first + 11) ?? 0)
  }
}
