import WeftModel

/// Whether a response is kept (RFC 9111 section 3).
enum Storability {
  /// Statuses whose responses stand for the page and may be kept though the server says nothing about it (RFC 9110
  /// section 15.1). Left out are 206, which is a part, and 405 and 501, which say nothing about a page.
  private static let statuses: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 410, 414]

  /// What is to become of a response, and of what it takes the place of.
  enum Verdict: Equatable {
    /// It is kept.
    case store
    /// It is not kept, and what was kept before is out of date.
    case replaceWithNothing
    /// It is not kept, and says nothing about what is: an error, or an answer that only holds for now.
    case ignore
  }

  static func verdict(_ response: Response, to request: Request) -> Verdict {
    guard statuses.contains(response.status) else { return .ignore }
    guard mayKeep(response.headers), !CacheControl(request.headers).has("no-store") else { return .replaceWithNothing }
    return .store
  }

  /// The response's fields do not forbid it: `no-store` does, and `Vary: *`, which no second request would get
  /// (section 4.1).
  static func mayKeep(_ headers: HeaderFields) -> Bool {
    !CacheControl(headers).has("no-store") && !VariantNames(headers).isUnmatchable
  }
}

/// The names of the request's fields that the response depends on (`Vary`, RFC 9110 section 12.5.5).
struct VariantNames: Hashable {
  /// Lower-case, sorted, each once. Without `Accept-Encoding`: bodies are kept decoded.
  var names: [String]
  /// `*`: the response depends on what is in no field.
  var isUnmatchable: Bool

  init(names: [String]) {
    self.names = names
    isUnmatchable = false
  }

  init(_ headers: HeaderFields) {
    let all = Set(headers.values(of: "Vary").flatMap(FieldList.members).map { $0.lowercased() })
    isUnmatchable = all.contains("*")
    names = all.subtracting(["*", "accept-encoding"]).sorted()
  }
}
