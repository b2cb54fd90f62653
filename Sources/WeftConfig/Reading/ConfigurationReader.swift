public import WeftModel

/// Reads the text of a configuration into checked settings, or says what is wrong with it and where.
///
/// It opens no file and asks no environment by itself.
public struct ConfigurationReader: Sendable {
  private let kinds: [any SourceKind]
  private let checks: ValueChecks
  private let environment: @Sendable (String) -> String?
  /// Kinds of plugins that cannot be used, and why.
  private let unusableKinds: [String: String]

  /// A reader.
  ///
  /// - Parameters:
  ///   - kinds: the kinds that a source may have; their declarations check selectors.
  ///   - checks: checks of regular expressions, zones and charsets.
  ///   - environment: the value of an environment variable, for `${NAME}`.
  ///   - unusableKinds: kinds of plugins that cannot be used, and why, as a clause; naming one is an error that says it.
  public init(
    kinds: [any SourceKind], checks: ValueChecks = ValueChecks(), unusableKinds: [String: String] = [:],
    environment: @escaping @Sendable (String) -> String?
  ) {
    self.kinds = kinds
    self.checks = checks
    self.unusableKinds = unusableKinds
    self.environment = environment
  }

  /// Reads a configuration.
  ///
  /// - Parameters:
  ///   - text: the bytes of the file, UTF-8 or UTF-16.
  ///   - file: its name, for messages.
  /// - Throws: all errors that could be found, with the warnings among them.
  public func read(_ text: [UInt8], file: String) throws(ConfigurationErrors) -> (
    configuration: Configuration, warnings: [Diagnostic]
  ) {
    let (configuration, context) = try inspect(text, file: file)
    let report = IssueReport(source: context.source, file: file)
    guard let configuration, !context.hasErrors else {
      throw ConfigurationErrors(report.diagnostics(context.issues))
    }
    return (configuration, report.diagnostics(context.issues))
  }

  /// Reads a configuration.
  ///
  /// - Throws: all errors that could be found, with the warnings among them.
  public func read(_ text: String, file: String) throws(ConfigurationErrors) -> (
    configuration: Configuration, warnings: [Diagnostic]
  ) {
    try read(Array(text.utf8), file: file)
  }

  private func inspect(
    _ bytes: [UInt8], file: String
  ) throws(ConfigurationErrors) -> (Configuration?, ReadingContext) {
    let (tree, context) = try parsed(bytes, file: file)
    return (FileReader(context: context).read(tree.root), context)
  }

  private func parsed(_ bytes: [UInt8], file: String) throws(ConfigurationErrors) -> (YAMLTree, ReadingContext) {
    let text: [UInt8]
    do throws(FileDecoding.Problem) {
      text = try FileDecoding.decode(bytes)
    } catch {
      throw ConfigurationErrors([Self.undecodable(error, bytes, file: file)])
    }
    let source = SourceText(text)
    let tree = YAMLTree(source)
    let context = ReadingContext(
      source: source, environment: environment, checks: checks, kinds: kinds, tree: tree)
    context.unusableKinds = unusableKinds
    return (tree, context)
  }

  // MARK: plugins

  /// The plugins that a configuration names. Nothing is said of errors: reading the configuration says them.
  public func pluginReferences(in text: [UInt8]) -> [PluginReference] {
    guard let (tree, context) = try? parsed(text, file: ""), case .map(let pairs) = tree.root?.content,
      let plugins = pairs.first(where: { $0.key == "plugins" })
    else { return [] }
    return PluginsReader(context: context).read(plugins.value)
  }

  /// Reads the manifest of a plugin (`plugin.yaml`).
  ///
  /// - Parameter file: its name, for messages.
  public func manifest(_ text: [UInt8], file: String) -> ManifestReading {
    let tree: YAMLTree
    let context: ReadingContext
    do throws(ConfigurationErrors) {
      (tree, context) = try parsed(text, file: file)
    } catch {
      return ManifestReading(kindNames: [], diagnostics: error.diagnostics)
    }
    var manifest: PluginManifest?
    if let root = tree.root, !root.isEmpty {
      if case .map = root.content {
      } else if !root.isPoisoned {
        context.error(Span(root.span.start, root.span.start + 1), "a manifest is a map with name, command and kinds")
      }
      if case .map = root.content,
        let values = context.section(root, KeyTable.section(.manifest), path: SettingPath(""))
      {
        let place = values.pairs.first?.keySpan ?? Span(0, 0)
        manifest = ManifestReader(context: context).read(values, name: nil, at: place)
      }
    } else if !context.hasErrors {
      context.error(Span(0, 0), "the file is empty; a manifest has name, command and kinds")
    }
    let diagnostics = IssueReport(source: context.source, file: file).diagnostics(context.issues)
    return ManifestReading(
      manifest: context.hasErrors ? nil : manifest, kindNames: manifest?.kinds.map(\.name) ?? [],
      diagnostics: diagnostics)
  }

  /// Gives a problem of a plugin that the configuration names its place in the file.
  public func diagnostic(
    for problem: SettingProblem, plugin name: String, in text: [UInt8], file: String
  ) -> Diagnostic {
    diagnostic(for: problem, at: ["plugins", name], named: "plugin \(Quoting.message(name))", in: text, file: file)
  }

  private static func undecodable(_ problem: FileDecoding.Problem, _ bytes: [UInt8], file: String) -> Diagnostic {
    // Everything before the first bad byte is text, so its line can be counted.
    let isUTF8 = !bytes.starts(with: [0xFF, 0xFE]) && !bytes.starts(with: [0xFE, 0xFF])
    guard isUTF8, problem.offset <= bytes.count, bytes.count <= FileDecoding.longestFile else {
      return Diagnostic(
        severity: .error, file: file, line: 1, column: 1, message: problem.message, hint: problem.hint)
    }
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let source = SourceText(Array(String(decoding: body, as: UTF8.self).utf8))
    // Repaired text is the same up to the first bad byte.
    let index = source.scalarIndex(ofByte: problem.offset)
    let issue = Issue(
      severity: .error, span: Span(index, index + 1), message: problem.message, hint: problem.hint)
    return IssueReport(source: source, file: file).diagnostics([issue])[0]
  }

  /// Gives a problem that a kind found in settings (`SourceKind.makeSource`) its place in the file.
  public func diagnostic(
    for problem: SettingProblem, source name: String, in text: [UInt8], file: String
  ) -> Diagnostic {
    diagnostic(for: problem, at: ["sources", name], named: "source \(Quoting.message(name))", in: text, file: file)
  }

  private func diagnostic(
    for problem: SettingProblem, at place: [String], named name: String, in text: [UInt8], file: String
  ) -> Diagnostic {
    let decoded = (try? FileDecoding.decode(text)) ?? []
    let source = SourceText(decoded)
    let path = place + problem.path.split(separator: ".").map(String.init)
    let span = SettingLocation.find(path, in: YAMLTree(source).root)
    let message = (problem.path.isEmpty ? name : problem.path) + ": "
    let issue = Issue(
      severity: .error, span: span, message: message + Quoting.printable(problem.message),
      hint: problem.hint.map(Quoting.printable))
    return IssueReport(source: source, file: file).diagnostics([issue])[0]
  }
}
