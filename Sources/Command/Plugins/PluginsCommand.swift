import DisplayText
import WeftKit

/// `weft plugins`: the kinds that are there, their settings and where they come from.
enum PluginsCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    let reader = Engine.command.reader(environment: Environment.value)
    let catalog = PluginCatalog(
      for: try configuration(invocation), engine: Engine.command, reader: reader)
    let color = Terminal(of: 2).hasStyle
    for diagnostic in catalog.errors + catalog.warnings {
      Console.standardError.say(rendered: diagnostic.rendered(color: color))
    }
    var output = FileWriter(1)
    for kind in Engine.command.kinds + catalog.kinds {
      try output.write(invocation.value(of: "format") == "json" ? json(kind) : text(kind))
    }
    try output.flush()
    return ExitStatus.done
  }

  /// The configuration named; without one, that of the usual places, where there is one.
  private static func configuration(_ invocation: Invocation) throws -> ConfigurationFile.Source? {
    if let path = invocation.value(of: "config") { return try ConfigurationFile.read(path) }
    return try? ConfigurationFile.read(nil)
  }

  private static func text(_ kind: any SourceKind) -> String {
    var origin = "built in"
    if let plugin = kind as? PluginKind {
      let manifest = plugin.manifest
      let version = manifest.version.isEmpty ? "" : " " + manifest.version
      origin = TerminalText.clean("plugin \(manifest.name)\(version), \(manifest.folder)")
    }
    var text = "\(kind.name)  (\(origin))\n" + HelpText.wrapped(TerminalText.clean(kind.summary), indent: 4)
    for setting in kind.settings {
      let term = setting.key + (setting.isRequired ? " (required)" : "")
      let fallback = setting.schema?.fallback.map { "; default " + $0.plainText } ?? ""
      text += "    " + TerminalText.clean("\(term): \(setting.expects)\(fallback)") + "\n"
      if !setting.summary.isEmpty { text += HelpText.wrapped(TerminalText.clean(setting.summary), indent: 8) }
    }
    return text + "\n"
  }

  private static func json(_ kind: any SourceKind) -> String {
    var bytes: [UInt8] = []
    var object = JSONObject(&bytes)
    object.member("kind", kind.name, &bytes)
    object.member("summary", kind.summary, &bytes)
    if let plugin = kind as? PluginKind {
      object.member("origin", plugin.manifest.folder, &bytes)
      object.member("plugin", plugin.manifest.name, &bytes)
      object.member("version", plugin.manifest.version, &bytes)
      object.member("schema", json: plugin.schema.text, &bytes)
    } else {
      object.member("origin", "built in", &bytes)
    }
    let settings = kind.settings.map { setting in
      var bytes: [UInt8] = []
      var object = JSONObject(&bytes)
      object.member("key", setting.key, &bytes)
      object.member("expects", setting.expects, &bytes)
      object.member("summary", setting.summary, &bytes)
      object.member("required", json: setting.isRequired ? "true" : "false", &bytes)
      object.end(&bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    object.member("settings", json: "[" + settings.joined(separator: ",") + "]", &bytes)
    object.end(&bytes)
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }
}
