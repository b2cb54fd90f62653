import MessageAuthentication
import URIs
import WeftModel

/// Takes the secrets of a request out of what is stored, and puts them back: many an API repeats the key of the request
/// in its link to the next page.
///
/// A stored response is only ever found by a request with the same secrets, so what comes back is what was there, byte
/// for byte.
struct SecretMask: Sendable {
  /// Shorter texts stand everywhere and give nothing away.
  private static let shortest = 4
  /// The length of the marker that stands before the number of a secret.
  private static let markerLength = 24

  /// The secrets in the forms in which a response may repeat them, the longest first.
  private let secrets: [[UInt8]]
  /// The bytes that a secret begins with.
  private let starts: [Bool]

  init(_ request: Request) {
    let credentials = request.credentials
    var texts = credentials.secretTexts
    for field in request.headers.fields where CacheKey.isPrivate(field.name) { texts.insert(field.value) }
    texts.formUnion(SecretMask.secrets(inAddress: request.url, credentials))
    let forms = Set(texts.flatMap(SecretTexts.forms).filter { $0.count >= SecretMask.shortest })
    let sorted = forms.sorted { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count > $1.count }
    // As many as two bytes can number.
    secrets = Array(sorted.prefix(1 << 16))
    var starts = [Bool](repeating: false, count: 256)
    for secret in secrets { starts[Int(secret[0])] = true }
    self.starts = starts
  }

  /// All secrets in the order of their numbers, which mean nothing without them.
  var fingerprint: [UInt8] { TextListCoding.encode(secrets.map { String(decoding: $0, as: UTF8.self) }) }

  /// There is nothing to take out.
  var isEmpty: Bool { secrets.isEmpty }

  /// What stands before the number of a secret, of bytes that UTF-8 does not have, so that it cannot make a secret of
  /// what stands beside it; `nil` where the system has no random bytes.
  static func makeMarker() -> [UInt8]? { RandomBytes.make(markerLength)?.map { $0 | 0xF8 } }

  /// User information, and values of query parameters that are not to be shown.
  private static func secrets(inAddress url: String, _ credentials: RequestCredentials) -> Set<String> {
    let shown = redactedURL(
      url, parameters: credentials.secretParameterNames, values: credentials.secretTexts)
    let (parts, shownParts) = (URIReference(url), URIReference(shown))
    var secrets: Set<String> = []
    if let authority = parts.authority, authority != shownParts.authority, let at = authority.lastIndex(of: "@") {
      let user = authority[..<at]
      secrets.insert(String(user))
      if let colon = user.firstIndex(of: ":") { secrets.insert(String(user[colon...].dropFirst())) }
    }
    let shownQuery = URIQuery(shownParts.query ?? "").parameters
    for (parameter, shown) in zip(URIQuery(parts.query ?? "").parameters, shownQuery)
    where parameter.rawValue != shown.rawValue {
      secrets.insert(parameter.value)
      if let raw = parameter.rawValue { secrets.insert(raw) }
    }
    return secrets
  }

  /// The bytes with the marker and a number in the place of each secret; `nil` where they hold none.
  ///
  /// - Parameter marker: random bytes, so that no server can have written them.
  func masked(_ bytes: [UInt8], marker: [UInt8]) -> [UInt8]? {
    guard !isEmpty else { return nil }
    var result: [UInt8] = []
    var copied = 0
    var index = 0
    while index < bytes.count {
      guard starts[Int(bytes[index])],
        let number = secrets.firstIndex(where: { SecretMask.stands($0, in: bytes, at: index) })
      else {
        index += 1
        continue
      }
      result.append(contentsOf: bytes[copied..<index])
      result.append(contentsOf: marker)
      result.append(UInt8(truncatingIfNeeded: number))
      result.append(UInt8(truncatingIfNeeded: number >> 8))
      index += secrets[number].count
      copied = index
    }
    guard copied > 0 else { return nil }
    result.append(contentsOf: bytes[copied...])
    return result
  }

  /// The bytes as they were; `nil` where they name a secret that there is not.
  func unmasked(_ bytes: [UInt8], marker: [UInt8]) -> [UInt8]? {
    guard let first = marker.first else { return bytes }
    var result: [UInt8] = []
    var copied = 0
    var index = 0
    while index < bytes.count {
      guard bytes[index] == first, SecretMask.stands(marker, in: bytes, at: index) else {
        index += 1
        continue
      }
      result.append(contentsOf: bytes[copied..<index])
      index += marker.count
      guard bytes.count - index >= 2 else { return nil }
      let number = Int(bytes[index]) | Int(bytes[index + 1]) << 8
      guard number < secrets.count else { return nil }
      result.append(contentsOf: secrets[number])
      index += 2
      copied = index
    }
    guard copied > 0 else { return bytes }
    result.append(contentsOf: bytes[copied...])
    return result
  }

  private static func stands(_ piece: [UInt8], in bytes: [UInt8], at index: Int) -> Bool {
    guard bytes.count - index >= piece.count else { return false }
    var offset = 0
    while offset < piece.count {
      guard bytes[index + offset] == piece[offset] else { return false }
      offset += 1
    }
    return true
  }
}
