import URIs
public import WeftModel

/// The address without secrets: user information, the values of the credentials' query parameters, and values of
/// parameters whose names say that they are secret become `***`.
public func redacted(_ url: String, _ credentials: RequestCredentials = RequestCredentials()) -> String {
  var parts = URIReference(url)
  if let authority = parts.authority, let at = authority.utf8.lastIndex(of: 0x40) {
    parts.authority = "***" + authority[at...]
  }
  if let text = parts.query {
    var query = URIQuery(text)
    let secrets = credentials.secrets
    for index in query.parameters.indices {
      let parameter = query.parameters[index]
      guard let raw = parameter.rawValue, !raw.isEmpty else { continue }
      let isSecret =
        secretNames.contains(parameter.name.lowercased())
        || credentials.query.contains { $0.name == parameter.name } || secrets.contains(parameter.value)
      if isSecret { query.parameters[index].rawValue = "***" }
    }
    parts.query = query.description
  }
  return parts.description
}

/// Not `token` and `key`: pages are often named so, and a trace without them says nothing.
private let secretNames: Set<String> = [
  "access_token", "api-key", "api_key", "apikey", "auth_token", "client_secret", "passwd", "password", "pwd", "secret",
  "sig", "signature",
]

extension RequestCredentials {
  /// The secret texts themselves: header values, also without the scheme's name, cookies, query values.
  var secrets: Set<String> {
    var secrets = Set(query.map(\.value) + cookies.map(\.value))
    for field in headers.fields {
      secrets.insert(field.value)
      if let space = field.value.firstIndex(of: " ") { secrets.insert(String(field.value[space...].dropFirst())) }
    }
    secrets.remove("")
    return secrets
  }
}
