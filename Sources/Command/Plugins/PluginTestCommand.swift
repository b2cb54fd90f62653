import DisplayText
import WeftKit

/// `weft plugin test PATH`: tries a plugin against the specification.
enum PluginTestCommand {
  static func run(_ path: String, _ invocation: Invocation) async throws -> Int32 {
    let (manifest, shown) = try manifest(path)
    let timeout = try timeout(invocation)
    let kinds = PluginKind.kinds(of: manifest)
    let wanted = invocation.value(of: "kind") ?? manifest.test.kind ?? kinds.first?.name ?? ""
    guard let kind = manifest.kinds.first(where: { $0.name == wanted }) else {
      throw UsageError(
        "the plugin \(manifest.name) has no kind \(TerminalText.clean(wanted))",
        hint: "it has " + kinds.map(\.name).joined(separator: ", "), command: .plugin)
    }
    let settings = try settings(kind.name, manifest, kinds, invocation)
    var output = FileWriter(1)
    try output.write("plugin \(manifest.name) \(manifest.version), kind \(kind.name) (\(shown))\n")
    try output.flush()
    let conformance = PluginConformance(
      manifest, kind: kind, settings: settings, timeout: timeout, clock: Engine.command.clock)
    var failure: (any Error)?
    let isFine = await conformance.run { check in
      let word = check.isSkipped ? "-      " : check.problem == nil ? "ok     " : "FAILED "
      let problem = check.problem.map { ": " + TerminalText.clean($0) } ?? ""
      do {
        // Each as it is done: some take seconds.
        try output.write(word + check.name + problem + "\n")
        try output.flush()
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return isFine ? ExitStatus.done : ExitStatus.partial
  }

  /// The manifest at a path: of a folder, or the file itself.
  private static func manifest(_ path: String) throws -> (manifest: PluginManifest, file: String) {
    let file = InputFile.isThere(path) ? path : PluginFolders.manifest(in: path)
    let bytes: [UInt8]
    do {
      bytes = try InputFile.bytes(of: file, limit: 1 << 20)
    } catch {
      throw UsageError(error.message, hint: "a folder with a plugin.yaml was expected", command: .plugin)
    }
    let reading = Engine.command.reader(environment: Environment.value).manifest(bytes, file: file)
    guard var manifest = reading.manifest else { throw ConfigurationErrors(reading.diagnostics) }
    for warning in reading.diagnostics {
      Console.standardError.say(rendered: warning.rendered(color: Terminal(of: 2).hasStyle))
    }
    let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
    manifest.folder = PluginFolders.absolute(folder)
    manifest.baseFolder = manifest.folder
    return (manifest, file)
  }

  private static func timeout(_ invocation: Invocation) throws(UsageError) -> Duration {
    guard let text = invocation.value(of: "timeout") else { return .seconds(10) }
    guard let duration = SpanText.duration(text), duration > .zero else {
      throw UsageError("--timeout: a duration such as 500ms or 10s was expected", command: .plugin)
    }
    return duration
  }

  /// The settings of the source that is read, checked as those of a configuration: they are written as one.
  private static func settings(
    _ kind: String, _ manifest: PluginManifest, _ kinds: [PluginKind], _ invocation: Invocation
  ) throws -> [JSONTree.Member] {
    var lines = ["sources:", "  test:", "    kind: \(kind)"]
    var written: [String] = []
    for setting in invocation.values(of: "setting") {
      let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !setting.contains("\n") else {
        throw UsageError("--setting takes KEY=VALUE", command: .plugin)
      }
      written.append(String(parts[0]))
      lines.append("    \(JSONText.quoted(String(parts[0]))): \(parts[1])")
    }
    for member in manifest.test.settings where !written.contains(member.name) {
      lines.append("    \(JSONText.quoted(member.name)): \(member.value.text)")
    }
    let reader = Engine.command.adding(kinds).reader(environment: Environment.value)
    let configuration = try reader.read(lines.joined(separator: "\n") + "\n", file: "test settings").configuration
    guard let source = configuration.sources.first else { return [] }
    let url = source.url.isEmpty ? [] : [JSONTree.Member(name: "url", value: .string(source.url))]
    return url + source.extra.map { .init(name: $0.name, value: $0.value) }
  }
}
