public import WeftModel

/// Reads the text of a configuration into checked settings, or says what is wrong with it and where.
///
/// It opens no file and asks no environment by itself.
public struct ConfigurationReader: Sendable {
  private let kinds: [any SourceKind]
  private let checks: ValueChecks
  private let environment: @Sendable (String) -> String?

  /// A reader.
  ///
  /// - Parameters:
  ///   - kinds: the kinds that a source may have; their declarations check selectors.
  ///   - checks: checks of regular expressions, zones and charsets.
  ///   - environment: the value of an environment variable, for `${NAME}`.
  public init(
    kinds: [any SourceKind], checks: ValueChecks = ValueChecks(), environment: @escaping @Sendable (String) -> String?
  ) {
    self.kinds = kinds
    self.checks = checks
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
    return (FileReader(context: context).read(tree.root), context)
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
    let decoded = (try? FileDecoding.decode(text)) ?? []
    let source = SourceText(decoded)
    let path = ["sources", name] + problem.path.split(separator: ".").map(String.init)
    let span = SettingLocation.find(path, in: YAMLTree(source).root)
    let message = (problem.path.isEmpty ? "source \(Quoting.message(name))" : problem.path) + ": "
    let issue = Issue(
      severity: .error, span: span, message: message + Quoting.printable(problem.message),
      hint: problem.hint.map(Quoting.printable))
    return IssueReport(source: source, file: file).diagnostics([issue])[0]
  }
}
