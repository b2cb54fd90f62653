public import WeftModel

/// An entry of `plugins` in a configuration.
public struct PluginReference: Hashable, Sendable {
  /// The key.
  public var name: String
  /// The folder of its `plugin.yaml`, as written; `nil`: the entry is the manifest.
  public var folder: String?
  /// What the entry itself says; where there is a folder, only its environment and `initialize` count.
  public var manifest: PluginManifest

  /// The manifest of the folder with what the entry adds to it.
  public func applied(to manifest: PluginManifest) -> PluginManifest {
    var result = manifest
    let names = Set(self.manifest.environment.map(\.name))
    result.environment = manifest.environment.filter { !names.contains($0.name) } + self.manifest.environment
    result.secretValues.formUnion(self.manifest.secretValues)
    if self.manifest.initialization != .object([]) { result.initialization = self.manifest.initialization }
    return result
  }
}

/// What could be read of a manifest.
public struct ManifestReading: Sendable {
  /// The manifest; `nil` after an error.
  public var manifest: PluginManifest?
  /// The kinds that it names, also where it cannot be used.
  public var kindNames: [String]
  /// Errors and warnings, in the order of the file.
  public var diagnostics: [Diagnostic]
}

/// Reads `plugins:`.
struct PluginsReader {
  let context: ReadingContext

  func read(_ node: YAMLNode) -> [PluginReference] {
    guard !node.isPoisoned, !node.isEmpty else { return [] }
    guard case .map(let pairs) = node.content else {
      context.complain(of: node, SettingPath("plugins"), expected: "a map")
      return []
    }
    return pairs.compactMap(reference)
  }

  private func reference(_ pair: YAMLPair) -> PluginReference? {
    let path = SettingPath("plugins", pair.key)
    guard ManifestReader.isName(pair.key) else {
      context.error(
        pair.keySpan, "plugins: \(Quoting.message(pair.key)) is no name of a plugin",
        hint: "a name has letters, digits, - and _")
      return nil
    }
    if pair.value.scalar != nil {
      guard let text = context.text(pair.value, path, expected: "a folder or a map") else { return nil }
      return PluginReference(name: pair.key, folder: text.text, manifest: PluginManifest(name: pair.key))
    }
    if case .list = pair.value.content {
      context.complain(of: pair.value, path, expected: "a folder or a map")
      return nil
    }
    guard let values = context.section(pair.value, KeyTable.section(.plugin), path: path) else { return nil }
    guard let folder = values.text("folder") else {
      guard !values.has("folder") else { return nil }
      let manifest = ManifestReader(context: context).read(values, name: pair.key, at: pair.keySpan)
      return PluginReference(name: pair.key, folder: nil, manifest: manifest)
    }
    for other in values.pairs where !["folder", "env", "initialize"].contains(other.key) {
      context.error(other.keySpan, "\(path): \(other.key) stands in the plugin.yaml of the folder")
    }
    let entry = SectionValues(
      context: context, section: values.section, path: path, node: values.node,
      pairs: values.pairs.filter { ["env", "initialize"].contains($0.key) })
    return PluginReference(
      name: pair.key, folder: folder.text,
      manifest: ManifestReader(context: context).readAdditions(entry, name: pair.key))
  }
}
