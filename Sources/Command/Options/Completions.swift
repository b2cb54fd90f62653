/// Completions for the shells, made from the tables.
enum Completions {
  /// The script for `bash`, `zsh` or `fish`.
  static func script(for shell: String) -> String {
    switch shell {
    case "bash": bash
    case "zsh": zsh
    default: fish
    }
  }

  private static var commands: [CommandDefinition] { CommandDefinition.all.filter(\.isSupported) }

  private static func options(_ command: CommandName) -> [OptionDefinition] {
    OptionDefinition.of(command).filter(\.isSupported)
  }

  /// Commands whose operands are files.
  private static func takesFiles(_ command: CommandDefinition) -> Bool { command.operands.contains("FILE") }

  private static var bash: String {
    var text = """
      # bash completion for weft, made by: weft help --completions bash
      _weft() {
        local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        COMPREPLY=()
        if [ "$COMP_CWORD" = 1 ]; then
          COMPREPLY=($(compgen -W "\(commands.map(\.name.rawValue).joined(separator: " ")) --version --help" -- "$word"))
          return
        fi
        case "${COMP_WORDS[1]} $previous" in

      """
    for command in commands {
      for option in options(command.name) where option.argument != nil {
        let names = (option.short.map { ["-\($0)"] } ?? []) + ["--" + option.name]
        let pattern = names.map { "\"\(command.name.rawValue) \($0)\"" }.joined(separator: "|")
        let words = option.takesFile ? "compgen -f" : "compgen -W \"\(option.choices.joined(separator: " "))\""
        text += "    \(pattern)) COMPREPLY=($(\(words) -- \"$word\")); return ;;\n"
      }
    }
    text += "  esac\n  case \"${COMP_WORDS[1]}\" in\n"
    for command in commands {
      let words = options(command.name).map { "--" + $0.name }.joined(separator: " ")
      let files = takesFiles(command) ? " $(compgen -f -- \"$word\")" : ""
      let names =
        command.name == .help ? " " + CommandName.allCases.map(\.rawValue).joined(separator: " ") : ""
      text +=
        "    \(command.name.rawValue)) COMPREPLY=($(compgen -W \"\(words)\(names)\" -- \"$word\")\(files)) ;;\n"
    }
    return text + "  esac\n}\ncomplete -o filenames -F _weft weft\n"
  }

  private static var zsh: String {
    var text = "#compdef weft\n# zsh completion for weft, made by: weft help --completions zsh\n\n_weft() {\n"
    text += "  if (( CURRENT == 2 )); then\n    local -a commands=(\n"
    for command in commands {
      text += "      \(single(command.name.rawValue + ":" + command.summary))\n"
    }
    text += "    )\n    _describe command commands\n    return\n  fi\n  local name=$words[2]\n  shift words\n"
    text += "  (( CURRENT-- ))\n  case $name in\n"
    for command in commands {
      text += "    \(command.name.rawValue)) _arguments"
      for option in options(command.name) {
        text += " \\\n      " + single(zshOption(option))
      }
      if takesFiles(command) { text += " \\\n      '*:file:_files'" }
      text += " ;;\n"
    }
    return text + "  esac\n}\n\n_weft \"$@\"\n"
  }

  private static func zshOption(_ option: OptionDefinition) -> String {
    let help = option.help.filter { $0 != "[" && $0 != "]" && $0 != ":" }
    var text = (option.isRepeatable ? "*" : "") + "--" + option.name
    text += (option.argument == nil ? "" : "=") + "[\(help)]"
    guard let argument = option.argument else { return text }
    let values =
      option.takesFile ? "_files" : option.choices.isEmpty ? "" : "(\(option.choices.joined(separator: " ")))"
    return text + ":\(argument):\(values)"
  }

  private static var fish: String {
    var text = "# fish completion for weft, made by: weft help --completions fish\ncomplete -c weft -f\n"
    for command in commands {
      let name = command.name.rawValue
      text += "complete -c weft -n __fish_use_subcommand -a \(name) -d \(single(command.summary))\n"
      for option in options(command.name) {
        text += "complete -c weft -n '__fish_seen_subcommand_from \(name)' -l \(option.name)"
        if let short = option.short { text += " -s \(short)" }
        if option.argument != nil { text += " -x" }
        if option.takesFile { text += " -a '(__fish_complete_path)'" }
        if !option.choices.isEmpty { text += " -a '\(option.choices.joined(separator: " "))'" }
        text += " -d \(single(option.help))\n"
      }
      if takesFiles(command) { text += "complete -c weft -n '__fish_seen_subcommand_from \(name)' -F\n" }
    }
    return text
  }

  /// The text in single quotes, as all three shells read it.
  private static func single(_ text: String) -> String {
    "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}
