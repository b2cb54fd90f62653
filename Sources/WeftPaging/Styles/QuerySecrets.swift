import URIs
import WeftModel

/// Secrets in queries: the transport adds them where they may go, so they stand in no address beside.
enum QuerySecrets {
  /// Takes the parameters of these names out of an address or a template; those with a variable in the value stay.
  static func take(_ names: Set<String>, outOf url: inout String) -> [HeaderFields.Field] {
    var taken: [HeaderFields.Field] = []
    change(&url) { parameter in
      guard names.contains(parameter.name), parameter.rawValue?.contains("{") != true else { return false }
      taken.append(.init(name: parameter.name, value: parameter.value))
      return true
    }
    return taken
  }

  /// The address without the credentials that a server repeats in its links.
  static func removed(_ credentials: RequestCredentials, from url: String) -> String {
    guard !credentials.query.isEmpty else { return url }
    var url = url
    change(&url) { parameter in
      credentials.query.contains { $0.name == parameter.name && $0.value == parameter.value }
    }
    return url
  }

  private static func change(_ url: inout String, removing isRemoved: (URIQuery.Parameter) -> Bool) {
    guard let mark = url.firstIndex(of: "?") else { return }
    let end = url[mark...].firstIndex(of: "#") ?? url.endIndex
    var query = URIQuery(String(url[url.index(after: mark)..<end]))
    let count = query.parameters.count
    query.parameters.removeAll(where: isRemoved)
    guard query.parameters.count < count else { return }
    let text = query.parameters.isEmpty ? "" : "?" + query.description
    url = url[..<mark] + text + url[end...]
  }
}
