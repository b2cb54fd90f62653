/// The completion for fish.
enum FishCompletion {
  static var script: String {
    var text = #"""
      # fish completion for weft, made by: weft help --completions fish

      # The command of this line is the one named.
      function __weft_command
        set -l words (commandline -opc)
        test (count $words) -ge 2; and test "$words[2]" = $argv[1]
      end

      # The names of the sources in the configuration of this command line.
      function __weft_sources
        set -l words (commandline -opc)
        set -l file
        for index in (seq 2 (count $words))
          switch $words[$index]
            case -c --config
              set -q words[(math $index + 1)]; and set file -c $words[(math $index + 1)]
            case '--config=*'
              set file -c (string replace -- --config= '' $words[$index])
            case '-c*'
              set file -c (string replace -- -c '' $words[$index])
          end
        end
        test (count $file) -eq 2; and set file[2] (string replace -r -- '^~/' $HOME/ $file[2])
        $words[1] help --sources $file 2>/dev/null
      end

      complete -c weft -f

      """#
    for command in Completions.commands {
      let name = command.name.rawValue
      let condition = "complete -c weft -n '__weft_command \(name)'"
      text += "complete -c weft -n __fish_use_subcommand -a \(name) -d \(Completions.single(command.summary))\n"
      for option in Completions.options(command.name) {
        text += "\(condition) -l \(option.name)"
        if let short = option.short { text += " -s \(short)" }
        if option.argument != nil { text += " -x" + offer(option.completion) }
        text += " -d \(Completions.single(option.help))\n"
      }
      switch command.completion {
      case .nothing: break
      case .files: text += "\(condition) -F\n"
      case .sources, .words: text += condition + offer(command.completion) + "\n"
      }
    }
    return text
  }

  private static func offer(_ completion: Completion) -> String {
    switch completion {
    case .nothing: ""
    case .files: " -a '(__fish_complete_path (commandline -ct))'"
    case .sources: " -a '(__weft_sources)'"
    case .words(let words): " -a '\(words.joined(separator: " "))'"
    }
  }
}
