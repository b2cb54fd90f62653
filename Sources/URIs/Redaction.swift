/// The address without secrets: user information, and the values of query parameters that are secret by their name or
/// their value, become `***`.
///
/// - Parameters:
///   - parameters: names of parameters whose values are secret, beside those that are secret by what they are called.
///   - values: values that are secret wherever they stand.
public func redactedURL(_ url: String, parameters: Set<String> = [], values: Set<String> = []) -> String {
  var parts = URIReference(url)
  if let authority = parts.authority, let at = authority.utf8.lastIndex(of: 0x40) {
    parts.authority = "***" + authority[at...]
  }
  if let text = parts.query {
    var query = URIQuery(text)
    for index in query.parameters.indices {
      let parameter = query.parameters[index]
      guard let raw = parameter.rawValue, !raw.isEmpty else { continue }
      let isSecret =
        secretNames.contains(parameter.name.lowercased()) || parameters.contains(parameter.name)
        || values.contains(parameter.value)
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
