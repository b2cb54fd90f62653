/// The maps of the configuration language.
public enum SectionName: String, Sendable, CaseIterable {
  case file, source, fields, authors, attachments, value, condition, paging, stop, rule, request, auth, body, graphql
  case retry, cache, merge, dedupe
  /// Of plugins: `plugin.yaml`, an entry of `plugins`, a kind, what tests read, a JSON Schema.
  case manifest, plugin, pluginKind, pluginTest, schema

  /// The section is of a plugin's manifest, not of sources and their feed.
  var isOfPlugins: Bool {
    switch self {
    case .manifest, .plugin, .pluginKind, .pluginTest, .schema: true
    default: false
    }
  }
}

/// Which keys of a map must stand there, or may stand together.
public enum SectionRule: Hashable, Sendable {
  /// Any of them, none too.
  case any
  /// One and no other.
  case one
  /// At least one.
  case some
  /// At least these.
  case these([String])
  /// One of these sets, and nothing else.
  case forms([[String]])
}

/// A map of the configuration language and the keys that it takes.
public final class Section: Sendable {
  /// Its name.
  public let name: SectionName
  /// Where it stands below a source, such as `paging.stop`; empty for the source itself and what can stand anywhere.
  public let path: String
  /// Its keys, in the order of the documentation.
  public let keys: [KeyDeclaration]
  /// Which of them must stand there, or may stand together.
  public let rule: SectionRule

  private let byName: [String: KeyDeclaration]

  init(_ name: SectionName, path: String, _ keys: [KeyDeclaration], rule: SectionRule = .any) {
    self.name = name
    self.path = path
    self.keys = keys
    self.rule = rule
    byName = Dictionary(keys.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The key of that name.
  public subscript(key: String) -> KeyDeclaration? { byName[key] }

  /// The section has the key.
  func has(_ key: String) -> Bool { byName[key] != nil }
}
