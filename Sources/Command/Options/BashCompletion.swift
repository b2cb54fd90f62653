/// The completion for bash.
///
/// Names of sources come from a file: they are never put into a word list, which bash would expand like a command line.
enum BashCompletion {
  static var script: String {
    var text = #"""
      # bash completion for weft, made by: weft help --completions bash

      # The words behind the first argument that begin with what is written.
      _weft_words() {
        local written=$1 word
        shift
        for word; do [[ $word == "$written"* ]] && COMPREPLY+=("$word"); done
      }

      _weft_files() {
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$1")
      }

      # The names of the sources in the configuration of this command line.
      _weft_sources() {
        local index file= name
        for ((index = 1; index < COMP_CWORD; index++)); do
          case ${COMP_WORDS[index]} in
            -c) file=${COMP_WORDS[index+1]} ;;
            # Bash splits at the equals sign.
            --config)
              file=${COMP_WORDS[index+1]}
              [[ $file == = ]] && file=${COMP_WORDS[index+2]} ;;
            -c?*) file=${COMP_WORDS[index]#-c} ;;
          esac
        done
        [[ $file == \~/* ]] && file=$HOME/${file#\~/}
        while IFS= read -r name; do
          printf -v name %q "$name"
          [[ $name == "$1"* ]] && COMPREPLY+=("$name")
        done < <("${COMP_WORDS[0]}" help --sources ${file:+-c "$file"} 2>/dev/null)
      }

      _weft() {
        local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        COMPREPLY=()
        if [[ $word == = ]]; then
          word=
        elif [[ $previous == = ]]; then
          previous=${COMP_WORDS[COMP_CWORD-2]}
        fi
        if [[ $COMP_CWORD == 1 ]]; then

      """#
    let names = Completions.commands.map(\.name.rawValue).joined(separator: " ")
    text += "    _weft_words \"$word\" \(names) --version --help\n    return\n  fi\n"
    text += "  case \"${COMP_WORDS[1]} $previous\" in\n"
    for command in Completions.commands {
      for option in Completions.options(command.name) where option.argument != nil {
        let names = (option.short.map { ["-\($0)"] } ?? []) + ["--" + option.name]
        let pattern = names.map { "\"\(command.name.rawValue) \($0)\"" }.joined(separator: "|")
        text += "    \(pattern)) \(offer(option.completion)); return ;;\n"
      }
    }
    text += "  esac\n  case \"${COMP_WORDS[1]}\" in\n"
    for command in Completions.commands {
      let options = Completions.options(command.name).map { "--" + $0.name }.joined(separator: " ")
      text += "    \(command.name.rawValue))\n      if [[ $word == -* ]]; then\n"
      text +=
        "        _weft_words \"$word\" \(options)\n      else\n        \(offer(command.completion))\n      fi ;;\n"
    }
    return text + "  esac\n}\ncomplete -F _weft weft\n"
  }

  private static func offer(_ completion: Completion) -> String {
    switch completion {
    case .nothing: ":"
    case .files: "_weft_files \"$word\""
    case .sources: "_weft_sources \"$word\""
    case .words(let words): "_weft_words \"$word\" \(words.joined(separator: " "))"
    }
  }
}
