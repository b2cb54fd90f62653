import WeftKit

/// `weft plugins`: the kinds that are there, their settings and where they come from.
enum PluginsCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    var output = FileWriter(1)
    for kind in Engine.command.kinds {
      try output.write(invocation.value(of: "format") == "json" ? json(kind) : text(kind))
    }
    try output.flush()
    return ExitStatus.done
  }

  private static func text(_ kind: any SourceKind) -> String {
    var text = "\(kind.name)  (built in)\n" + HelpText.wrapped(kind.summary, indent: 4)
    for setting in kind.settings {
      let term = setting.key + (setting.isRequired ? " (required)" : "")
      text += "    \(term): \(setting.expects)\n" + HelpText.wrapped(setting.summary, indent: 8)
    }
    return text + "\n"
  }

  private static func json(_ kind: any SourceKind) -> String {
    var bytes: [UInt8] = []
    var object = JSONObject(&bytes)
    object.member("kind", kind.name, &bytes)
    object.member("summary", kind.summary, &bytes)
    object.member("origin", "built in", &bytes)
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
