import URIs
import WeftModel

/// A request and what came of it, without secrets.
struct Exchange: Equatable, Sendable {
  var method: String
  var url: String
  /// The source that asked: two may ask the same with credentials of their own.
  var source = ""
  /// Fields that hold no secret; of credentials the names are there, with `***` for the value.
  var requestHeaders = HeaderFields()
  var requestBody: [UInt8]?
  var outcome: Outcome

  enum Outcome: Equatable, Sendable {
    case response(Response)
    case failure(SourceFailure)
  }

  init(method: String, url: String, outcome: Outcome) {
    self.method = method
    self.url = url
    self.outcome = outcome
  }

  /// The exchange as it may be shown to others: in texts that the settings keep secret stands `***`.
  init(_ request: Request, _ result: Result<Response, SourceFailure>) {
    let secrets = Secrets(request.credentials)
    method = request.method
    source = request.credentials.jar
    url = secrets.removed(fromAddress: request.url)
    requestHeaders = secrets.removed(from: request.headers)
    for field in request.credentials.headers.fields { requestHeaders.append(field.name, "***") }
    if !request.credentials.cookies.isEmpty { requestHeaders.append("Cookie", "***") }
    requestBody = request.body.map(secrets.removed)
    switch result {
    case .success(var response):
      response.url = secrets.removed(fromAddress: response.url)
      response.redirects = response.redirects.map(secrets.removed(fromAddress:))
      response.headers = secrets.removed(from: response.headers)
      response.body = secrets.removed(from: response.body)
      response.cacheUse = .none
      outcome = .response(response)
    case .failure(let failure): outcome = .failure(failure)
    }
  }

  /// What a request must have in common with a recorded one to get its answer. The `User-Agent` does not count: it names
  /// the version, and perhaps its user.
  var key: Key {
    let fields = requestHeaders.fields.filter { field in
      field.value != "***" && !HeaderFields.same(field.name, "User-Agent")
    }
    return Key(
      method: method, url: url, source: source, fields: fields.map { "\($0.name.lowercased()): \($0.value)" }.sorted(),
      body: requestBody)
  }

  struct Key: Hashable, Sendable {
    var method: String
    var url: String
    var source: String
    var fields: [String]
    var body: [UInt8]?
  }
}

/// Takes secrets out of what others may see.
struct Secrets {
  private let credentials: RequestCredentials
  private let texts: [[UInt8]]

  /// Shorter ones stand everywhere, and whoever has such a secret has none.
  private static let shortest = 5

  init(_ credentials: RequestCredentials) {
    self.credentials = credentials
    let written = credentials.secretTexts.filter { $0.utf8.count >= Secrets.shortest }
    // The longest first: one may hold another.
    texts = Set(written.flatMap(Secrets.forms)).sorted { left, right in
      left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count > right.count
    }
  }

  /// The secret as it is, as an address has it, and as JSON has it, with and without letters beyond ASCII.
  private static func forms(of secret: String) -> [[UInt8]] {
    var escaped = ""
    var ascii = ""
    for unit in secret.utf16 {
      switch unit {
      case 0x22, 0x5C:
        escaped += "\\"
        ascii += "\\"
        fallthrough
      case 0x20..<0x7F:
        escaped.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: unit)))
        ascii.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: unit)))
      default:
        let digits = String(unit, radix: 16)
        ascii += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    let isASCII = secret.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    return [secret, percentEncoded(secret), isASCII ? escaped : ascii].map { Array($0.utf8) }
  }

  func removed(fromAddress url: String) -> String {
    let shown = redactedURL(
      url, parameters: Set(credentials.query.map(\.name) + credentials.secretParameters),
      values: credentials.secretTexts)
    return String(decoding: removed(from: Array(shown.utf8)), as: UTF8.self)
  }

  func removed(from headers: HeaderFields) -> HeaderFields {
    HeaderFields(
      headers.fields.map { field in
        let isSecret = ["set-cookie", "set-cookie2", "authorization", "cookie", "proxy-authorization"]
          .contains(field.name.lowercased())
        let value = isSecret ? "***" : String(decoding: removed(from: Array(field.value.utf8)), as: UTF8.self)
        return .init(name: field.name, value: value)
      })
  }

  func removed(from bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for text in texts { bytes = Secrets.replacing(text, in: bytes) }
    return bytes
  }

  private static func replacing(_ text: [UInt8], in bytes: [UInt8]) -> [UInt8] {
    guard let first = text.first, bytes.count >= text.count else { return bytes }
    var result: [UInt8] = []
    var copied = 0
    var index = 0
    while index + text.count <= bytes.count {
      if bytes[index] == first, bytes[index..<index + text.count].elementsEqual(text) {
        result += bytes[copied..<index]
        result += Array("***".utf8)
        index += text.count
        copied = index
      } else {
        index += 1
      }
    }
    guard copied > 0 else { return bytes }
    result += bytes[copied...]
    return result
  }
}
