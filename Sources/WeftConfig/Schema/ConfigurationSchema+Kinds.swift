import WeftModel

/// What a source of each kind needs and must not have, by the kinds' own declarations.
extension ConfigurationSchema {
  /// Keys of kinds at the source, which the language does not have.
  var ownKeys: [(key: SettingDeclaration, kind: Kind)] {
    let common = KeyTable.section(.source)
    return kinds.flatMap { kind in
      kind.settings.filter { !common.has($0.key) && !$0.key.contains(".") }.map { ($0, kind) }
    }
  }

  /// A source of a file without `defaults`: all that it needs must stand in it.
  func soleSource() -> JSONTree {
    var rules: [JSONTree] = [ref("source"), needsURL]
    for kind in kinds {
      rules.append(.map([("if", isKind(kind.name)), ("then", .map([("allOf", .array(demands(kind)))]))]))
    }
    rules += automatic
    for (style, key) in [("cursor", "cursor"), ("keyset", "last")] {
      // The short form has no room for what it needs.
      let short = nested(["paging"], .map([("not", .map([("const", .string(style))]))]))
      let long = JSONTree.map([
        ("if", nested(["paging", "by"], .map([("const", .string(style))]), isRequired: true)),
        ("then", nested(["paging"], .map([("required", .array([.string(key)]))]))),
      ])
      rules += [short, long]
    }
    return .map([("allOf", .array(rules))])
  }

  /// A source of a file with `defaults`: only what cannot stand there is demanded.
  func sourceOverDefaults() -> JSONTree { .map([("allOf", .array([ref("source"), needsURL]))]) }

  /// `url` is demanded of each source whose kind does not ask for something else in its place.
  private var needsURL: JSONTree {
    let others = kinds.filter { !$0.needsURL }.map(\.name)
    guard !others.isEmpty else { return .map([("required", .array(["url"]))]) }
    let isOther = JSONTree.map([
      ("required", .array(["kind"])),
      ("properties", .map([("kind", .map([("enum", .array(others.map { .string($0) }))]))])),
    ])
    return .map([("if", isOther), ("then", .map([])), ("else", .map([("required", .array(["url"]))]))])
  }

  private func isKind(_ name: String) -> JSONTree {
    .map([("required", .array(["kind"])), ("properties", .map([("kind", .map([("const", .string(name))]))]))])
  }

  /// What a kind needs, and keys that only other kinds understand.
  private func demands(_ kind: Kind) -> [JSONTree] {
    var rules: [JSONTree] = []
    for setting in kind.settings where setting.isRequired {
      rules.append(nested(setting.key.split(separator: ".").map(String.init), .map([]), isRequired: true))
    }
    return rules + refusals { kind.declares($0) }
  }

  /// A source without a kind: it has no keys of kinds that are named only, and without `items` it is read as a feed.
  private var automatic: [JSONTree] {
    let documents = kinds.filter(\.readsDocuments)
    guard !documents.isEmpty else { return [] }
    let isAutomatic: (String, JSONTree) = ("properties", .map([("kind", .map([("const", "auto")]))]))
    func rule(_ conditions: [(String, JSONTree)], _ refused: [JSONTree]) -> [JSONTree] {
      refused.isEmpty ? [] : [.map([("if", .map(conditions)), ("then", .map([("allOf", .array(refused))]))])]
    }
    let feeds = documents.filter { !$0.declares("items") }
    let lacksItems: (String, JSONTree) = ("not", .map([("required", .array(["items"]))]))
    return rule([isAutomatic], refusals { key in documents.contains { $0.declares(key) } })
      + rule([isAutomatic, lacksItems], refusals { key in key == "items" || feeds.contains { $0.declares(key) } })
  }

  /// Refuses the keys that some kind declares, but not this one.
  private func refusals(declares: (String) -> Bool) -> [JSONTree] {
    var keys: [String] = []
    for setting in kinds.flatMap(\.settings) where !keys.contains(setting.key) { keys.append(setting.key) }
    return keys.filter { !declares($0) }.map { key in
      let path = key.split(separator: ".").map(String.init)
      guard path.count > 1, key != "paging.last" else { return nested(path, .bool(false)) }
      // Headers and links are there whatever the kind.
      return nested(
        path, .map([("type", "string"), ("pattern", .string("^(header|link):|" + Patterns.variable))]))
    }
  }

  /// A schema for the value at a path of keys.
  private func nested(_ path: [String], _ leaf: JSONTree, isRequired: Bool = false) -> JSONTree {
    guard let first = path.first else { return leaf }
    let inside = nested(Array(path.dropFirst()), leaf, isRequired: isRequired)
    var entries: [(String, JSONTree)] = [("properties", .map([(first, inside)]))]
    if isRequired { entries.append(("required", .array([.string(first)]))) }
    return .map(entries)
  }
}
