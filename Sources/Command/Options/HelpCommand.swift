/// `weft help`: the help texts, the completions and the man page.
enum HelpCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    var output = FileWriter(1)
    try output.write(try text(invocation))
    try output.flush()
    return ExitStatus.done
  }

  static func text(_ invocation: Invocation) throws(UsageError) -> String {
    if invocation.has("man") { return ManPage.text }
    if let shell = invocation.value(of: "completions") { return Completions.script(for: shell) }
    guard let word = invocation.operands.first else { return HelpText.program }
    guard let command = CommandName(rawValue: word) else {
      throw UsageError(
        "there is no command \u{201C}\(TerminalText.clean(word))\u{201D}",
        hint: Suggestion.sentence(word, CommandName.allCases.map(\.rawValue)))
    }
    return HelpText.of(command)
  }
}
