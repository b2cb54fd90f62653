import MessageAuthentication
import WeftModel

/// What a stored response is found by: the address, and who asks. Both are tags that only the holder of the cache's
/// random salt can make, so that neither a secret nor the address of a private feed can be read from the file.
struct CacheKey: Hashable, Sendable {
  /// The tag of the address, without its fragment.
  let address: [UInt8]
  /// The tag of all that may let a server answer one request otherwise than another at the same address.
  let holder: [UInt8]
  private let headers: HeaderFields
  private let salt: [UInt8]

  /// Fields of the request that hold no secret; which of them matter the response's `Vary` says. A field that is not
  /// among them may be a key that no server mentions in `Vary`, and so is part of the holder.
  private static let negotiated: Set<String> = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "if-match", "if-modified-since",
    "if-none-match", "if-range", "if-unmodified-since", "pragma", "user-agent",
  ]

  /// The key of a request; `nil` where libcrypto refuses to make a tag.
  init?(_ request: Request, salt: [UInt8]) {
    let address = TextListCoding.encode(["address", addressWithoutFragment(request.url)])
    guard let address = HMAC.tag(of: address, key: salt),
      let holder = HMAC.tag(of: TextListCoding.encode(CacheKey.holder(of: request)), key: salt)
    else { return nil }
    self.address = address
    self.holder = holder
    self.salt = salt
    headers = request.headers
  }

  /// The field may hold a secret.
  static func isPrivate(_ name: String) -> Bool { !negotiated.contains(name.lowercased()) }

  /// Credentials, where they go, the source's cookie jar, and how the connection is secured: what came over one whose
  /// certificates were not checked answers no request that wants them checked.
  private static func holder(of request: Request) -> [String] {
    let credentials = request.credentials
    let connection = request.connection
    var texts = ["holder", credentials.origin, credentials.jar, connection.isInsecure ? "insecure" : "secure"]
    texts += [connection.proxy ?? "", connection.certificateFile ?? ""]
    // The count before each list keeps one list's end apart from the next one's beginning.
    func append(_ list: [String]) { texts += [String(list.count)] + list }
    let fields = request.headers.fields.filter { isPrivate($0.name) }
    append(fields.flatMap { [$0.name.lowercased(), $0.value] })
    append(credentials.headers.fields.flatMap { [$0.name.lowercased(), $0.value] })
    append(credentials.cookies.flatMap { [$0.name, $0.value] })
    append(credentials.query.flatMap { [$0.name, $0.value] })
    append(credentials.trust)
    append(credentials.secretParameters)
    append(credentials.secretValues.sorted())
    return texts
  }

  /// The tag of the values that the request has in the fields of these names (RFC 9111 section 4.1); `nil` where
  /// libcrypto refuses to make one.
  func variant(_ names: VariantNames) -> [UInt8]? {
    let texts = names.names.flatMap { name in
      // Several fields of a name are one list (RFC 9110 section 5.3); an absent one differs from an empty one.
      let values = headers.values(of: name)
      return [name, String(values.count), values.joined(separator: ", ")]
    }
    return HMAC.tag(of: TextListCoding.encode(["variant"] + texts), key: salt)
  }
}
