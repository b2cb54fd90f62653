import WeftModel

extension SourceReader {
  /// `command`, `filter`, `env`, `directory`.
  func readPrograms(_ settings: inout SourceSettings) {
    context.environmentValues = settings.request.secretValues
    defer { settings.request.secretValues = context.environmentValues }
    var programs = ProgramSettings()
    programs.command = arguments("command")
    programs.filter = arguments("filter")
    programs.environment = variables()
    programs.directory = values.text("directory")?.text
    settings.programs = programs
    guard name != nil else { return }
    checkPlace(settings)
  }

  private func arguments(_ key: String) -> [String] {
    if let node = values.node(key), let line = node.scalar?.text, !line.isEmpty {
      let words = line.split(whereSeparator: \.isWhitespace).map { Quoting.yaml(String($0)) }
      context.complain(
        of: node, SettingPath(key), expected: "a list of texts", hint: "write [\(words.joined(separator: ", "))]")
      return []
    }
    guard let texts = values.texts(key, mayBeEmpty: true) else { return [] }
    if texts.first?.text.isEmpty ?? true, let node = values.node(key), !node.isPoisoned, !node.isPartial {
      context.error(node.span, "\(key) is empty; it begins with a program", hint: "write [program, argument]")
    }
    for text in texts where text.text.utf8.contains(0) {
      context.error(text.span, "\(key): an argument cannot hold a NUL character")
    }
    return texts.map(\.text)
  }

  private func variables() -> [EnvironmentVariable] {
    (values.textPairs("env") ?? []).compactMap { pair, text in
      guard !pair.key.isEmpty, !pair.key.contains("="), !pair.key.utf8.contains(0), !text.text.utf8.contains(0) else {
        context.error(
          pair.keySpan, "env: \(Quoting.message(pair.key)) is no environment variable",
          hint: "a name has no = in it, and neither name nor value a NUL character")
        return nil
      }
      return EnvironmentVariable(name: pair.key, value: text.text)
    }
  }

  /// What a source of this kind cannot have, or has for nothing.
  private func checkPlace(_ settings: SourceSettings) {
    let isCommand = kind.name == "command"
    if let pair = values.pair("command"), !isCommand, !kind.isUnknown, !context.isInDefaults(pair.keySpan) {
      context.error(pair.keySpan, "command needs kind: command", hint: "write kind: command beside it")
    }
    guard isCommand else {
      for key in ["env", "directory"] where !values.has("filter") && !values.has("command") {
        warn(key, in: values, "\(key) has no effect without command or filter")
      }
      return
    }
    if let pair = values.pair("first_url") {
      context.error(pair.keySpan, "first_url belongs to a source with a url, not to a command")
    }
    guard let request = values.child("request") else { return }
    for key in SourceReader.wireKeys {
      warn(key, in: request, "request.\(key) has no effect: a command asks no server")
    }
  }

  private func warn(_ key: String, in section: SectionValues, _ message: String) {
    guard let pair = section.pair(key), !context.isInDefaults(pair.keySpan) else { return }
    context.warning(pair.keySpan, message)
  }

  /// Keys of `request` that only a server sees.
  private static let wireKeys = [
    "method", "headers", "auth", "body", "cookies", "trust", "redirects", "robots", "contact", "proxy", "ca_file",
    "insecure", "rate", "cache",
  ]

  /// The variables that the arguments of a command hold, in the place of an address's.
  func commandVariables(_ settings: SourceSettings, _ address: AddressText?) -> AddressText? {
    guard kind.name == "command" else { return address }
    guard values.has("command"), !settings.programs.command.isEmpty else { return nil }
    if let address, let variable = address.variables.first, let node = values.node("url") {
      context.error(
        node.span, "{\(variable)} belongs into the command; the url of a command is what its relative links begin at")
    }
    return AddressText(variables: settings.programs.command.flatMap(TemplateText.variables(of:)))
  }
}
