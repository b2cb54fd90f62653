/// The completion for zsh.
enum ZshCompletion {
  static var script: String {
    var text = #"""
      #compdef weft
      # zsh completion for weft, made by: weft help --completions zsh

      # The names of the sources in the configuration of this command line.
      _weft_sources() {
        local -a file names
        local given=${opt_args[-c]:-${opt_args[--config]}}
        [[ -n $given ]] && file=(-c ${~${(Q)given}})
        names=(${(f)"$($weft help --sources $file 2>/dev/null)"})
        compadd -a names
      }

      _weft() {
        local weft=${words[1]}
        typeset -A opt_args
        if (( CURRENT == 2 )); then
          local -a commands=(

      """#
    for command in Completions.commands {
      text += "      \(Completions.single(command.name.rawValue + ":" + command.summary))\n"
    }
    text += "    )\n    _describe command commands\n    return\n  fi\n  local name=$words[2]\n  shift words\n"
    text += "  (( CURRENT-- ))\n  case $name in\n"
    for command in Completions.commands {
      text += "    \(command.name.rawValue)) _arguments -s"
      for option in Completions.options(command.name) {
        for specification in specifications(option) { text += " \\\n      " + Completions.single(specification) }
      }
      if case let action = action(command.completion), !action.isEmpty {
        text += " \\\n      " + Completions.single("*:\(operand(command)):\(action)")
      }
      text += " ;;\n"
    }
    return text + "  esac\n}\n\n_weft \"$@\"\n"
  }

  /// The first operand's word, for the heading above what is offered.
  private static func operand(_ command: CommandDefinition) -> String {
    String(command.operands.filter { $0.isLetter || $0 == " " }.split(separator: " ").first ?? "operand").lowercased()
  }

  private static func specifications(_ option: OptionDefinition) -> [String] {
    let help = option.help.filter { $0 != "[" && $0 != "]" && $0 != ":" }
    let argument = option.argument.map { ":\($0):\(action(option.completion))" } ?? ""
    let long = (option.isRepeatable ? "*" : "") + "--" + option.name + (option.argument == nil ? "" : "=")
    let short = option.short.map { "-\($0)" + (option.argument == nil ? "" : "+") + "[\(help)]\(argument)" }
    return [short, long + "[\(help)]\(argument)"].compactMap { $0 }
  }

  private static func action(_ completion: Completion) -> String {
    switch completion {
    case .nothing: ""
    case .files: "_files"
    case .sources: "_weft_sources"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }
}
