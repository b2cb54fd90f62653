/// Completions for the shells, made from the tables.
enum Completions {
  /// The script for `bash`, `zsh` or `fish`.
  static func script(for shell: String) -> String {
    switch shell {
    case "bash": BashCompletion.script
    case "zsh": ZshCompletion.script
    default: FishCompletion.script
    }
  }

  /// The commands that are offered.
  static var commands: [CommandDefinition] { CommandDefinition.all.filter(\.isSupported) }

  /// The options of a command that are offered.
  static func options(_ command: CommandName) -> [OptionDefinition] {
    OptionDefinition.of(command).filter(\.isSupported)
  }

  /// The text in single quotes, as all three shells read it.
  static func single(_ text: String) -> String {
    "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}
