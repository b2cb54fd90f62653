import DisplayText
import WeftKit

/// `weft help`: the help texts, the completions, the man pages, and what completions ask for.
enum HelpCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    var output = FileWriter(1)
    try output.write(try text(invocation))
    try output.flush()
    return ExitStatus.done
  }

  static func text(_ invocation: Invocation) throws(UsageError) -> String {
    let word = invocation.operands.first
    if invocation.has("sources") { return sourceNames(invocation.value(of: "config")) }
    if invocation.has("man") { return try manPage(word ?? "weft") }
    if let shell = invocation.value(of: "completions") { return Completions.script(for: shell) }
    guard let word else { return HelpText.program }
    guard let command = CommandName(rawValue: word) else {
      throw UsageError(
        "there is no command \u{201C}\(TerminalText.clean(word))\u{201D}",
        hint: Suggestion.sentence(word, CommandName.allCases.map(\.rawValue)))
    }
    return HelpText.of(command)
  }

  private static func manPage(_ name: String) throws(UsageError) -> String {
    switch name {
    case "weft": return ManPage.text
    case "weft.yaml": return ConfigurationManPage.text
    default:
      throw UsageError(
        "--man: there is no page \u{201C}\(TerminalText.clean(name))\u{201D}; the pages are weft and weft.yaml",
        command: .help)
    }
  }

  /// The names of the sources, one a line; nothing where there is no configuration that can be read. Somebody is in the
  /// middle of a command line: no error is said, nothing is asked, and standard input is left alone.
  private static func sourceNames(_ path: String?) -> String {
    let chosen = try? ConfigurationFile.path(path, variable: Environment.value, isThere: InputFile.isThere)
    guard let chosen, chosen != "-", InputFile.isThere(chosen),
      let bytes = try? InputFile.bytes(of: chosen, limit: 16 << 20)
    else { return "" }
    let names = WrittenSources(bytes).names.filter { name in
      !name.isEmpty && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
    return names.map { $0 + "\n" }.joined()
  }
}
