import WeftModel

/// Reads the manifest of a plugin, `plugin.yaml` or an entry of `plugins`.
struct ManifestReader {
  let context: ReadingContext

  /// A manifest, as far as it could be read; errors are in the context.
  ///
  /// - Parameters:
  ///   - values: the map.
  ///   - fallback: the name where none is written.
  ///   - place: what is marked where a key is missing.
  func read(_ values: SectionValues, name fallback: String?, at place: Span) -> PluginManifest {
    context.environmentValues = []
    var manifest = PluginManifest(name: name(values, fallback, place))
    manifest.version = values.text("version")?.text ?? ""
    manifest.protocolVersion = protocolVersion(values)
    manifest.command = command(values, place)
    manifest.environment = environment(values)
    if let node = values.node("initialize") { manifest.initialization = map(node, values.path("initialize")) }
    manifest.kinds = kinds(values, place)
    manifest.test = test(values)
    manifest.secretValues = context.environmentValues.filter { !$0.isEmpty }
    context.environmentValues = []
    return manifest
  }

  /// What an entry of `plugins` adds to the manifest of a folder.
  func readAdditions(_ values: SectionValues, name: String) -> PluginManifest {
    context.environmentValues = []
    var manifest = PluginManifest(name: name)
    manifest.environment = environment(values)
    if let node = values.node("initialize") { manifest.initialization = map(node, values.path("initialize")) }
    manifest.secretValues = context.environmentValues.filter { !$0.isEmpty }
    context.environmentValues = []
    return manifest
  }

  /// What lacks a key: the manifest, or an entry of `plugins`.
  private func owner(_ values: SectionValues) -> String {
    let path = values.path.description
    return path.isEmpty ? "the manifest" : path
  }

  private func name(_ values: SectionValues, _ fallback: String?, _ place: Span) -> String {
    guard let text = values.text("name") else {
      if fallback == nil, !values.has("name"), !values.node.isPartial {
        context.error(place, "\(owner(values)) has no name")
      }
      return fallback ?? ""
    }
    if !Self.isName(text.text) {
      context.complain(
        of: text.node, values.path("name"), expected: "a name of letters, digits, - and _, such as maildir")
    }
    return text.text
  }

  /// Names stand in configurations, in paths and in messages.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= 64, first != 0x2D, first != 0x5F else { return false }
    return text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x5F
    }
  }

  private func protocolVersion(_ values: SectionValues) -> Int {
    guard let text = values.text("protocol"), text.text != "1" else { return 1 }
    context.error(
      text.span, "protocol: this Weft speaks version 1 of the plugin protocol, not \(Quoting.message(text.written))")
    return 1
  }

  private func command(_ values: SectionValues, _ place: Span) -> [String] {
    guard values.has("command") else {
      if !values.node.isPartial {
        context.error(place, "\(owner(values)) has no command", hint: "write command: [program, argument]")
      }
      return []
    }
    let words = values.texts("command", mayBeEmpty: true)?.map(\.text) ?? []
    if let node = values.node("command"), case .list(let elements) = node.content,
      elements.isEmpty || words.first?.isEmpty == true
    {
      context.error(node.span, "command: the first word is the program")
    }
    return words
  }

  private func environment(_ values: SectionValues) -> [EnvironmentVariable] {
    (values.textPairs("env") ?? []).compactMap { pair, text in
      guard !pair.key.isEmpty, !pair.key.contains("="), !pair.key.utf8.contains(0), !text.text.utf8.contains(0) else {
        context.error(pair.keySpan, "env: \(Quoting.message(pair.key)) is no name of an environment variable")
        return nil
      }
      return EnvironmentVariable(name: pair.key, value: text.text)
    }
  }

  private func map(_ node: YAMLNode, _ path: SettingPath) -> JSONTree {
    if node.isEmpty { return .object([]) }
    guard case .map = node.content else {
      context.complain(of: node, path, expected: "a map")
      return .object([])
    }
    return context.json(node, path)
  }

  // MARK: kinds

  private func kinds(_ values: SectionValues, _ place: Span) -> [PluginManifest.Kind] {
    guard let node = values.node("kinds") else {
      if !values.node.isPartial {
        context.error(place, "\(owner(values)) has no kinds", hint: "write kinds: {NAME: {summary: …, settings: …}}")
      }
      return []
    }
    guard !node.isPoisoned else { return [] }
    guard case .map(let pairs) = node.content, !pairs.isEmpty else {
      context.complain(of: node, values.path("kinds"), expected: "a map")
      return []
    }
    return pairs.compactMap { pair in
      guard Self.isName(pair.key), pair.key != "auto" else {
        context.error(
          pair.keySpan, "kinds: \(Quoting.message(pair.key)) is no name of a kind",
          hint: "a name has letters, digits, - and _; auto is taken")
        return nil
      }
      return kind(pair, values.path("kinds").appending(pair.key))
    }
  }

  private func kind(_ pair: YAMLPair, _ path: SettingPath) -> PluginManifest.Kind {
    var kind = PluginManifest.Kind(name: pair.key)
    guard let values = context.section(pair.value, KeyTable.section(.pluginKind), path: path) else { return kind }
    kind.summary = values.text("summary")?.text ?? ""
    guard let node = values.node("settings"), !node.isEmpty else { return kind }
    let path = values.path("settings")
    if let schema = SchemaReader(context: context).read(node, path) {
      if !schema.types.isEmpty, schema.types != [.object] {
        context.error(node.span, "\(path): the settings of a source are a map, so type is object")
      }
      kind.settings = schema
    }
    checkNames(kind.settings, node, path)
    kind.schema = context.json(node, path)
    return kind
  }

  /// Keys of every source mean the same everywhere; the address alone is a plugin's to ask for.
  private func checkNames(_ schema: ValueSchema, _ node: YAMLNode, _ path: SettingPath) {
    guard case .map(let keywords) = node.content,
      case .map(let pairs) = keywords.first(where: { $0.key == "properties" })?.value.content
    else { return }
    for pair in pairs {
      if KeyTable.section(.source).has(pair.key), pair.key != "url" {
        context.error(
          pair.keySpan, "\(path): \(Quoting.message(pair.key)) is a key of every source", hint: "choose another name")
      } else if pair.key.contains(".") {
        context.error(pair.keySpan, "\(path): the name of a setting has no full stop")
      }
    }
  }

  private func test(_ values: SectionValues) -> PluginManifest.Test {
    guard let section = values.child("test") else { return PluginManifest.Test() }
    var test = PluginManifest.Test(kind: section.text("kind")?.text)
    if let node = section.node("settings"), case .object(let members) = map(node, section.path("settings")) {
      test.settings = members
    }
    return test
  }
}
