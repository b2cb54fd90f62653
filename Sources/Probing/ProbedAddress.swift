import URIs
import WeftModel

/// The address that a person gave, without what must not be written into a file.
struct ProbedAddress {
  /// The address for the configuration: no user and password, `${NAME}` for what looks like a key, no fragment.
  var url: String
  /// The user of the address, and its password as `${NAME}`.
  var login: (user: String, password: String)?
  /// What was taken out.
  var secrets: [Proposal.Secret] = []

  /// Reads an address.
  ///
  /// - Throws: a failure of kind `request` where it is no http or https address.
  init(_ text: String) throws(SourceFailure) {
    var reference = URIReference(Self.escaped(text))
    guard let scheme = reference.scheme?.lowercased(), scheme == "http" || scheme == "https",
      Origin(of: reference.description) != nil
    else {
      throw SourceFailure(.request, "an http or https address was expected, such as https://example.org/blog/")
    }
    reference.fragment = nil
    if let authority = reference.authority, let at = authority.lastIndex(of: "@") {
      let parts = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let user = percentDecoded(parts.first ?? "")
      let password = percentDecoded(parts.count > 1 ? parts[1] : "")
      reference.authority = String(authority[authority.index(after: at)...])
      if !password.isEmpty {
        secrets.append(Proposal.Secret(name: "PASSWORD", value: password))
        login = (user, "${PASSWORD}")
      } else if !user.isEmpty {
        // A user without a password is a token, as code hosts give them out.
        secrets.append(Proposal.Secret(name: "TOKEN", value: user))
        login = ("${TOKEN}", "")
      }
    }
    if let query = reference.query {
      var query = URIQuery(query)
      for index in query.parameters.indices where Self.isSecret(query.parameters[index]) {
        let name = Self.unusedName(for: query.parameters[index].name, besides: secrets)
        secrets.append(Proposal.Secret(name: name, value: query.parameters[index].rawValue ?? ""))
        query.parameters[index].rawValue = "${\(name)}"
      }
      reference.query = query.description
    }
    url = reference.description
  }

  /// The values of the variables.
  var environment: [String: String] {
    Dictionary(secrets.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// Blanks, control characters and braces, percent-encoded: a template would read the braces.
  static func escaped(_ text: String) -> String {
    let trimmed = text.drop { $0.isWhitespace }
    var result = ""
    for scalar in trimmed.unicodeScalars.reversed().drop(while: \.properties.isWhitespace).reversed() {
      switch scalar.value {
      case 0..<0x21, 0x7F: result += percentEncoded(String(scalar))
      case 0x7B: result += "%7B"
      case 0x7D: result += "%7D"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Names that only secrets have.
  private static let secretNames: Set<String> = [
    "access_token", "accesstoken", "api-key", "api_key", "api_token", "apikey", "apitoken", "auth_token", "authtoken",
    "client_secret", "passwd", "password", "private_token", "pwd", "secret", "sig", "signature", "x-api-key",
  ]
  /// Names that pages of a list have too: their values tell.
  private static let doubtfulNames: Set<String> = ["auth", "key", "token", "k", "appid", "app_id", "access_key"]

  private static func isSecret(_ parameter: URIQuery.Parameter) -> Bool {
    guard let value = parameter.rawValue, !value.isEmpty else { return false }
    let name = parameter.name.lowercased()
    if secretNames.contains(name) { return true }
    let hasDigits = value.utf8.contains { $0 >= 0x30 && $0 <= 0x39 }
    return doubtfulNames.contains(name) && value.utf8.count >= 16 && hasDigits
  }

  /// The parameter's name as a variable's, told from those before it by a number.
  private static func unusedName(for parameter: String, besides secrets: [Proposal.Secret]) -> String {
    let letters = parameter.uppercased().unicodeScalars.map { scalar -> Character in
      ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) ? Character(scalar) : "_"
    }
    var name = String(letters)
    if name.first?.isNumber != false { name = "KEY_" + name }
    guard secrets.contains(where: { $0.name == name }) else { return name }
    return (2...).lazy.map { "\(name)_\($0)" }.first { name in !secrets.contains { $0.name == name } } ?? name
  }
}

extension ProbedAddress {
  /// A name for the source: the host's, or the last word of the path where the host is a number.
  static func name(for url: String) -> String {
    let host = Origin(of: url)?.host ?? ""
    var labels = host.split(separator: ".").map(String.init)
    if labels.first == "www" { labels.removeFirst() }
    let isNumber = host.hasPrefix("[") || labels.allSatisfy { Int($0) != nil } || host == "localhost"
    if isNumber {
      let words: [Substring] = URIReference(url).path.split { !$0.isLetter }
      return words.last { $0.utf8.count > 2 && $0.utf8.allSatisfy { $0 < 0x80 } }?.lowercased() ?? "source"
    }
    let name = labels.joined(separator: "-").lowercased()
    return name.utf8.allSatisfy { $0 < 0x80 } && !name.isEmpty ? name : "source"
  }
}
