import WeftKit

/// The plugins that are there: those that are installed, and those that a configuration names.
struct PluginCatalog {
  /// Their kinds, each once.
  private(set) var kinds: [PluginKind] = []
  /// Kinds that cannot be used, and why, as a clause.
  private(set) var unusable: [String: String] = [:]
  /// What is wrong with installed plugins; configurations that do not use them do without.
  private(set) var warnings: [Diagnostic] = []
  /// What is wrong with the plugins that the configuration names.
  private(set) var errors: [Diagnostic] = []

  private let reader: ConfigurationReader
  private let builtIn: Set<String>

  /// Reads the manifests; starts no program.
  ///
  /// - Parameters:
  ///   - configuration: may name plugins; `nil`: only those installed count.
  ///   - reader: reads the texts.
  init(for configuration: ConfigurationFile.Source?, engine: Engine, reader: ConfigurationReader) {
    self.reader = reader
    builtIn = Set(engine.kinds.map(\.name))
    let references = configuration.map(references) ?? []
    let named = Set(references.map(\.name))
    if let configuration {
      for reference in references { add(reference, of: configuration) }
    }
    guard let folder = PluginFolders.path(variable: Environment.value) else { return }
    let base = configuration.map(Self.folder) ?? ""
    for path in PluginFolders.installed(below: folder) {
      // What the configuration names goes before what is installed under that name.
      addInstalled(path, base: base, except: named)
    }
  }

  /// The references; most configurations have none, and are not read twice for it.
  private func references(_ configuration: ConfigurationFile.Source) -> [PluginReference] {
    let word = Array("plugins".utf8)
    let bytes = configuration.bytes
    var index = bytes.startIndex
    while let start = bytes[index...].firstIndex(of: word[0]) {
      if bytes[start...].starts(with: word) { return reader.pluginReferences(in: bytes) }
      index = start + 1
    }
    return []
  }

  /// The absolute folder of a configuration.
  static func folder(_ configuration: ConfigurationFile.Source) -> String {
    let path = configuration.name
    return PluginFolders.absolute(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "")
  }

  // MARK: of the configuration

  private mutating func add(_ reference: PluginReference, of configuration: ConfigurationFile.Source) {
    let base = Self.folder(configuration)
    guard let written = reference.folder else {
      var manifest = reference.manifest
      // An entry that could not be read is complained of where the configuration is read.
      guard !manifest.command.isEmpty, !manifest.kinds.isEmpty else {
        for kind in manifest.kinds { unusable[kind.name] = "its plugin \(reference.name) has no command" }
        return
      }
      manifest.folder = base
      manifest.baseFolder = base
      return add(manifest, at: reference.name, of: configuration)
    }
    let folder = PluginFolders.absolute(written.hasPrefix("/") ? written : base + "/" + written)
    let file = PluginFolders.manifest(in: folder)
    let shown = written.hasSuffix("/") ? written + "plugin.yaml" : written + "/plugin.yaml"
    let bytes: [UInt8]
    do {
      bytes = try InputFile.bytes(of: file, limit: 1 << 20)
    } catch {
      unusable[reference.name] = "its plugin cannot be read"
      errors.append(
        reader.diagnostic(
          for: SettingProblem(
            error.isMissing ? "there is no file \(shown)" : error.message, hint: "write the folder of a plugin.yaml"),
          plugin: reference.name, in: configuration.bytes, file: configuration.name))
      return
    }
    let reading = reader.manifest(bytes, file: shown)
    guard var manifest = reading.manifest else {
      errors += reading.diagnostics
      for kind in reading.kindNames + [reference.name] { unusable[kind] = "its manifest \(shown) cannot be read" }
      return
    }
    manifest = reference.applied(to: manifest)
    manifest.folder = folder
    manifest.baseFolder = base
    add(manifest, at: reference.name, of: configuration)
  }

  private mutating func add(
    _ manifest: PluginManifest, at name: String, of configuration: ConfigurationFile.Source
  ) {
    for kind in PluginKind.kinds(of: manifest) {
      guard let other = owner(of: kind.name) else {
        kinds.append(kind)
        continue
      }
      errors.append(
        reader.diagnostic(
          for: SettingProblem("its kind \(kind.name) is also \(other)", hint: "give one of them another name"),
          plugin: name, in: configuration.bytes, file: configuration.name))
    }
  }

  /// Who has a kind already: "a built-in kind", "one of the plugin maildir".
  private func owner(of kind: String) -> String? {
    if builtIn.contains(kind) { return "a built-in kind" }
    return kinds.first { $0.name == kind }.map { "one of the plugin \($0.manifest.name) in \($0.manifest.folder)" }
  }

  // MARK: installed

  private mutating func addInstalled(_ folder: String, base: String, except named: Set<String>) {
    let file = PluginFolders.manifest(in: folder)
    let reading: ManifestReading
    do {
      reading = reader.manifest(try InputFile.bytes(of: file, limit: 1 << 20), file: file)
    } catch {
      warn(file, error.message, kinds: [String(folder.split(separator: "/").last ?? "")])
      return
    }
    guard var manifest = reading.manifest else {
      if let first = reading.diagnostics.first(where: { $0.severity == .error }) {
        var warning = first
        warning.severity = .warning
        warnings.append(warning)
        let name = String(folder.split(separator: "/").last ?? "")
        for kind in reading.kindNames + [name] where owner(of: kind) == nil {
          unusable[kind] = unusable[kind] ?? "\(file):\(first.line): \(first.message)"
        }
      }
      return
    }
    guard !named.contains(manifest.name) else { return }
    manifest.folder = folder
    manifest.baseFolder = base
    for kind in PluginKind.kinds(of: manifest) {
      guard let other = owner(of: kind.name) else {
        kinds.append(kind)
        continue
      }
      warn(file, "its kind \(kind.name) is also \(other); it is left out", kinds: [])
      // Nobody can know which of two installed ones is meant.
      guard let first = kinds.firstIndex(where: { $0.name == kind.name }), isInstalled(kinds[first]) else { continue }
      unusable[kind.name] =
        "the plugins \(kinds[first].manifest.name) and \(manifest.name) both have it"
      kinds.remove(at: first)
    }
  }

  private func isInstalled(_ kind: PluginKind) -> Bool {
    PluginFolders.path(variable: Environment.value).map { kind.manifest.folder.hasPrefix($0 + "/") } ?? false
  }

  private mutating func warn(_ file: String, _ text: String, kinds: [String]) {
    warnings.append(Diagnostic(severity: .warning, file: file, line: 1, column: 1, message: text))
    for kind in kinds where owner(of: kind) == nil { unusable[kind] = text }
  }
}
