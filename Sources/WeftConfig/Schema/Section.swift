/// The maps of the configuration language.
public enum SectionName: String, Sendable, CaseIterable {
  case file, source, fields, authors, attachments, value, condition, paging, stop, rule, request, auth, body, graphql
  case retry, cache, merge, dedupe
}

/// A map of the configuration language and the keys that it takes.
public struct Section: Sendable {
  /// Its name.
  public var name: SectionName
  /// Where it stands below a source, such as `paging.stop`; empty for the source itself and what can stand anywhere.
  public var path: String
  /// Its keys, in the order of the documentation.
  public var keys: [KeyDeclaration]

  private let byName: [String: KeyDeclaration]

  init(_ name: SectionName, path: String, _ keys: [KeyDeclaration]) {
    self.name = name
    self.path = path
    self.keys = keys
    byName = Dictionary(keys.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The key of that name.
  public subscript(key: String) -> KeyDeclaration? { byName[key] }
}
