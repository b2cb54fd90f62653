public import WeftModel

/// The configuration language as a JSON Schema, for editors; made from the key table and the kinds' declarations, which
/// the reader checks with.
///
/// It is draft-07, the one that YAML language servers know whole. Each configuration that the reader accepts is valid by
/// it, with one exception: `null` and `~` as text must be quoted, so that a value which was forgotten is marked. What a
/// schema cannot say (selectors, regular expressions, keys that need each other across `defaults`) stays with the reader.
public struct ConfigurationSchema: Sendable {
  let kinds: [Kind]

  /// A kind as far as a schema knows it.
  struct Kind: Sendable {
    var name: String
    var settings: [SettingDeclaration]
    /// A source of it has an address.
    var needsURL: Bool
    /// `auto` may take a document for its own.
    var readsDocuments: Bool

    func declares(_ key: String) -> Bool { settings.contains { $0.key == key } }
  }

  /// - Parameter kinds: the kinds that a source may have.
  public init(kinds: [any SourceKind]) {
    self.kinds = kinds.filter { $0.name != "auto" }.map { kind in
      Kind(
        name: kind.name, settings: kind.settings, needsURL: kind.needsURL, readsDocuments: kind is any DocumentKind)
    }
  }

  /// The schema as a JSON value.
  public var document: JSONTree { root() }

  /// The schema as JSON text, indented by two, with a line end.
  public var text: String { document.indented + "\n" }

  // MARK: the whole

  private func root() -> JSONTree {
    let file = KeyTable.section(.file)
    return .map([
      ("$schema", "http://json-schema.org/draft-07/schema#"),
      ("$id", "urn:weft:configuration:1"),
      ("title", "weft.yaml"),
      ("description", "The sources of Weft and how they become one feed."),
      ("type", "object"),
      ("additionalProperties", .bool(false)),
      ("required", .array(["sources"])),
      ("properties", properties(of: file)),
      // A file with plugins may name kinds that nobody knows here.
      ("if", has("plugins")), ("then", forms { orOther($0) }), ("else", forms { $0 }),
      ("definitions", definitions()),
    ])
  }

  private func has(_ key: String) -> JSONTree { .map([("required", .array([.string(key)]))]) }

  /// What a source lacks may stand in `defaults`.
  private func forms(_ wrapped: (JSONTree) -> JSONTree) -> JSONTree {
    func sources(_ name: String) -> JSONTree {
      .map([("properties", .map([("sources", .map([("additionalProperties", wrapped(ref(name)))]))]))])
    }
    return .map([
      ("if", has("defaults")), ("then", sources("sourceOverDefaults")), ("else", sources("soleSource")),
    ])
  }

  /// A source of a kind that is known, or any of another kind.
  private func orOther(_ source: JSONTree) -> JSONTree {
    let known = ["auto"] + kinds.map(\.name)
    let isOther = JSONTree.map([
      ("required", .array(["kind"])),
      ("properties", .map([("kind", .map([("not", .map([("enum", .array(known.map { .string($0) }))]))]))])),
    ])
    return .map([("if", isOther), ("then", .map([])), ("else", source)])
  }

  private func definitions() -> JSONTree {
    var entries: [(String, JSONTree)] = [
      ("variable", .map([("type", "string"), ("pattern", .string(Patterns.variable))])),
      ("text", scalar([("minLength", .number("1"))])),
      ("anyText", scalar([])),
    ]
    for name in SectionName.allCases where ![.file, .value, .manifest].contains(name) {
      entries.append((name.rawValue, definition(of: KeyTable.section(name))))
    }
    let source = KeyTable.section(.source)
    entries.append(("defaults", definition(of: source, without: ["url", "first_url"], orNothing: true)))
    entries.append(("soleSource", soleSource()))
    entries.append(("sourceOverDefaults", sourceOverDefaults()))
    for isDate in [false, true] {
      entries.append((isDate ? "dateValue" : "value", value(isDate: isDate)))
      entries.append((isDate ? "dateSteps" : "steps", steps(isDate: isDate)))
    }
    return .map(entries)
  }

  // MARK: sections

  /// A map with the keys of a section and no others.
  private func definition(of section: Section, without left: Set<String> = [], orNothing: Bool = false) -> JSONTree {
    // An empty map may be left out; a section that demands something, and a source, may not.
    let mayBeEmpty = orNothing || section.rule == .any && section.name != .source && section.name != .authors
    var entries: [(String, JSONTree)] = [
      ("type", mayBeEmpty ? .array(["object", "null"]) : "object"),
      ("additionalProperties", .bool(false)),
    ]
    switch section.rule {
    case .any: break
    case .one: entries += [("minProperties", .number("1")), ("maxProperties", .number("1"))]
    case .some: entries.append(("minProperties", .number("1")))
    case .these(let keys): entries.append(("required", .array(keys.map { .string($0) })))
    case .forms(let forms):
      let choices = forms.map { keys in
        JSONTree.map([
          ("required", .array(keys.map { .string($0) })), ("maxProperties", .number(String(keys.count))),
        ])
      }
      entries.append(("anyOf", .array(choices)))
    }
    entries.append(("properties", properties(of: section, without: left)))
    return .map(entries)
  }

  private func properties(of section: Section, without left: Set<String> = []) -> JSONTree {
    var entries = section.keys.filter { !left.contains($0.name) }.map { key in
      (key.name, property(key, in: section))
    }
    if section.name == .source {
      for (key, kind) in ownKeys {
        let help = "kind \(kind.name): \(key.summary); \(key.expects)"
        entries.append((key.key, .map([("description", .string(help))])))
      }
    }
    return .map(entries)
  }

  private func property(_ key: KeyDeclaration, in section: Section) -> JSONTree {
    var entries: [(String, JSONTree)] = [("description", .string(key.help))]
    if let fallback = key.fallback { entries.append(("default", defaultValue(fallback, key.type))) }
    let type = type(of: key, in: section)
    guard case .object(let members) = type else { return .map(entries) }
    // Beside `$ref` nothing counts in this draft.
    if members.contains(where: { $0.name == "$ref" }) { return .map(entries + [("allOf", .array([type]))]) }
    return .map(entries + members.map { ($0.name, $0.value) })
  }

  private func defaultValue(_ text: String, _ type: KeyType) -> JSONTree {
    switch type {
    case .integer, .positiveNumber: .number(text)
    case .boolean: .bool(text == "true")
    case .list:
      .array(text.split { "[], ".contains($0) }.map { .string(String($0)) })
    default: .string(text)
    }
  }
}
