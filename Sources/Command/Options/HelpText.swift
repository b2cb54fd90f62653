/// The help of the program and of each command, made from the tables; 80 columns wide.
enum HelpText {
  /// The help of the program: `weft help`.
  static var program: String {
    let width = CommandDefinition.all.map { $0.name.rawValue.count }.max() ?? 0
    var text = "Weft reads many paged sources as one feed.\n\nusage: weft COMMAND [OPTION]… · weft --version\n\n"
    for command in CommandDefinition.all {
      let name = command.name.rawValue
      let summary = command.summary + (command.isSupported ? "" : " (not supported yet)")
      text += entry(name + String(repeating: " ", count: width - name.count), summary, indent: width + 4)
    }
    text += "\nweft help COMMAND explains one. First steps: weft demo, then weft check.\n"
    return text
  }

  /// The help of a command: `weft help COMMAND`.
  static func of(_ name: CommandName) -> String {
    let command = CommandDefinition.of(name)
    var text = synopsis(command) + "\n"
    text += wrapped(capitalized(command.summary) + ".", indent: 0)
    for paragraph in command.details { text += "\n" + wrapped(paragraph, indent: 0) }
    text += "\n"
    for option in OptionDefinition.of(name) {
      let help = option.help + (option.isSupported ? "" : " (not supported yet)")
      text += entry(spelling(option), help, indent: 25)
    }
    guard !command.examples.isEmpty else { return text }
    return text + "\n" + command.examples.map { "  \($0)\n" }.joined()
  }

  /// `usage: weft NAME [--option ARGUMENT]… OPERANDS`, wrapped.
  static func synopsis(_ command: CommandDefinition) -> String {
    let head = "usage: weft \(command.name.rawValue)"
    var words = OptionDefinition.of(command.name).filter { $0.name != "help" }.map { option in
      let name = option.short.map { "-\($0)" } ?? "--" + option.name
      let argument =
        option.choices.isEmpty ? option.argument : option.choices.filter { $0 != "" }.joined(separator: "|")
      return "[" + name + (argument.map { " " + $0 } ?? "") + "]" + (option.isRepeatable ? "…" : "")
    }
    if !command.operands.isEmpty { words.append(command.operands) }
    return filled(words, head: head, indent: head.count + 1)
  }

  /// `-c, --config FILE`.
  static func spelling(_ option: OptionDefinition) -> String {
    let short = option.short.map { "-\($0), " } ?? ""
    return short + "--" + option.name + (option.argument.map { " " + $0 } ?? "")
  }

  static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// A term and its explanation, indented; a term that is too long has a line of its own.
  private static func entry(_ term: String, _ explanation: String, indent: Int) -> String {
    let lines = wrapped(explanation, indent: indent)
    guard term.count + 4 <= indent else { return "  \(term)\n" + lines }
    return "  " + term + lines.dropFirst(term.count + 2)
  }

  /// Words to lines of at most 80 columns, each indented, with a line end.
  static func wrapped(_ text: String, indent: Int) -> String {
    filled(
      text.split(separator: " ").map(String.init), head: String(repeating: " ", count: max(0, indent - 1)),
      indent: indent, joinsHead: indent > 0)
  }

  private static func filled(_ words: [String], head: String, indent: Int, joinsHead: Bool = true) -> String {
    var lines: [String] = []
    var line = head
    var isEmpty = !joinsHead
    for word in words {
      if !isEmpty, line.count + 1 + word.count > 80 {
        lines.append(line)
        line = String(repeating: " ", count: max(0, indent - 1))
        isEmpty = indent == 0
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    lines.append(line)
    return lines.map { $0 + "\n" }.joined()
  }
}
